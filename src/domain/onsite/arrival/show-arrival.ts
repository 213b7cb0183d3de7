/** Returns what pages show of a guest's arrival. */
import type { ArrivalShown } from './contract.ts'
import { type ArrivalFacts, type EventDays, givenArrival, watchOf } from './rules.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

export const showArrival = (facts: ArrivalFacts, event: EventDays): ArrivalShown => ({
  told: givenArrival(facts, event),
  leftPavementAt: iso(facts.leftPavementAt),
  hereAt: iso(facts.hereAt),
  hereBy: facts.hereBy,
  overdueAt: iso(watchOf(facts, event)?.overdueAt ?? null),
})
