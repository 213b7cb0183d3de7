/** Which days' retreats are at hand, and which are to be asked for next. Pure. */
import type { Day } from '#shared/days.ts'
import { MOST_DAYS, type Retreat } from '#features/calendar/contract.ts'
import { shiftDay } from '#features/calendar/rules.ts'

/** Days from the first one through the last one. */
export interface Stretch {
  start: Day
  end: Day
}

/** The retreats of some days: every one that touches any of them. */
export interface Known {
  /** The days at hand as stretches, by start; none touches another. */
  days: Stretch[]
  /** The retreats, by start. */
  list: Retreat[]
}

/** Whoever needs a day is likely to go on from there: so many days more are asked for on both sides. */
const DAYS_AROUND = 180

const byStart = (a: Stretch, b: Stretch) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0)

/** The same days in as few stretches as there can be. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const { start, end } of stretches.toSorted(byStart)) {
    const last = all.at(-1)
    if (!last || start > shiftDay(last.end, 1)) all.push({ start, end })
    else if (end > last.end) last.end = end
  }
  return all
}

/** The first days in a row of `wanted` that are not among `days`, which are as `joined` gives them. */
export function missingIn(days: readonly Stretch[], wanted: Stretch): Stretch | null {
  let { start } = wanted
  for (const known of days) {
    if (known.end < start) continue
    if (known.start > start) {
      const before = shiftDay(known.start, -1)
      return { start, end: before < wanted.end ? before : wanted.end }
    }
    if (known.end >= wanted.end) return null
    start = shiftDay(known.end, 1)
  }
  return { start, end: wanted.end }
}

/** The next days to ask for, so that the first of `wanted` that is not there yet will be; null when all are. */
export function nextAsk(days: readonly Stretch[], wanted: readonly Stretch[]): Stretch | null {
  for (const each of wanted) {
    const missing = missingIn(days, each)
    if (missing) return around(days, missing)
  }
  return null
}

/** More than is missing, but nothing again that is there beside it, and no more than one call gives. */
function around(days: readonly Stretch[], missing: Stretch): Stretch {
  const before = days.findLast(({ end }) => end < missing.start)
  const after = days.find(({ start }) => start > missing.end)
  const least = shiftDay(missing.start, -DAYS_AROUND)
  const start = before && before.end >= least ? shiftDay(before.end, 1) : least
  const most = [shiftDay(missing.end, DAYS_AROUND), shiftDay(start, MOST_DAYS - 1)]
  if (after) most.push(shiftDay(after.start, -1))
  return { start, end: most.reduce((a, b) => (a < b ? a : b)) }
}

/** Adds the retreats of more days. One that goes on over a border is there already, and is not taken twice. */
export function withMore({ days, list }: Known, more: Stretch, found: readonly Retreat[]): Known {
  const fresh = found.filter((retreat) => !touches(days, retreat))
  return { days: joined([...days, more]), list: [...list, ...fresh].toSorted(byStart) }
}

/** The retreats of those of `wanted` that are at hand as a whole, and of no other days. */
export function onlyOf({ days, list }: Known, wanted: readonly Stretch[]): Known {
  const there = joined(wanted.filter((each) => missingIn(days, each) === null))
  return { days: there, list: list.filter((retreat) => touches(there, retreat)) }
}

/** Whether it has a day among `days`, which are as `joined` gives them. */
function touches(days: readonly Stretch[], { start, end }: Stretch): boolean {
  return days.some((each) => each.start <= end && start <= each.end)
}
