/** Whether a queued mail is still wanted, when to try again, and which names may be written out. */
import type { RefundStatus, ReservationStatus } from '#platform/database/schema/booking.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import type { Cents } from '#shared/money.ts'
import { oneLine } from '#shared/text.ts'

export interface RefundFacts {
  amount: Cents
  status: RefundStatus
}

export interface PaymentFacts {
  amount: Cents
  refunds: RefundFacts[]
}

/** Whom a mail to somebody without a reservation is about: who wants to wait for a spot. */
export type WaitlistMail = 'waitlist-confirm'
/** All the others are about a reservation. */
export type StayMail = Exclude<EmailType, WaitlistMail>

/** The facts that decide whether an e-mail is still wanted; read anew at every try. */
export interface CauseFacts {
  type: StayMail
  /** Null: deleted. `cancellation`: how it was cancelled is known. */
  reservation: {
    status: ReservationStatus
    purged: boolean
    detailsMissing: boolean
    cancellation: boolean
  } | null
  /** `begun`: its start day is over; `over`: its last day. */
  event: { cancelled: boolean; begun: boolean; over: boolean }
  /** The invoice that the mail is about; null when it is about none, or that one was deleted. */
  invoice: { payment: PaymentFacts | null } | null
  /** Refunds of that invoice's payment; of all payments when the e-mail is about no paid invoice. */
  refunds: RefundFacts[]
}

export type DropReason =
  | 'reservation_gone'
  | 'purged'
  | 'not_confirmed'
  | 'event_cancelled'
  | 'too_late'
  | 'details_given'
  | 'invoice_gone'
  | 'already_paid'
  | 'not_paid'
  | 'paid_back'
  | 'not_cancelled'
  | 'not_refunded'
  | 'not_standing'
  | 'over'
  | 'offer_over'
  | 'entry_gone'
  | 'in_line'

/** Money that arrived for such a stay goes back. */
const LATE: ReadonlySet<ReservationStatus> = new Set(['refunded', 'cancelled'])

/** Stays that are to come, or held. */
const STANDING: ReadonlySet<ReservationStatus> = new Set(['pending', 'confirmed'])

/**
 * Why the mail's cause is no longer there; null: send it (R9.1).
 * A mail without a cause is dropped for good, never kept for later.
 */
export function causeProblem(facts: CauseFacts): DropReason | null {
  const { reservation } = facts
  if (reservation === null) return 'reservation_gone'
  // The admin's mail names nobody then, and money that moves is to be known.
  if (reservation.purged && facts.type !== 'late-refund-admin') return 'purged'
  switch (facts.type) {
    case 'late-refund':
      return LATE.has(reservation.status) ? refundProblem(facts) : 'not_refunded'
    case 'late-refund-admin':
      return LATE.has(reservation.status) ? null : 'not_refunded'
    case 'cancellation':
      return reservation.status === 'cancelled' && reservation.cancellation ? null : 'not_cancelled'
    case 'refund':
      return refundProblem(facts)
    case 'deletion-receipt':
      // Its cause is not asked again; only a deleted guest has nobody to tell.
      return null
    case 'waitlist-offer':
      // The spot is held for as long as the offer stands.
      return reservation.status === 'pending' && !facts.event.cancelled ? null : 'offer_over'
    case 'lost-link':
      if (!STANDING.has(reservation.status)) return 'not_standing'
      return facts.event.over ? 'over' : null
    default:
      return stayProblem(facts)
  }
}

// A failed refund is the admin's to mend; until then "on its way" would be untrue.
const refundProblem = ({ refunds }: CauseFacts) => (standing(refunds).length === 0 ? 'not_refunded' : null)

/** Mails about a stay that is to come: only while it stands, and is to come. */
function stayProblem(facts: CauseFacts): DropReason | null {
  const { type, reservation, event, invoice } = facts
  if (reservation?.status !== 'confirmed') return 'not_confirmed'
  if (event.cancelled) return 'event_cancelled'
  switch (type) {
    case 'invoice-success':
      return paidProblem(invoice)
    case 'invoice-remind':
      // Money is owed after the stay too.
      if (invoice === null) return 'invoice_gone'
      return invoice.payment === null ? null : 'already_paid'
    case 'info-remind':
      if (event.begun) return 'too_late'
      return reservation.detailsMissing ? null : 'details_given'
    case 'dates-moved':
    case 'welcome-info':
      return event.begun ? 'too_late' : null
    default:
      return null
  }
}

function paidProblem(invoice: CauseFacts['invoice']): DropReason | null {
  if (invoice === null) return null
  if (invoice.payment === null) return 'not_paid'
  return sum(standing(invoice.payment.refunds)) >= invoice.payment.amount ? 'paid_back' : null
}

/** Refunds that were made, are under way, or owed. */
export const standing = <Refund extends RefundFacts>(refunds: Refund[]) =>
  refunds.filter(({ status }) => status !== 'failed')

export const sum = (parts: { amount: Cents }[]) => parts.reduce((total, { amount }) => total + amount, 0)

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After this long a mail is given up: what it says is no longer news. */
const GIVE_UP_AFTER = 72 * HOUR

/**
 * When to try again after a failed try, or null to give up. While an outage may be short the tries stay close
 * (R9.4).
 */
export function nextTry({
  queuedAt,
  attempt,
  now,
}: {
  queuedAt: Date
  attempt: number
  now: Date
}): Date | null {
  const age = now.getTime() - queuedAt.getTime()
  if (age >= GIVE_UP_AFTER) return null
  return new Date(now.getTime() + Math.min(10 * SECOND * 2 ** Math.min(attempt, 20), longestWait(age)))
}

function longestWait(age: number): number {
  if (age < 2 * HOUR) return 3 * MINUTE
  return age < 24 * HOUR ? 15 * MINUTE : HOUR
}

/** The same of the mail that asks for the button: not once it is pressed, nor when there is nothing to wait for any more. */
export function entryProblem(
  entry: { purged: boolean; toConfirm: boolean } | null,
  event: { cancelled: boolean; started: boolean },
): DropReason | null {
  if (entry === null) return 'entry_gone'
  if (entry.purged) return 'purged'
  if (event.cancelled) return 'event_cancelled'
  if (event.started) return 'too_late'
  return entry.toConfirm ? null : 'in_line'
}

const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’.-]{0,39}$/u
const LOOKS_LIKE_ADDRESS = /\.\p{L}{2,}/u
/** Marks upon marks, which cover the lines above and below. */
const PILED_UP = /\p{M}{3}/u

/**
 * The text if it plainly is a name, else null: letters alone, in few words. Anyone can sign up with someone else's address, so
 * what reads like a message, a number to call or a link is not passed on.
 */
function asName(text: string, most: { words: number; letters: number }): string | null {
  const words = text.split(' ')
  if (words.length > most.words || text.length > most.letters || PILED_UP.test(text)) return null
  return words.every((word) => NAME.test(word) && !LOOKS_LIKE_ADDRESS.test(word)) ? text : null
}

/** The name to greet with: the nickname, else the first name; null when it is not plainly a name. */
export function greetingName(guest: { nickname: string | null; customerName: string }): string | null {
  const text = oneLine(guest.nickname ?? '') || (oneLine(guest.customerName).split(' ')[0] ?? '')
  return asName(text, { words: 3, letters: 40 })
}

/** The name beside a guest's address in the header of a mail; empty when it is not plainly a name. */
export const recipientName = (customerName: string): string =>
  asName(oneLine(customerName), { words: 5, letters: 60 }) ?? ''
