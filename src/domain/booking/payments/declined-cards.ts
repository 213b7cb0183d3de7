/**
 * Limits declined cards, so that nobody can test stolen cards on this site. An IP network with many declined cards
 * must wait before it opens a new payment. A payment with many declined cards is canceled (R4.13).
 */
import type { BookingDeps } from '../deps.ts'
import { COUNTED_MS, mostDeclines, pauseAfter, pauseBetween } from '../domain/declined-cards.ts'
import {
  findEarlierIntents,
  findIntent,
  readDeclines,
  readDeclinesOfIntent,
} from '../store/payment-intents.ts'
import { cancelIntent } from './stop-payments.ts'

type Deps = Pick<BookingDeps, 'db' | 'settings' | 'now'>

/** Returns the keyed hash of an IP network. Declined cards are counted for each hash. */
export const networkHash = ({ sealer }: Pick<BookingDeps, 'sealer'>, network: string): string =>
  sealer.lookup(`network ${network}`)

/**
 * A request to open a payment: its IP network, and the invoice or the event that it pays for. `eventId` is null for
 * an amount without an event.
 */
export interface Asking {
  /** Keyed hash of the IP network that sent the request. Null if the guest only views a page. */
  madeFrom: string | null
  for: { eventId: number | null } | { invoiceId: number }
}

const sinceOf = (now: Date) => new Date(now.getTime() - COUNTED_MS)

/**
 * Returns for how many milliseconds a request must wait before it may open a new payment; 0 if it need not wait.
 */
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
 * Cancels an open payment intent that has reached its limit of declined cards. Returns false if Stripe did not
 * answer; then try again later.
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
  if ((await readDeclinesOfIntent(db, intentId)).count < mostDeclines(ofNetwork)) return true
  return (await cancelIntent(deps, intentId, 'job:declines')) !== 'unanswered'
}
