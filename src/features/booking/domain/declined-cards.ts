/** Declined cards slow down whoever tries many (docs/decisions/0051). Pure. */

/** A payment is cancelled with so many: who mistypes needs two or three. */
const MOST_DECLINES = 5

/** A network with so many in an hour tries cards out: payments that were opened beforehand take one more each. */
const TESTER_FROM = 15

/** The number of declines that an open payment takes, by how many the network has had that asked for it. */
export const mostDeclines = (ofNetwork: number): number => (ofNetwork >= TESTER_FROM ? 1 : MOST_DECLINES)

const MINUTE = 60_000

/** Declines are counted for so long: an hour later all is as before. */
export const COUNTED_MS = 60 * MINUTE

/** Declined cards, as far as they are counted; `last`: when the newest was. */
export interface Declines {
  count: number
  last: Date | null
}

/** Pauses: from so many declines on, a fresh payment waits so long after the last one. */
const PAUSES = [
  { from: 25, ms: 60 * MINUTE },
  { from: TESTER_FROM, ms: 10 * MINUTE },
  { from: MOST_DECLINES, ms: MINUTE },
] as const

/** Milliseconds until a network, or an invoice, may have a fresh payment; 0: now. */
export function pauseAfter({ count, last }: Declines, now: Date): number {
  const pause = PAUSES.find(({ from }) => count >= from)
  if (!pause || last === null) return 0
  return Math.max(0, last.getTime() + pause.ms - now.getTime())
}

/** An event at which so many cards were declined is one where cards are tried out. */
const TESTED_FROM = 20

const BETWEEN_MS = 2 * MINUTE

/**
 * Milliseconds until a network may have another payment of an event where cards are tried out from many. The first comes at
 * once, so that nobody is shut out by others, and who has paid for something is no tester.
 */
export function pauseBetween(
  { count }: Declines,
  { lastMade, hasPaid }: { lastMade: Date | null; hasPaid: boolean },
  now: Date,
): number {
  if (count < TESTED_FROM || hasPaid || lastMade === null) return 0
  return Math.max(0, lastMade.getTime() + BETWEEN_MS - now.getTime())
}

/** The pause in words, for the guest who has to wait. */
export function pauseText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Several cards were declined, so payments are slow for a while. Nothing was charged: please wait ${wait} and try once more, ideally with another card. Or write to us, and we will find another way to pay.`
}
