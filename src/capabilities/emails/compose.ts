/** From the rows to what a mail says. Pure: personal fields come in opened, the day and the site's address as arguments. */
import type { EmailType } from '../../platform/database/schema/emails.ts'
import { ranchDay, type Day } from '../../shared/days.ts'
import * as links from '../../shared/links.ts'
import { oneLine } from '../../shared/text.ts'
import type {
  AdminSignUpContent,
  ConfirmationContent,
  EmailContent,
  LateRefundAdminContent,
  LateRefundContent,
  LateStay,
  MailEvent,
  OpenInvoice,
  StayLinks,
  Venue,
} from './content.ts'
import type { MailFacts } from './facts/store.ts'
import { greetingName, standing, sum, type CauseFacts, type RefundFacts } from './rules.ts'

/** The guest's opened fields that mails use. */
export interface Guest {
  customerName: string
  nickname: string | null
  email: string
}

export interface Composing {
  type: EmailType
  facts: MailFacts
  invoiceId: number | null
  guest: Guest
  today: Day
  publicUrl: string
  venue: Venue
}

/** The facts that decide whether the mail is still wanted. */
export function causeFacts(
  type: EmailType,
  invoiceId: number | null,
  facts: MailFacts | undefined,
): CauseFacts {
  if (!facts) return { type, reservation: null, invoice: null, refunds: [] }
  const { reservation, payments } = facts
  const invoice = facts.invoices.find(({ id }) => id === invoiceId)
  return {
    type,
    reservation: { status: reservation.status, purged: reservation.purgedAt !== null },
    invoice: invoice
      ? { payment: payments.find((payment) => payment.invoiceId === invoice.id) ?? null }
      : null,
    refunds: refundsFor(facts, invoiceId),
  }
}

/** The refunds of the payment that a mail is about; of all payments when its invoice has none. */
function refundsFor({ payments }: MailFacts, invoiceId: number | null): RefundFacts[] {
  const about = payments.filter((payment) => payment.invoiceId === invoiceId)
  return (invoiceId !== null && about.length > 0 ? about : payments).flatMap(({ refunds }) => refunds)
}

/** What the mail says; null for a kind that has no words yet. */
export function composeMail(mail: Composing): EmailContent | null {
  switch (mail.type) {
    case 'invoice-success':
      return confirmation(mail)
    case 'signup-success-simple':
      return adminSignUp(mail)
    case 'late-refund':
      return lateRefund(mail)
    case 'late-refund-admin':
      return lateRefundAdmin(mail)
    default:
      return null
  }
}

function common({ facts, guest, venue }: Composing) {
  const { name, host, startDateDate, endDateDate } = facts.event
  const event: MailEvent = { name: oneLine(name), host: host && oneLine(host), startDateDate, endDateDate }
  return { venue, guest: greetingName(guest), event }
}

const allRefunds = ({ facts }: Composing) => facts.payments.flatMap(({ refunds }) => refunds)

/** The refunds that a late payment led to: a cancelled stay may have others. */
const lateRefunds = ({ facts, invoiceId }: Composing) => refundsFor(facts, invoiceId)

const lateStay = ({ facts }: Composing): LateStay =>
  facts.reservation.status === 'cancelled' ? 'cancelled' : 'hold-ended'

function confirmation(mail: Composing): ConfirmationContent {
  const { facts, invoiceId } = mail
  const { reservation, event, invoices, payments } = facts
  const about = invoices.find(({ id }) => id === invoiceId)
  const payment = about ? payments.find((candidate) => candidate.invoiceId === about.id) : payments.at(-1)
  return {
    type: 'invoice-success',
    ...common(mail),
    occasion: about && about.purpose !== 'deposit' && about.purpose !== 'whole' ? 'paid-later' : 'signed-up',
    price: priceOf(event.cost, reservation.totalDue),
    paid: payment ? { amount: payment.amount, on: ranchDay(payment.paidAt) } : null,
    totalPaid: totalPaid(mail),
    totalDue: reservation.totalDue,
    open: openInvoices(mail),
    links: stayLinks(mail),
  }
}

function adminSignUp(mail: Composing): AdminSignUpContent {
  const { totalDue, safetyConsent } = mail.facts.reservation
  return {
    type: 'signup-success-simple',
    ...common(mail),
    // Without it the final-details form is not taken.
    detailsTold: safetyConsent,
    totalPaid: totalPaid(mail),
    totalDue,
    open: openInvoices(mail),
    links: stayLinks(mail),
  }
}

const totalPaid = (mail: Composing) => sum(mail.facts.payments) - sum(standing(allRefunds(mail)))

function openInvoices({ facts: { invoices, payments }, today }: Composing): OpenInvoice[] {
  return invoices
    .filter(({ id }) => payments.every((paid) => paid.invoiceId !== id))
    .map(({ amount, due }) => ({ amount, due, dueNow: due !== null && due <= today }))
}

function stayLinks({ facts: { reservation }, publicUrl }: Composing): StayLinks {
  return {
    reservation: links.privateLink(publicUrl, reservation.uuid),
    directions: links.directionsLink(publicUrl, reservation.attendeeToken),
    packingList: links.absoluteLink(publicUrl, links.packingListPath),
    terms: links.absoluteLink(publicUrl, links.termsPath),
  }
}

function priceOf(cost: number, totalDue: number): ConfirmationContent['price'] {
  if (totalDue > 0) return 'priced'
  return cost === 0 ? 'free' : 'none'
}

function lateRefund(mail: Composing): LateRefundContent {
  const { facts, publicUrl } = mail
  const refunds = standing(lateRefunds(mail))
  return {
    type: 'late-refund',
    ...common(mail),
    amount: sum(refunds),
    refunded: refunds.every(({ status }) => status === 'succeeded'),
    stay: lateStay(mail),
    waitlist: facts.event.showWaitlist,
    links: {
      event: links.absoluteLink(publicUrl, links.eventPath(facts.event.urlName)),
      events: links.absoluteLink(publicUrl, links.eventsPath),
    },
  }
}

function lateRefundAdmin(mail: Composing): LateRefundAdminContent {
  const refunds = lateRefunds(mail)
  const counted = standing(refunds).length > 0 ? standing(refunds) : refunds
  const { guest: _, ...rest } = common(mail)
  return {
    type: 'late-refund-admin',
    ...rest,
    reservationId: mail.facts.reservation.id,
    guestName: oneLine(mail.guest.customerName),
    amount: sum(counted),
    refund: refundState(refunds),
    stay: lateStay(mail),
    links: {
      reservation: links.absoluteLink(mail.publicUrl, links.adminReservationPath(mail.facts.reservation.id)),
    },
  }
}

function refundState(refunds: RefundFacts[]): LateRefundAdminContent['refund'] {
  const counted = standing(refunds)
  if (refunds.length > 0 && counted.length === 0) return 'failed'
  return counted.length > 0 && counted.every(({ status }) => status === 'succeeded')
    ? 'succeeded'
    : 'requested'
}
