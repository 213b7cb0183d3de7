/** Rounds of two things in turn, so that what else the machine does meets both alike. */

/** Does some work and gives how many pieces it did. */
export type Work = () => Promise<number>

export interface Contest {
  ours: Work
  baseline: Work
  rounds: number
}

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
export async function compare({ ours, baseline, rounds }: Contest): Promise<Compared> {
  await baseline()
  await ours()
  const pairs: { ours: number; baseline: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const base = await perSecond(baseline)
    pairs.push({ baseline: base, ours: await perSecond(ours) })
  }
  return {
    ours: spread(pairs.map((pair) => pair.ours)).median,
    baseline: spread(pairs.map((pair) => pair.baseline)).median,
    ratio: spread(pairs.map((pair) => pair.ours / pair.baseline)),
  }
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
