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
   * Returns those of `ids` that are to be read now. `ids` must contain all that are still waiting, because the pace
   * forgets the others. `what` keeps ids of different kinds apart.
   */
  choose: <Id extends string | number>(what: string, ids: Id[], now: Date) => Id[]
  /** Plans the next reading of an id for which Stripe has answered. */
  noteRead: (what: string, id: string | number, now: Date) => void
  /** `last` is when the last comparison began, perhaps in another process. Null before the first one. */
  isComparisonDue: (now: Date, last: Date | null) => boolean
  /** Remembers a comparison. `late` means that it found an event whose webhook had not arrived. */
  noteComparison: (facts: { late: boolean }) => void
}

/** Reads everything every time. */
export const WITHOUT_PACE: ReadPace = {
  choose: (_what, ids) => ids,
  noteRead: () => {},
  isComparisonDue: () => true,
  noteComparison: () => {},
}

interface Plan {
  waitMs: number
  readAt: number
}

/**
 * Creates a pace that is kept in memory. So a site that has just started reads everything at once: perhaps the one
 * before crashed in the middle of a payment. A clock that was set back makes everything due.
 */
export function createReadPace(): ReadPace {
  const plans = new Map<string, Map<string | number, Plan>>()
  let isFirst = true
  let comparedMs = COMPARE_MS
  return {
    choose(what, ids, now) {
      const before = plans.get(what)
      plans.set(what, new Map(ids.flatMap((id) => (before?.has(id) ? [[id, before.get(id) as Plan]] : []))))
      return ids.filter((id) => {
        const plan = before?.get(id)
        return plan === undefined || Math.abs(now.getTime() - plan.readAt) >= plan.waitMs
      })
    },
    noteRead(what, id, now) {
      const plan = plans.get(what)
      const waitMs = Math.min((plan?.get(id)?.waitMs ?? MINUTE / 2) * 2, LONGEST_WAIT_MS)
      plan?.set(id, { waitMs, readAt: now.getTime() })
    },
    isComparisonDue: (now, last) =>
      isFirst || last === null || Math.abs(now.getTime() - last.getTime()) >= comparedMs,
    noteComparison({ late }) {
      isFirst = false
      comparedMs = late ? COMPARE_SOON_MS : COMPARE_MS
    },
  }
}
