/** When a question is asked again by itself. In a tab that is not shown it is not asked. */

export interface Poll {
  everyMs: number
  /** The longest wait, while it fails (or, with `slows`, nothing changes); a minute unless told. */
  maxMs?: number
  /** Asks ever less often while the answer stays the same, for what may take days. */
  slows?: boolean
}

/** For what the site does by itself, mostly within seconds, and sometimes within days. */
export const WHILE_UNDER_WAY: Poll = { everyMs: 1000, maxMs: 30_000, slows: true }

interface AnswerState {
  data?: unknown
  dataUpdatedAt: number
  errorUpdatedAt: number
  errorUpdateCount: number
}

/** When each answer first came; the cache hands out the same object while nothing in it changes. */
const firstCame = new WeakMap<object, number>()

/** The wait until the next time, in milliseconds: as long again as it has been failing, or the same. */
export function waitOf({ everyMs, maxMs = 60_000, slows = false }: Poll, state: AnswerState): number {
  const { data, dataUpdatedAt, errorUpdatedAt, errorUpdateCount } = state
  const within = (ms: number) => Math.min(Math.max(ms, everyMs), Math.max(maxMs, everyMs))
  if (errorUpdatedAt > dataUpdatedAt)
    return within(
      dataUpdatedAt === 0 ? everyMs * 2 ** (errorUpdateCount - 1) : errorUpdatedAt - dataUpdatedAt,
    )
  if (!slows || typeof data !== 'object' || data === null) return everyMs
  const since = firstCame.get(data) ?? dataUpdatedAt
  firstCame.set(data, since)
  return within(dataUpdatedAt - since)
}
