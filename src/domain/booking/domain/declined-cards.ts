/**
 * Slows down a network that tries many declined cards, as people do who test stolen cards (docs/decisions/0038).
 * Pure.
 */

/** Number of declined cards after which a payment is canceled. A guest who mistypes needs two or three tries. */
const MOST_DECLINES = 5

/**
 * From this many declined cards within an hour on, a network (IP address) looks like it tests stolen cards. Each of
 * its open payments is then canceled after one more decline.
 */
const TESTER_FROM = 15

/** Returns how many declined cards an open payment allows, given the number of declined cards of its network. */
export const mostDeclines = (ofNetwork: number): number => (ofNetwork >= TESTER_FROM ? 1 : MOST_DECLINES)

const MINUTE = 60_000

/** Milliseconds for which a declined card counts against a network. */
export const COUNTED_MS = 60 * MINUTE

/** How many declined cards count against a network, and when the newest was declined. */
export interface Declines {
  count: number
  last: Date | null
}

/** How long a new payment must wait after the last declined card, by the number of declined cards. */
const PAUSES = [
  { from: 25, ms: 60 * MINUTE },
  { from: TESTER_FROM, ms: 10 * MINUTE },
  { from: MOST_DECLINES, ms: MINUTE },
] as const

/**
 * Returns for how many milliseconds a network, or an invoice, must wait before it may open a new payment; 0 means not
 * at all.
 */
export function pauseAfter({ count, last }: Declines, now: Date): number {
  const pause = PAUSES.find(({ from }) => count >= from)
  if (!pause || last === null) return 0
  return Math.max(0, last.getTime() + pause.ms - now.getTime())
}

/** From this many declined cards on, an event's sign-up looks like it is used for card testing. */
const TESTED_FROM = 20

const BETWEEN_MS = 2 * MINUTE

/**
 * Returns for how many milliseconds a network must wait between two payments at an event where many networks test
 * cards. The first payment never waits, so testers cannot keep real guests out. A network that has paid counts as no
 * tester.
 */
export function pauseBetween(
  { count }: Declines,
  { lastMade, hasPaid }: { lastMade: Date | null; hasPaid: boolean },
  now: Date,
): number {
  if (count < TESTED_FROM || hasPaid || lastMade === null) return 0
  return Math.max(0, lastMade.getTime() + BETWEEN_MS - now.getTime())
}

/** Returns a sentence for the guest who has to wait. */
export function pauseText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Several cards were declined, so payments are slow for a while. Nothing was charged: please wait ${wait} and try once more, ideally with another card. Or write to us, and we will find another way to pay.`
}
