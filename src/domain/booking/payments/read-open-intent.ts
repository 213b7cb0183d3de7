/**
 * Reads open payment intents for guests' pages. A page that polls, or a script with a private link, must not use up the
 * reads that Stripe allows (docs.stripe.com/rate-limits, "API read request allocations").
 */
import type { IntentReply } from '#domain/money/card-provider/port.ts'
import type { BookingDeps } from '../deps.ts'

const HOUR_MS = 60 * 60_000

/** Within an hour, so many page views read an intent from Stripe. A guest who pays needs far fewer. */
const AT_ONCE = 30

/** After that, pages show the last reply for this long. A webhook about a payment still counts immediately. */
const SHOWN_MS = 60_000

/** Most intents whose reads are remembered. */
const MOST_REMEMBERED = 10_000

interface Reads {
  since: number
  count: number
  at: number
  reply: IntentReply
}

/** Reads of each intent by this process. */
const reads = new Map<string, Reads>()

/** Returns an open intent from Stripe, or the reply of at most a minute ago if pages have asked very often. */
export async function readOpenIntent(
  { provider, now }: Pick<BookingDeps, 'provider' | 'now'>,
  id: string,
): Promise<IntentReply> {
  const time = now().getTime()
  const last = reads.get(id)
  const isThisHour = last !== undefined && Math.abs(time - last.since) < HOUR_MS
  if (isThisHour && last.count >= AT_ONCE && Math.abs(time - last.at) < SHOWN_MS) return last.reply
  const reply = await provider.retrieveIntent(id)
  if (reply.outcome !== 'ok') return reply
  if (reads.size >= MOST_REMEMBERED) reads.clear()
  reads.set(id, {
    since: isThisHour ? last.since : time,
    count: isThisHour ? last.count + 1 : 1,
    at: time,
    reply,
  })
  return reply
}
