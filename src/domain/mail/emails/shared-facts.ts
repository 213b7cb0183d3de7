/**
 * Facts that several e-mail types share, computed from the rows of a reservation, and checks whether such e-mails are
 * still wanted. Pure.
 */
import { givenArrival } from '#domain/onsite/arrival/rules.ts'
import { type Day, daysBetween } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import * as links from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { refundedOf, type ReservationMoney, reservationMoney } from '#shared/reservation-money.ts'
import { isActive } from '#shared/reservation-status.ts'
import { oneLine } from '#shared/text.ts'
import { greetingName } from './addresses.ts'
import type { DropReason, Guest, ReservationCause, ReservationSource } from './definition.ts'
import type { ReservationRows } from './store/stays.ts'

export interface EmailEvent {
  name: string
  host: string | null
  startDateDate: Day
  endDateDate: Day
}

/** The facts of every e-mail to a guest. */
export interface ToGuest {
  /** The name to greet with (`greetingName`). Null for a greeting without a name. */
  guest: string | null
  event: EmailEvent
}

/** One guest's part of an invoice for several guests. */
interface PartFor {
  /** The name, if it is safe to write out. */
  name: string
  amount: Cents
}

export interface InvoiceTold {
  /** The invoice's name, on one line. */
  label: string
  /** The parts of the guests it is for. Empty if it is for the recipient alone. */
  lines?: PartFor[]
  amount: Cents
}

export interface OpenInvoice extends InvoiceTold {
  due: Day | null
  /** True if the due day is today or past. */
  dueNow: boolean
  /** Set if the invoice is charged to a saved card, so the guest has nothing to do (R42). */
  byCard?: ByCard | null
}

export interface ByCard {
  /** Null if the name of the card is not known. */
  card: string | null
  /** The announced or planned day of the charge. Null if not known yet. */
  on: Day | null
}

/** Returns the saved card that this invoice is charged to, or null. */
export function byCardOf(
  { rows: { keptCard, charges }, today }: ReservationCause,
  { id, purpose, due }: ReservationRows['invoices'][number],
): ByCard | null {
  if (keptCard === null || purpose !== 'remainder') return null
  const planned = charges.find(({ invoiceId, status }) => invoiceId === id && status === 'planned')
  return { card: keptCard.card, on: planned?.on ?? (due !== null && due > today ? due : null) }
}

export type StayLinks = ReturnType<typeof stayLinks>

/** A companion as shown to the payer (R39.4). */
export interface Companion {
  /** The name, if it is safe to write out. */
  name: string
  share: Cents
  choices: string[]
  /** The private link for the payer to pass on. Set if the companion has no e-mail address and missing details. */
  handOn: string | null
}

export function emailEvent({ name, host, startDateDate, endDateDate }: EmailEvent): EmailEvent {
  return { name: oneLine(name), host: host && oneLine(host), startDateDate, endDateDate }
}

export function toGuest({ guest, rows }: { guest: Guest; rows: { event: EmailEvent } }): ToGuest {
  return { guest: greetingName(guest), event: emailEvent(rows.event) }
}

/** Returns the facts of an e-mail to the ranch about a reservation. */
export function toHouse({ rows, guest, publicUrl }: ReservationSource) {
  const { id, purgedAt } = rows.reservation
  return {
    event: emailEvent(rows.event),
    reservationId: id,
    /** Null after the purge, when no name or recipient is left. */
    guestName: purgedAt === null ? oneLine(guest.customerName) : null,
    links: { reservation: links.absoluteLink(publicUrl, links.adminReservationPath(id)) },
  }
}

/** Returns the companions the guest pays for. Empty if the guest comes alone or someone else pays. */
export function companionFacts({ rows, party, publicUrl }: ReservationSource): Companion[] {
  const { id: payerId, partyId } = rows.reservation
  if (partyId !== payerId) return []
  const coming = party.filter(({ id, status }) => id !== payerId && isActive(status))
  return coming.map((member) => ({
    name: nameAmong(party, member.id),
    share: member.share ?? 0,
    choices: member.choices.map(choiceLabel),
    handOn: hasToBeTold(rows, member.id) ? links.privateLink(publicUrl, member.uuid) : null,
  }))
}

/**
 * Returns whether a companion's details are missing and there is no address to ask for them. The payer then passes on
 * the link.
 */
const hasToBeTold = ({ party }: Pick<ReservationRows, 'party'>, memberId: number): boolean =>
  party.some(({ id, email, detailsMissing }) => id === memberId && email === null && detailsMissing)

/** Returns whether the guest has any such link to pass on. */
export const hasLinksToHandOn = ({
  reservation,
  party,
}: Pick<ReservationRows, 'reservation' | 'party'>): boolean =>
  reservation.partyId === reservation.id &&
  party.some(({ id, status }) => id !== reservation.id && isActive(status) && hasToBeTold({ party }, id))

/** Returns a member's name, or a placeholder if it is not safe to write out or the member has left the party. */
function nameAmong(party: ReservationSource['party'], memberId: number): string {
  const nth = party.findIndex(({ id }) => id === memberId)
  return party[nth]?.name ?? (nth < 1 ? 'somebody else' : `Companion ${nth}`)
}

/** Returns the parts of an invoice by guest. Empty if it is for the recipient alone. */
export function linesOf(
  invoice: ReservationRows['invoices'][number],
  { rows, party }: ReservationSource,
): PartFor[] {
  const { id } = rows.reservation
  if (invoice.lines.every(({ reservationId }) => reservationId === id)) return []
  return invoice.lines.map(({ reservationId, amount }) => {
    return { name: reservationId === id ? 'you' : nameAmong(party, reservationId), amount }
  })
}

/** Returns the payer's name if it is safe to write out, or null. */
export const payerName = ({ party }: ReservationSource): string | null =>
  party.find(({ payer }) => payer)?.name ?? null

/** Returns the name of the member the e-mail is about, if it is safe to write out, or null. */
export const memberName = ({ party, rows: { reservation } }: ReservationSource): string | null =>
  party.find(({ id }) => id === reservation.id)?.name ?? null

export const stayLinks = ({ rows: { reservation }, publicUrl }: ReservationSource) => ({
  reservation: links.privateLink(publicUrl, reservation.uuid),
  directions: links.directionsLink(publicUrl, reservation.attendeeToken),
  packingList: links.absoluteLink(publicUrl, links.packingListPath),
  terms: links.absoluteLink(publicUrl, links.termsPath),
})

/** Returns the facts of an upcoming stay and what is still open for it. */
export function comingStay(source: ReservationSource) {
  const { rows } = source
  return {
    ...toGuest(source),
    detailsMissing: rows.detailsMissing,
    choices: choicesOf(source),
    /** In cents, the cost of this guest's own stay. */
    share: rows.reservation.share ?? rows.reservation.price,
    companions: companionFacts(source),
    /** The open invoices by due day. Invoices without a due day come last. */
    open: openInvoices(source),
    links: stayLinks(source),
  }
}

export type ComingStay = ReturnType<typeof comingStay>

/** Returns an upcoming stay with its total and the net amount paid so far, in cents. */
export function pricedStay(source: ReservationSource) {
  const { totalPaid, totalDue } = stayMoney(source)
  return { ...comingStay(source), totalPaid, totalDue }
}

export type PricedStay = ReturnType<typeof pricedStay>

/** Returns the guest's choices with their prices. */
export const choicesOf = ({ rows }: ReservationSource): string[] => rows.choices.map(choiceLabel)

const choiceLabel = ({ name, price }: ReservationRows['choices'][number]): string =>
  price === 0 ? oneLine(name) : `${oneLine(name)} (${formatMoney(price)})`

/** Returns the link to report the arrival time, or null if the guest has reported it or has arrived. */
export function arrivalLink({
  rows: { arrival, event, reservation },
  publicUrl,
}: ReservationSource): string | null {
  if (arrival && (arrival.hereAt !== null || givenArrival(arrival, event))) return null
  return `${links.privateLink(publicUrl, reservation.uuid)}#${links.ARRIVAL_PART}`
}

/** Returns the number of ranch days until the start. 0 on the start day. */
export const daysToStart = ({ today, rows }: ReservationCause) => daysBetween(today, rows.event.startDateDate)

/** Returns an upcoming stay with its dates as free text, which includes the hours. */
export function datedStay(source: ReservationSource) {
  const { startDate, endDate } = source.rows.event
  return { ...comingStay(source), arrive: oneLine(startDate), leave: oneLine(endDate) }
}

export type DatedStay = ReturnType<typeof datedStay>

/** Returns the money totals of a reservation. */
export function stayMoney({
  rows: { reservation, invoices, payments },
  today,
}: ReservationCause): ReservationMoney {
  return reservationMoney({
    standing: isActive(reservation.status),
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

export const labelOf = (invoice: ReservationRows['invoices'][number]): string =>
  invoiceLabel({ ...invoice, partOfPrice: !invoice.extra })

export function openInvoices(source: ReservationSource, except?: number | null): OpenInvoice[] {
  const { rows, today } = source
  return rows.invoices
    .filter(({ id }) => id !== except && rows.payments.every((paid) => paid.invoiceId !== id))
    .map((invoice) => {
      const { amount, due } = invoice
      const lines = linesOf(invoice, source)
      const dueNow = due !== null && due <= today
      return { label: labelOf(invoice), lines, amount, due, dueNow, byCard: byCardOf(source, invoice) }
    })
}

export type Refund = ReservationRows['payments'][number]['refunds'][number]

/** Returns the refunds of the payment for the e-mail's invoice, or of all payments if it has none. */
export const refundsFor = (cause: ReservationCause): Refund[] =>
  paymentsFor(cause).flatMap(({ refunds }) => refunds)

function paymentsFor({ rows: { payments }, invoiceId }: ReservationCause) {
  const about = payments.filter((payment) => payment.invoiceId === invoiceId)
  return invoiceId !== null && about.length > 0 ? about : payments
}

/** Returns the name of another guest who paid the refunded money, or null if this guest did (R39.5). */
export function otherWhoPaid(source: ReservationSource): string | null {
  const { id } = source.rows.reservation
  const other = paymentsFor(source).find(({ paidBy, refunds }) => (paidBy ?? id) !== id && refunds.length > 0)
  return other ? (source.party.find((one) => one.id === other.paidBy)?.name ?? 'somebody else') : null
}

/** Returns refunds that succeeded, are requested or are owed. */
export const standing = (refunds: Refund[]) => refunds.filter(({ status }) => status !== 'failed')

export const sum = (parts: { amount: Cents }[]) => parts.reduce((total, { amount }) => total + amount, 0)

/** Refunded amounts in cents, by status. */
export interface RefundTotals {
  /** Requested from the card provider, and done by it. */
  underWay: Cents
  done: Cents
  /** Refunds of manual payments: still owed, and already given. */
  owed: Cents
  given: Cents
  /** Refused by the card provider and not refunded in another way since. */
  refused: Cents
}

export function refundTotals(refunds: Refund[]): RefundTotals {
  const total = (byHand: boolean, status: Refund['status']) =>
    sum(refunds.filter((one) => one.byHand === byHand && one.status === status))
  return {
    underWay: total(false, 'requested'),
    done: total(false, 'succeeded'),
    owed: total(true, 'owed'),
    given: total(true, 'succeeded'),
    refused: 0,
  }
}

/** Returns the total refund in cents. Refused refunds do not count. */
export const totalBack = ({ underWay, done, owed, given }: RefundTotals): Cents =>
  underWay + done + owed + given

/** Checks e-mails about an upcoming stay: wanted while the reservation is confirmed. */
export function comingStayProblem({ rows: { reservation, event } }: ReservationCause): DropReason | null {
  if (reservation.status !== 'confirmed') return 'not_confirmed'
  return event.cancelledAt === null ? null : 'event_cancelled'
}

/** Checks e-mails about an unpaid invoice: wanted while it exists and is unpaid. */
export function unpaidProblem({ rows, invoiceId }: ReservationCause): DropReason | null {
  if (rows.invoices.every(({ id }) => id !== invoiceId)) return 'invoice_gone'
  return rows.payments.some((paid) => paid.invoiceId === invoiceId) ? 'already_paid' : null
}

/** Checks e-mails about a cancellation: wanted while the reservation is canceled. */
export const notCancelledProblem = ({
  rows: { reservation, cancellation },
}: ReservationCause): DropReason | null =>
  reservation.status === 'cancelled' && cancellation !== null ? null : 'not_cancelled'

/** Checks e-mails about a companion: wanted while another guest pays for them. */
export const companionProblem = ({ rows: { reservation, party } }: ReservationCause): DropReason | null =>
  party.some(({ id, payer }) => payer && id !== reservation.id) ? null : 'no_companion'

/** Checks travel e-mails: wanted while the reservation is confirmed, up to the end of the start day. */
export const journeyProblem = (cause: ReservationCause): DropReason | null =>
  comingStayProblem(cause) ?? (cause.today > cause.rows.event.startDateDate ? 'too_late' : null)

/**
 * Checks refund e-mails: dropped while all refunds failed. Until an admin fixes that, "on its way" would be untrue.
 */
export const refundProblem = (cause: ReservationCause): DropReason | null =>
  standing(refundsFor(cause)).length === 0 ? 'not_refunded' : null

/** Returns a fact that `dropReason` has already checked. Throws if it is missing, which is a bug. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error('An e-mail lacks a fact that its dropReason must check')
  return value
}
