/** The facts that several types of e-mails hold, made from the rows of a reservation; and when they are still wanted. Pure. */
import { toldOf } from '#features/arrival/rules.ts'
import { type Day, daysBetween } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import * as links from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { refundedOf, type ReservationMoney, reservationMoney } from '#shared/reservation-money.ts'
import { isStanding } from '#shared/reservation-status.ts'
import { oneLine } from '#shared/text.ts'
import { greetingName } from './addresses.ts'
import type { DropReason, Guest, StayCause, StaySource } from './definition.ts'
import type { StayRows } from './store/stays.ts'

export interface EmailEvent {
  name: string
  host: string | null
  startDateDate: Day
  endDateDate: Day
}

/** The facts that every e-mail to a guest holds. */
export interface ToGuest {
  /** Fit to be written out (`greetingName`); null: greet without a name. */
  guest: string | null
  event: EmailEvent
}

/** Part of an invoice for one of several whom it is for. */
interface PartFor {
  /** Fit to be written out. */
  name: string
  amount: Cents
}

export interface InvoiceTold {
  /** The invoice's name: one line. */
  label: string
  /** The guests whom it is for; none: the guest alone. */
  lines?: PartFor[]
  amount: Cents
}

export interface OpenInvoice extends InvoiceTold {
  due: Day | null
  /** The due day is here or past. */
  dueNow: boolean
  /** The guest pays nothing by hand: it is charged to the card that they let us keep (R42). Missing: it is not. */
  byCard?: ByCard | null
}

export interface ByCard {
  /** Null: its name is not known. */
  card: string | null
  /** As it was announced, or will be unless something changes; null: not known yet. */
  on: Day | null
}

/** The kept card that this invoice is charged to; null: none. */
export function byCardOf(
  { rows: { keptCard, charges }, today }: StayCause,
  { id, purpose, due }: StayRows['invoices'][number],
): ByCard | null {
  if (keptCard === null || purpose !== 'remainder') return null
  const planned = charges.find(({ invoiceId, status }) => invoiceId === id && status === 'planned')
  return { card: keptCard.card, on: planned?.on ?? (due !== null && due > today ? due : null) }
}

export type StayLinks = ReturnType<typeof stayLinks>

/** A companion, as the guest who pays for them is told (R39.4). */
export interface Companion {
  /** Fit to be written out. */
  name: string
  share: Cents
  choices: string[]
  /** The private link of who has no e-mail address and has not told their details yet, to hand on. */
  handOn: string | null
}

export function emailEvent({ name, host, startDateDate, endDateDate }: EmailEvent): EmailEvent {
  return { name: oneLine(name), host: host && oneLine(host), startDateDate, endDateDate }
}

export function toGuest({ guest, rows }: { guest: Guest; rows: { event: EmailEvent } }): ToGuest {
  return { guest: greetingName(guest), event: emailEvent(rows.event) }
}

/** The facts of an e-mail to the ranch itself about a reservation. */
export function toHouse({ rows, guest, publicUrl }: StaySource) {
  const { id, purgedAt } = rows.reservation
  return {
    event: emailEvent(rows.event),
    reservationId: id,
    /** Null after the purge: nobody is left to be named, or to be told. */
    guestName: purgedAt === null ? oneLine(guest.customerName) : null,
    links: { reservation: links.absoluteLink(publicUrl, links.adminReservationPath(id)) },
  }
}

/** The companions for whom the guest pays; none: the guest comes alone, or somebody else pays. */
export function companionFacts({ rows, party, publicUrl }: StaySource): Companion[] {
  const { id: payerId, partyId } = rows.reservation
  if (partyId !== payerId) return []
  const coming = party.filter(({ id, status }) => id !== payerId && isStanding(status))
  return coming.map((member) => ({
    name: nameAmong(party, member.id),
    share: member.share ?? 0,
    choices: member.choices.map(choiceLabel),
    handOn: hasToBeTold(rows, member.id) ? links.privateLink(publicUrl, member.uuid) : null,
  }))
}

/** Whether a companion's details are missing and there is no address to ask at: the payer hands their link on. */
const hasToBeTold = ({ party }: Pick<StayRows, 'party'>, memberId: number): boolean =>
  party.some(({ id, email, detailsMissing }) => id === memberId && email === null && detailsMissing)

/** Whether the guest has any such link to hand on. */
export const hasLinksToHandOn = ({ reservation, party }: Pick<StayRows, 'reservation' | 'party'>): boolean =>
  reservation.partyId === reservation.id &&
  party.some(({ id, status }) => id !== reservation.id && isStanding(status) && hasToBeTold({ party }, id))

/** A name, or what stands for one that is not fit to be written out; of who is in the party no more too. */
function nameAmong(party: StaySource['party'], memberId: number): string {
  const nth = party.findIndex(({ id }) => id === memberId)
  return party[nth]?.name ?? (nth < 1 ? 'somebody else' : `Companion ${nth}`)
}

/** The parts of an invoice by guest; none: it is for the guest alone. */
export function linesOf(invoice: StayRows['invoices'][number], { rows, party }: StaySource): PartFor[] {
  const { id } = rows.reservation
  if (invoice.lines.every(({ reservationId }) => reservationId === id)) return []
  return invoice.lines.map(({ reservationId, amount }) => {
    return { name: reservationId === id ? 'you' : nameAmong(party, reservationId), amount }
  })
}

/** The guest's payer, by name where it is fit to be written out. */
export const payerName = ({ party }: StaySource): string | null =>
  party.find(({ payer }) => payer)?.name ?? null

/** The member of a party whom the e-mail is about, likewise. */
export const memberName = ({ party, rows: { reservation } }: StaySource): string | null =>
  party.find(({ id }) => id === reservation.id)?.name ?? null

export const stayLinks = ({ rows: { reservation }, publicUrl }: StaySource) => ({
  reservation: links.privateLink(publicUrl, reservation.uuid),
  directions: links.directionsLink(publicUrl, reservation.attendeeToken),
  packingList: links.absoluteLink(publicUrl, links.packingListPath),
  terms: links.absoluteLink(publicUrl, links.termsPath),
})

/** A stay that is to come, and what is still open for it. */
export function comingStay(source: StaySource) {
  const { rows } = source
  return {
    ...toGuest(source),
    detailsMissing: rows.detailsMissing,
    choices: choicesOf(source),
    /** What the guest's own stay costs. */
    share: rows.reservation.share ?? rows.reservation.price,
    companions: companionFacts(source),
    /** By due day, those without one last. */
    open: openInvoices(source),
    links: stayLinks(source),
  }
}

export type ComingStay = ReturnType<typeof comingStay>

/** A stay that is to come, with everything paid so far, less what was refunded, and what it comes to. */
export function pricedStay(source: StaySource) {
  const { totalPaid, totalDue } = stayMoney(source)
  return { ...comingStay(source), totalPaid, totalDue }
}

export type PricedStay = ReturnType<typeof pricedStay>

/** The guest's choices, each with its price. */
export const choicesOf = ({ rows }: StaySource): string[] => rows.choices.map(choiceLabel)

const choiceLabel = ({ name, price }: StayRows['choices'][number]): string =>
  price === 0 ? oneLine(name) : `${oneLine(name)} (${formatMoney(price)})`

/** The link by which the guest tells when they come; null once they have, or are here. */
export function arrivalLink({ rows: { arrival, event, reservation }, publicUrl }: StaySource): string | null {
  if (arrival && (arrival.hereAt !== null || toldOf(arrival, event))) return null
  return `${links.privateLink(publicUrl, reservation.uuid)}#${links.ARRIVAL_PART}`
}

/** Ranch days until the start: 0 on it. */
export const daysToStart = ({ today, rows }: StayCause) => daysBetween(today, rows.event.startDateDate)

/** A stay that is to come, with its dates in the owner's own words, which have the hours. */
export function datedStay(source: StaySource) {
  const { startDate, endDate } = source.rows.event
  return { ...comingStay(source), arrive: oneLine(startDate), leave: oneLine(endDate) }
}

export type DatedStay = ReturnType<typeof datedStay>

/** The totals of the stay. */
export function stayMoney({ rows: { reservation, invoices, payments }, today }: StayCause): ReservationMoney {
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
export const labelOf = (invoice: StayRows['invoices'][number]): string =>
  invoiceLabel({ ...invoice, partOfPrice: !invoice.extra })

export function openInvoices(source: StaySource, except?: number | null): OpenInvoice[] {
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

export type Refund = StayRows['payments'][number]['refunds'][number]

/** The refunds of the payment of the e-mail's invoice; of all payments when it is about none that has one. */
export const refundsFor = (cause: StayCause): Refund[] => paymentsFor(cause).flatMap(({ refunds }) => refunds)

function paymentsFor({ rows: { payments }, invoiceId }: StayCause) {
  const about = payments.filter((payment) => payment.invoiceId === invoiceId)
  return invoiceId !== null && about.length > 0 ? about : payments
}

/** The other guest who paid what is refunded, by name where it is fit to be written out; null: the guest did (R39.5). */
export function otherWhoPaid(source: StaySource): string | null {
  const { id } = source.rows.reservation
  const other = paymentsFor(source).find(({ paidBy, refunds }) => (paidBy ?? id) !== id && refunds.length > 0)
  return other ? (source.party.find((one) => one.id === other.paidBy)?.name ?? 'somebody else') : null
}

/** Refunds that were made, are under way, or owed. */
export const standing = (refunds: Refund[]) => refunds.filter(({ status }) => status !== 'failed')

export const sum = (parts: { amount: Cents }[]) => parts.reduce((total, { amount }) => total + amount, 0)

/** Money that goes back, in cents, by where it is. */
export interface RefundTotals {
  /** Asked of the card company, and refunded by it. */
  underWay: Cents
  done: Cents
  /** Did not come by card: still to be given, and given. */
  owed: Cents
  given: Cents
  /** Refused by the card company, and not given in another way since. */
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

/** Cents that go back in all; refunds that the card company refused do not. */
export const totalBack = ({ underWay, done, owed, given }: RefundTotals): Cents =>
  underWay + done + owed + given

/** E-mails about a stay that is to come: only while it stands. */
export function comingStayProblem({ rows: { reservation, event } }: StayCause): DropReason | null {
  if (reservation.status !== 'confirmed') return 'not_confirmed'
  return event.cancelledAt === null ? null : 'event_cancelled'
}

/** E-mails about an invoice that is to be paid: while it is there, and its money is not. */
export function unpaidProblem({ rows, invoiceId }: StayCause): DropReason | null {
  if (rows.invoices.every(({ id }) => id !== invoiceId)) return 'invoice_gone'
  return rows.payments.some((paid) => paid.invoiceId === invoiceId) ? 'already_paid' : null
}

/** E-mails about a cancellation: while it stands. */
export const notCancelledProblem = ({ rows: { reservation, cancellation } }: StayCause): DropReason | null =>
  reservation.status === 'cancelled' && cancellation !== null ? null : 'not_cancelled'

/** E-mails about a companion: while somebody else pays for them. */
export const companionProblem = ({ rows: { reservation, party } }: StayCause): DropReason | null =>
  party.some(({ id, payer }) => payer && id !== reservation.id) ? null : 'no_companion'

/** E-mails for the journey: as long as the stay stands and its start day is not over. */
export const journeyProblem = (cause: StayCause): DropReason | null =>
  comingStayProblem(cause) ?? (cause.today > cause.rows.event.startDateDate ? 'too_late' : null)

/** A failed refund is the admin's to mend; until then "on its way" would be untrue. */
export const refundProblem = (cause: StayCause): DropReason | null =>
  standing(refundsFor(cause)).length === 0 ? 'not_refunded' : null

/** A value that the e-mail's cause has made sure of; its absence is a bug. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('An e-mail without what it tells of')
  return value
}
