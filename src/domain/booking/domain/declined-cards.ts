/**
 * Slows down an IP network that tries many declined cards, as people do who test stolen cards (R4.13).
 * Pure.
 */

/**
 * Number of declined cards after which the site cancels an open payment. A guest who mistypes needs two or three
 * tries.
 */
const MOST_DECLINES = 5

/**
 * An IP network with this many declined cards within an hour looks like it tests stolen cards. The site then cancels
 * each of its open payments after one more declined card.
 */
const TESTER_FROM = 15

/**
 * Returns how many declined cards an open payment allows. `ofNetwork` is the number of declined cards from its IP
 * network.
 */
export const mostDeclines = (ofNetwork: number): number => (ofNetwork >= TESTER_FROM ? 1 : MOST_DECLINES)

const MINUTE = 60_000

/** Milliseconds for which a declined card counts against an IP network. */
export const COUNTED_MS = 60 * MINUTE

/** How many declined cards count against an IP network or an invoice, and when the newest was declined. */
export interface Declines {
  count: number
  last: Date | null
}

/**
 * How long a new payment must wait after the last declined card. The wait grows with the number of declined cards.
 */
const PAUSES = [
  { from: 25, ms: 60 * MINUTE },
  { from: TESTER_FROM, ms: 10 * MINUTE },
  { from: MOST_DECLINES, ms: MINUTE },
] as const

/**
 * Returns for how many milliseconds an IP network, or an invoice, must wait before it may open a new payment.
 * Returns 0 if it need not wait.
 */
export function pauseAfter({ count, last }: Declines, now: Date): number {
  const pause = PAUSES.find(({ from }) => count >= from)
  if (!pause || last === null) return 0
  return Math.max(0, last.getTime() + pause.ms - now.getTime())
}

/** An event with this many declined cards looks like people use its sign-up to test stolen cards. */
const TESTED_FROM = 20

const BETWEEN_MS = 2 * MINUTE

/**
 * Returns for how many milliseconds an IP network must wait between two payments at an event where people test
 * stolen cards. The first payment never waits, so that testers cannot keep real guests out. A network that has paid
 * does not wait either.
 */
export function pauseBetween(
  { count }: Declines,
  { lastMade, hasPaid }: { lastMade: Date | null; hasPaid: boolean },
  now: Date,
): number {
  if (count < TESTED_FROM || hasPaid || lastMade === null) return 0
  return Math.max(0, lastMade.getTime() + BETWEEN_MS - now.getTime())
}

/** Returns the sentence that tells a guest how long to wait before paying. */
export function pauseText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Several cards were declined, so payments are slow for a while. Nothing was charged: please wait ${wait} and try once more, ideally with another card. Or write to us, and we will find another way to pay.`
}
