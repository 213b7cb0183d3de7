import { getCalendarRetreats } from '#features/calendar/contract.ts'
import {
  type Known,
  nextAsk,
  onlyOf,
  type Stretch,
  withMore,
} from '#features/calendar/ui/retreats/stretches.ts'
import type { Call } from '#shared/client.ts'
import { orRefuse } from './refuse.ts'

/** Enough for years of plans. The days of what lies further apart are asked for by the browser. */
const MOST_CALLS = 6

/** The retreats of these days, the first ones before all: what a page comes with. */
export async function loadRetreats(call: Call, wanted: readonly Stretch[]): Promise<Known> {
  let known: Known = { days: [], list: [] }
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const next = nextAsk(known.days, wanted)
    if (!next) break
    const query = { from: next.start, to: next.end }
    known = withMore(known, next, orRefuse(await call(getCalendarRetreats, { query })))
  }
  // The page reads no more than this, though later requests reach further: that may be much, and nobody may ever look there.
  return onlyOf(known, wanted)
}
