/** What the mails of all kinds are composed from. */
import type { Day } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import * as links from '#shared/links.ts'
import { isStanding, refundedOf, type ReservationMoney, reservationMoney } from '#shared/reservation-money.ts'
import { oneLine } from '#shared/text.ts'
import type { MailEvent, OpenInvoice, StayLinks, ToGuest, Venue } from '../content.ts'
import type { MailFacts } from '../facts/store.ts'
import { greetingName, type StayMail } from '../rules.ts'

/** The guest's opened fields that mails use. */
export interface Guest {
  customerName: string
  nickname: string | null
  email: string
}

export interface Stay extends Pick<Guest, 'customerName' | 'nickname'> {
  uuid: string
  event: MailEvent
}

export interface Composing {
  type: StayMail
  facts: MailFacts
  invoiceId: number | null
  guest: Guest
  /** The address's stays that stand and are not over, the first to come first; only for the mail that lists them. */
  stays: Stay[]
  today: Day
  publicUrl: string
  venue: Venue
}

export function mailEvent({ event }: Pick<MailFacts, 'event'>): MailEvent {
  const { name, host, startDateDate, endDateDate } = event
  return { name: oneLine(name), host: host && oneLine(host), startDateDate, endDateDate }
}

export function toGuest(mail: Composing): ToGuest {
  return { venue: mail.venue, guest: greetingName(mail.guest), event: mailEvent(mail.facts) }
}

export function stayLinks({ facts: { reservation }, publicUrl }: Composing): StayLinks {
  return {
    reservation: links.privateLink(publicUrl, reservation.uuid),
    directions: links.directionsLink(publicUrl, reservation.attendeeToken),
    packingList: links.absoluteLink(publicUrl, links.packingListPath),
    terms: links.absoluteLink(publicUrl, links.termsPath),
  }
}

/** The totals of the stay. */
export function moneyOf({ facts: { reservation, invoices, payments }, today }: Composing): ReservationMoney {
  return reservationMoney({
    standing: isStanding(reservation.status),
    price: reservation.price,
    invoices: invoices.map((invoice) => {
      const payment = payments.find(({ invoiceId }) => invoiceId === invoice.id)
      return {
        ...invoice,
        payment: payment ? { ...payment, refunded: refundedOf(payment.amount, payment.refunds) } : null,
      }
    }),
    today,
  })
}

/** The invoice's name. */
export const labelOf = (invoice: MailFacts['invoices'][number]): string =>
  invoiceLabel({ ...invoice, partOfPrice: !invoice.extra })

export function openInvoices({ facts: { invoices, payments }, today }: Composing, except?: number | null) {
  return invoices
    .filter(({ id }) => id !== except && payments.every((paid) => paid.invoiceId !== id))
    .map((invoice): OpenInvoice => {
      const { amount, due } = invoice
      return { label: labelOf(invoice), amount, due, dueNow: due !== null && due <= today }
    })
}

/** The refunds of the payment that a mail is about; of all payments when its invoice has none. */
export function refundsFor({ payments }: MailFacts, invoiceId: number | null) {
  const about = payments.filter((payment) => payment.invoiceId === invoiceId)
  return (invoiceId !== null && about.length > 0 ? about : payments).flatMap(({ refunds }) => refunds)
}

/** A value that the e-mail's cause has made sure of; its absence is a bug. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A mail without what it tells of')
  return value
}
