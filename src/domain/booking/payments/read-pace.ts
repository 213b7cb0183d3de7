/**
 * Decides how often the site reads the same thing from Stripe again. On average over 30 days, Stripe grants 500 reads
 * per payment, and at least 10,000 a month (docs.stripe.com/rate-limits, "API read request allocations").
 */
const MINUTE = 60_000

/** The site reads an open payment or refund after 1, 2, 4, 8 … minutes, and at least this often. */
const LONGEST_WAIT_MS = 6 * 60 * MINUTE

/** Time between two comparisons with Stripe's list of events, while its webhooks arrive. */
const COMPARE_MS = 15 * MINUTE

/** Time between two comparisons after one has found an event whose webhook had not arrived. */
const COMPARE_SOON_MS = 5 * MINUTE

export interface ReadPace {
  /**
   * Returns those of `ids` that are to be read now, and plans their next reading. `ids` must contain all that are still
   * waiting, because the pace forgets the others. `what` keeps ids of different kinds apart.
   */
  choose: <Id extends string | number>(what: string, ids: Id[], now: Date) => Id[]
  /** `last` is when the last comparison began, perhaps in another process. Null before the first one. */
  isComparisonDue: (now: Date, last: Date | null) => boolean
  /** Remembers a comparison. `late` means that it found an event whose webhook had not arrived. */
  noteComparison: (facts: { late: boolean }) => void
}

/** Reads everything every time. */
export const WITHOUT_PACE: ReadPace = {
  choose: (_what, ids) => ids,
  isComparisonDue: () => true,
  noteComparison: () => {},
}

/**
 * Creates a pace that is kept in memory. So a site that has just started reads everything at once: perhaps the one
 * before crashed in the middle of a payment.
 */
export function createReadPace(): ReadPace {
  const plans = new Map<string, Map<string | number, { waitMs: number; at: number }>>()
  let isFirst = true
  let waitMs = COMPARE_MS
  return {
    choose(what, ids, now) {
      const time = now.getTime()
      const before = plans.get(what)
      const plan = new Map<string | number, { waitMs: number; at: number }>()
      plans.set(what, plan)
      return ids.filter((id) => {
        const last = before?.get(id)
        const isDue = last === undefined || last.at <= time
        const nextMs = Math.min((last?.waitMs ?? MINUTE / 2) * 2, LONGEST_WAIT_MS)
        plan.set(id, isDue ? { waitMs: nextMs, at: time + nextMs } : last)
        return isDue
      })
    },
    isComparisonDue: (now, last) =>
      isFirst || last === null || Math.abs(now.getTime() - last.getTime()) >= waitMs,
    noteComparison({ late }) {
      isFirst = false
      waitMs = late ? COMPARE_SOON_MS : COMPARE_MS
    },
  }
}
