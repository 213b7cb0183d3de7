/**
 * Limits declined cards, so that nobody can test stolen cards here. A network with many declines must wait before it
 * opens a new payment, and a payment with many declines is canceled (docs/decisions/0038).
 */
import type { BookingDeps } from '../deps.ts'
import { COUNTED_MS, mostDeclines, pauseAfter, pauseBetween } from '../domain/declined-cards.ts'
import { countDeclines, findEarlierIntents, findIntent, readDeclines } from '../store/payment-intents.ts'
import { cancelIntent } from './stop-payments.ts'

type Deps = Pick<BookingDeps, 'db' | 'settings' | 'now'>

/** Returns the keyed hash of a network. Declined cards are counted by it. */
export const networkHash = ({ sealer }: Pick<BookingDeps, 'sealer'>, network: string): string =>
  sealer.lookup(`network ${network}`)

/**
 * A request to open a payment: its network, and either the invoice or the event's sign-up that it pays (null: an
 * amount without an event).
 */
export interface Asking {
  /** Keyed hash of the network that sent the request. Null if the guest only views a page. */
  madeFrom: string | null
  for: { eventId: number | null } | { invoiceId: number }
}

const sinceOf = (now: Date) => new Date(now.getTime() - COUNTED_MS)

/** Returns for how many milliseconds this request must wait before it may open a new payment; 0 if it may now. */
export async function readPause({ db, settings, now }: Deps, asking: Asking): Promise<number> {
  if (!settings.rateLimits) return 0
  const at = now()
  const since = sinceOf(at)
  const { madeFrom } = asking
  const own = madeFrom === null ? 0 : pauseAfter(await readDeclines(db, { madeFrom }, since), at)
  if ('invoiceId' in asking.for)
    return Math.max(own, pauseAfter(await readDeclines(db, asking.for, since), at))
  if (madeFrom === null) return own
  const made = await findEarlierIntents(db, { madeFrom, ...asking.for })
  return Math.max(own, pauseBetween(await readDeclines(db, asking.for, since), made, at))
}

/**
 * Cancels an open intent that has reached its limit of declined cards. Returns false if Stripe did not answer; then
 * try again later.
 */
export async function stopDeclined(deps: BookingDeps, intentId: string): Promise<boolean> {
  const row = await findIntent(deps.db, intentId)
  if (row?.status !== 'open') return true
  const { db, settings } = deps
  const now = deps.now()
  const counted = settings.rateLimits && row.madeFrom !== null
  const ofNetwork = counted
    ? (await readDeclines(db, { madeFrom: row.madeFrom ?? '' }, sinceOf(now))).count
    : 0
  if ((await countDeclines(db, intentId, now)) < mostDeclines(ofNetwork)) return true
  return (await cancelIntent(deps, intentId, 'job:declines')) !== 'unanswered'
}
