/**
 * Rules for notifications: which audit entries become a notification, which sentence it shows, and when it is
 * e-mailed. Pure.
 */
import { emailLabel } from '#shared/email-types.ts'
import type { auditEntries } from '#platform/database/schema/audit.ts'
import { type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { HOURS } from '#shared/email-hours.ts'
import { formatMoney } from '#shared/money.ts'

export const NEWS_KINDS = ['sign-up', 'offer', 'payment', 'cancellation', 'dispute', 'failed-email'] as const
type NewsKind = (typeof NEWS_KINDS)[number]

/**
 * How often notifications are e-mailed. `now` sends an e-mail within a minute. `daily` sends one in the morning at
 * the ranch. `never` sends none, so that only the Today page shows notifications.
 */
export const PACES = ['now', 'daily', 'never'] as const

export interface NewsItem {
  id: number
  kind: NewsKind
  at: string
  text: string
  /** The reservation that the notification is about. Null if there is none, or if it was deleted. */
  reservationId: number | null
}

/** Settings for e-mailed notifications: how often, and which kinds. */
export interface NewsSettings {
  pace: (typeof PACES)[number]
  kinds: NewsKind[]
}

/** Audit actions that can become notifications. */
export const NEWS_ACTIONS = [
  'reservation.confirmed',
  'reservation.cancelled',
  'payment.recorded',
  'payment.updated',
  'payment.flagged',
  'mail.failed',
]

export const KIND_LABELS: Record<NewsKind, string> = {
  'sign-up': 'Sign-up',
  offer: 'Waitlist offer accepted',
  payment: 'Payment of the remainder',
  cancellation: 'Cancellation',
  dispute: 'Dispute',
  'failed-email': 'Email not sent',
}

/** An audit entry, decrypted, with current facts about its reservation. */
export interface Entry extends Pick<
  typeof auditEntries.$inferSelect,
  'id' | 'at' | 'action' | 'entityId' | 'reservationId'
> {
  /** The guest's name. Null if the guest's data or the reservation was deleted. */
  guest: string | null
  /** False if the reservation of the audit entry was deleted. */
  isThere: boolean
  event: string | null
  details: Record<string, string | number | boolean | null> | null
  fields: string[]
  /** True if the guest got the spot by a waitlist offer. */
  offered: boolean
  /** The name of the invoice that the payment paid. */
  invoice: string | null
}

const numberIn = ({ details }: Entry, name: string) => {
  const value = details?.[name]
  return typeof value === 'number' ? value : 0
}

/**
 * Returns the notifications about these audit entries, in the same order. Several entries of one transaction become
 * one sentence.
 */
export const newsOf = (entries: Entry[]): NewsItem[] =>
  entries.flatMap((entry) => {
    const found = kindOf(entry, entries)
    if (found === null) return []
    const { id, at, reservationId, isThere } = entry
    const text = sentenceOf(entry, found, paidWith(entry, entries))
    return [{ id, kind: found, at: at.toISOString(), text, reservationId: isThere ? reservationId : null }]
  })

const isSameTransaction = (a: Entry, b: Entry) =>
  a.reservationId === b.reservationId && a.at.getTime() === b.at.getTime()

function kindOf(entry: Entry, all: Entry[]): NewsKind | null {
  switch (entry.action) {
    case 'reservation.confirmed':
      return entry.offered ? 'offer' : 'sign-up'
    case 'reservation.cancelled':
      // If a hold ends, the guest never had a confirmed reservation, so admins need no notification.
      return entry.details?.['from'] === 'pending' ? null : 'cancellation'
    case 'payment.recorded': {
      const withSignUp = all.some(
        (each) => each.action === 'reservation.confirmed' && isSameTransaction(each, entry),
      )
      return entry.reservationId === null || withSignUp ? null : 'payment'
    }
    case 'payment.updated':
      return disputedBy(entry) > 0 ? 'dispute' : null
    case 'payment.flagged':
      return 'dispute'
    case 'mail.failed':
      return 'failed-email'
    default:
      return null
  }
}

/**
 * Returns the cents by which this update of a payment increases the disputed amount. Other updates, such as one of
 * Stripe's fee, repeat the disputed amount.
 */
const disputedBy = (entry: Entry) => numberIn(entry, 'withdrawn') - numberIn(entry, 'withdrawnBefore')

/** Returns the cents that the guest paid in the same transaction as the sign-up. */
const paidWith = (entry: Entry, all: Entry[]) =>
  all
    .filter((each) => each.action === 'payment.recorded' && isSameTransaction(each, entry))
    .reduce((sum, payment) => sum + numberIn(payment, 'amount'), 0)

const sum = (cents: number) => (cents > 0 ? ` ${formatMoney(cents)}` : '')

function sentenceOf(entry: Entry, kind: NewsKind, paid: number): string {
  const guest = entry.guest ?? 'A deleted guest'
  const event = entry.event ?? 'a deleted event'
  const withPaid = paid > 0 ? ` and paid ${formatMoney(paid)}` : ''
  switch (kind) {
    case 'sign-up':
      return `${guest} signed up for ${event}${withPaid}.`
    case 'offer':
      return `${guest} took the spot offered to the waitlist of ${event}${withPaid}.`
    case 'payment':
      return `${guest} paid${sum(numberIn(entry, 'amount'))} for ${event}${entry.invoice ? ` (${entry.invoice})` : ''}.`
    case 'cancellation': {
      const back = numberIn(entry, 'refundToCards') + numberIn(entry, 'refundByHand')
      return `${guest} is no longer coming to ${event}: canceled${back > 0 ? `, with a refund of ${formatMoney(back)}` : ''}.`
    }
    case 'dispute':
      if (entry.action === 'payment.flagged')
        return `A bank suspects that the card of ${guest} for ${event} was stolen. Ask ${guest}, and refund the payment if they did not make it: that prevents a dispute.`
      return `The bank of ${guest} disputes${sum(disputedBy(entry))} paid for ${event}.`
    case 'failed-email':
      return `The email “${emailLabel(entry.fields[0] ?? '')}” to ${guest} about ${event} was not sent.`
  }
}

/**
 * The stored settings of notifications. `since` is when they were last switched on. `lastDailyDay` is the ranch day
 * of the last daily e-mail.
 */
export interface NotificationSettings extends NewsSettings {
  since: string
  lastDailyDay: Day | null
}

export const FIRST_SETTINGS: NewsSettings = {
  pace: 'now',
  kinds: ['sign-up', 'offer', 'payment', 'cancellation', 'dispute', 'failed-email'],
}

/** Returns true if notification e-mails are due now. */
export function isDue({ pace, lastDailyDay }: NotificationSettings, now: Date): boolean {
  if (pace !== 'daily') return pace === 'now'
  const today = ranchDay(now)
  return lastDailyDay !== today && now >= ranchInstant(today, HOURS.from)
}

export interface Visit {
  since: Date
  seenUntil: Date
  seenAt: Date
}

/** An admin's visit to the Today page ends this long after the admin last looked at it. */
const VISIT_MS = 30 * 60_000
const FIRST_VISIT_MS = 7 * 24 * 3_600_000

/** Returns when the list of notifications starts: at the end of the admin's previous visit. */
export function sinceOf(visit: Visit | undefined, now: Date): Date {
  if (!visit) return new Date(now.getTime() - FIRST_VISIT_MS)
  return now.getTime() - visit.seenAt.getTime() > VISIT_MS ? visit.seenUntil : visit.since
}
