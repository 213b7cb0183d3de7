/** How many spots of one event one address may hold without paying for them (docs/decisions/0038). Pure but for what it remembers. */
import type { BookingDeps } from '../deps.ts'
import { mostUnpaid, type NotSignedUp, type SignedUp } from '../domain/sign-up.ts'
import { listUnpaidHolds } from '../store/sign-ups.ts'

/** A hold that lapsed counts for so long after it was made: otherwise the same spots could be held again and again. */
const COUNTED_MS = 3_600_000

/** Memory stays bounded: beyond this many callers the one seen longest ago is forgotten. */
const MAX_TALLIES = 20_000

interface Tally {
  /** Reservation of the payer → when it was held, and how many spots. */
  held: Map<number, { at: number; spots: number }>
  /** Spots of sign-ups that are being made. */
  underWay: number
}

/** True: these spots may be held too. Asked before they are taken, counted once for each sign-up. `earlier`: the payer's reservation that holds some of them already. */
export type MayHold = (earlier: { reservationId: number; spots: number } | undefined) => Promise<boolean>

/** A sign-up that takes so many free spots of the event. */
interface Holding {
  network: string
  event: { id: number; spots: number }
  wanted: number
}

/** A hold that takes no free spot (one that is offered or passed on) is not counted. */
export const uncounted: MayHold = async () => true

/** Gives what runs sign-ups and remembers what they hold. Off with the rate limits. */
export function createHoldLimit({ db, now, settings }: BookingDeps) {
  const tallies = new Map<string, Tally>()

  function tallyOf(key: string): Tally {
    const tally = tallies.get(key) ?? { held: new Map<number, { at: number; spots: number }>(), underWay: 0 }
    // The entry is set anew, so that the map's order is the order of last use.
    tallies.delete(key)
    tallies.set(key, tally)
    if (tallies.size > MAX_TALLIES) tallies.delete(tallies.keys().next().value ?? '')
    return tally
  }

  async function forgetEnded({ held }: Tally): Promise<void> {
    const asked = [...held]
    if (asked.length === 0) return
    const unpaid = new Set(await listUnpaidHolds(db, [...held.keys()]))
    const since = now().getTime() - COUNTED_MS
    for (const [id, { at }] of asked) if (at <= since || !unpaid.has(id)) held.delete(id)
  }

  return async (
    { network, event, wanted }: Holding,
    run: (mayHold: MayHold) => Promise<SignedUp | NotSignedUp>,
  ): Promise<SignedUp | NotSignedUp> => {
    if (!settings.rateLimits) return run(uncounted)
    // All addresses that one person commands count as one.
    const tally = tallyOf(`${network} ${event.id}`)
    let counted = false
    const mayHold: MayHold = async (earlier) => {
      if (counted) return true
      await forgetEnded(tally)
      const held = [...tally.held].map(([id, { spots }]) => (id === earlier?.reservationId ? 0 : spots))
      const before = held.reduce((sum, spots) => sum + spots, tally.underWay)
      counted = before === 0 || before + wanted <= mostUnpaid(event.spots)
      if (counted) tally.underWay += wanted
      return counted
    }
    try {
      const result = await run(mayHold)
      if (counted && result.ok && result.holdExpiresAt !== null)
        tally.held.set(result.reservationId, { at: now().getTime(), spots: wanted })
      return result
    } finally {
      if (counted) tally.underWay -= wanted
    }
  }
}
