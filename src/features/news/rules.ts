/** The news among the audit's entries, in which words, and when it is told. Pure. */
import { emailLabel } from '#features/emails/contract.ts'
import type { auditEntries } from '#platform/database/schema/audit.ts'
import { type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { HOURS } from '#shared/email-hours.ts'
import { formatMoney } from '#shared/money.ts'

export const NEWS_KINDS = ['sign-up', 'offer', 'payment', 'cancellation', 'dispute', 'failed-email'] as const
type NewsKind = (typeof NEWS_KINDS)[number]

/** now: within a minute; daily: all of a day in one e-mail, in the morning at the ranch; never: Today's list alone. */
export const PACES = ['now', 'daily', 'never'] as const

export interface NewsItem {
  id: number
  kind: NewsKind
  at: string
  text: string
  /** Null: it is about none, or it was deleted. */
  reservationId: number | null
}

/** The settings of news: how often it is e-mailed, and which kinds. */
export interface NewsSettings {
  pace: (typeof PACES)[number]
  kinds: NewsKind[]
}

/** Actions of the audit that may be news. */
export const NEWS_ACTIONS = [
  'reservation.confirmed',
  'reservation.cancelled',
  'payment.recorded',
  'payment.updated',
  'mail.failed',
]

export const KIND_LABELS: Record<NewsKind, string> = {
  'sign-up': 'Sign-up',
  offer: 'Waitlist offer accepted',
  payment: 'Payment of the rest',
  cancellation: 'Cancellation',
  dispute: 'Dispute',
  'failed-email': 'Email not sent',
}

/** An entry of the audit, opened, with what it is about as that is now. */
export interface Entry extends Pick<
  typeof auditEntries.$inferSelect,
  'id' | 'at' | 'action' | 'entityId' | 'reservationId'
> {
  /** Null: the data was deleted, or the reservation. */
  guest: string | null
  /** False: it was deleted. */
  isThere: boolean
  event: string | null
  details: Record<string, string | number | boolean | null> | null
  fields: string[]
  /** The spot was offered to the waitlist. */
  offered: boolean
  /** The name of the invoice that a payment paid. */
  invoice: string | null
}

const numberIn = ({ details }: Entry, name: string) => {
  const value = details?.[name]
  return typeof value === 'number' ? value : 0
}

/** The news among entries, in their order. What was written with another entry in one transaction is told with it. */
export const newsOf = (entries: Entry[]): NewsItem[] =>
  entries.flatMap((entry) => {
    const found = kindOf(entry, entries)
    if (found === null) return []
    const { id, at, reservationId, isThere } = entry
    const text = sentenceOf(entry, found, paidWith(entry, entries))
    return [{ id, kind: found, at: at.toISOString(), text, reservationId: isThere ? reservationId : null }]
  })

const together = (a: Entry, b: Entry) =>
  a.reservationId === b.reservationId && a.at.getTime() === b.at.getTime()

function kindOf(entry: Entry, all: Entry[]): NewsKind | null {
  switch (entry.action) {
    case 'reservation.confirmed':
      return entry.offered ? 'offer' : 'sign-up'
    case 'reservation.cancelled':
      // A hold that is given up was no stay yet.
      return entry.details?.['from'] === 'pending' ? null : 'cancellation'
    case 'payment.recorded': {
      const withSignUp = all.some((each) => each.action === 'reservation.confirmed' && together(each, entry))
      return entry.reservationId === null || withSignUp ? null : 'payment'
    }
    case 'payment.updated':
      return disputedBy(entry) > 0 ? 'dispute' : null
    case 'mail.failed':
      return 'failed-email'
    default:
      return null
  }
}

/** @returns cents that a dispute newly took; other updates of the payment, such as its fee, repeat the total of its disputes */
const disputedBy = (entry: Entry) => numberIn(entry, 'withdrawn') - numberIn(entry, 'withdrawnBefore')

/** Cents that were paid with a sign-up. */
const paidWith = (entry: Entry, all: Entry[]) =>
  all
    .filter((each) => each.action === 'payment.recorded' && together(each, entry))
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
      return `The bank of ${guest} disputes${sum(disputedBy(entry))} paid for ${event}.`
    case 'failed-email':
      return `The email “${emailLabel(entry.fields[0] ?? '')}” to ${guest} about ${event} was not sent.`
  }
}

/** The settings that count when news is to be told: `since` is when they were last turned on, `toldDay` the last day of a daily e-mail. */
export interface TellingState extends NewsSettings {
  since: string
  toldDay: Day | null
}

export const FIRST_SETTINGS: NewsSettings = {
  pace: 'now',
  kinds: ['sign-up', 'offer', 'payment', 'cancellation', 'dispute', 'failed-email'],
}

/** Whether e-mails of what happened are to be written now. */
export function isToTell({ pace, toldDay }: TellingState, now: Date): boolean {
  if (pace !== 'daily') return pace === 'now'
  const today = ranchDay(now)
  return toldDay !== today && now >= ranchInstant(today, HOURS.from)
}

export interface Visit {
  since: Date
  seenUntil: Date
  seenAt: Date
}

/** A visit is over when nobody has looked for half an hour. */
const VISIT_MS = 30 * 60_000
const FIRST_VISIT_MS = 7 * 24 * 3_600_000

/** The beginning of what a visit shows: where the one before it ended. */
export function sinceOf(visit: Visit | undefined, now: Date): Date {
  if (!visit) return new Date(now.getTime() - FIRST_VISIT_MS)
  return now.getTime() - visit.seenAt.getTime() > VISIT_MS ? visit.seenUntil : visit.since
}
