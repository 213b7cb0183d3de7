/** Rounds of two things in turn, so that what else the machine does meets both alike. */

/** Does some work and gives how many pieces it did. */
export type Work = () => Promise<number>

export interface Compared {
  /** Pieces a second, the median of the rounds. */
  ours: number
  baseline: number
  /** Ours by the baseline's of the same round: the median, the least and the greatest. */
  ratio: Spread
}

export interface Spread {
  median: number
  least: number
  greatest: number
}

/** Plays one round of each that does not count, then the others, the baseline first. */
export async function compare(work: { ours: Work; baseline: Work; rounds: number }): Promise<Compared> {
  await work.baseline()
  await work.ours()
  const [ours, baseline, ratios]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < work.rounds; round += 1) {
    const base = await perSecond(work.baseline)
    const own = await perSecond(work.ours)
    baseline.push(base)
    ours.push(own)
    ratios.push(own / base)
  }
  return { ours: percentile(ours, 50), baseline: percentile(baseline, 50), ratio: spread(ratios) }
}

/** Does `count` pieces of work, `lanes` of them at a time. */
export async function inLanes(
  { count, lanes }: { count: number; lanes: number },
  piece: (index: number, lane: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const lane = async (_: unknown, number: number) => {
    while (next < count) {
      const index = next
      next += 1
      await piece(index, number)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return count
}

export function spread(values: number[]): Spread {
  return { median: percentile(values, 50), least: Math.min(...values), greatest: Math.max(...values) }
}

/** The least value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}

async function perSecond(work: Work): Promise<number> {
  const start = performance.now()
  const count = await work()
  return (count * 1000) / (performance.now() - start)
}
