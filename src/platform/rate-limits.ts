/**
 * Limits per caller, and per caller and target where guessing is the worry. Token buckets in memory: each process
 * counts for itself. Nobody can lock others out, since every key holds the caller's network or session.
 */
import type { LimitName } from '#shared/endpoint.ts'

interface Budget {
  /** The number of tries at once. */
  burst: number
  /** Seconds until one more is allowed. */
  refillSeconds: number
}

/**
 * `read`: pages ask for several things at once, also from a shared address. `write`: a family fills in forms.
 * `guess`: only misses count, besides as a read. `payment`: card testing needs many intents, a guest needs one or two.
 * `mail`: what may write to a mailbox that is not the caller's. `sign-up`: people who are signed up for
 * nothing; a group of friends is at one address. `join`: places on the waitlist, of which nobody needs many; half of them
 * for one event, so that twenty people behind one address still join together.
 */
export const BUDGETS: Record<Exclude<LimitName, 'none'>, Budget> = {
  read: { burst: 600, refillSeconds: 0.1 },
  write: { burst: 60, refillSeconds: 1 },
  guess: { burst: 20, refillSeconds: 30 },
  payment: { burst: 30, refillSeconds: 20 },
  mail: { burst: 10, refillSeconds: 60 },
  'sign-up': { burst: 30, refillSeconds: 60 },
  join: { burst: 40, refillSeconds: 300 },
}

/** Per caller and named target, of what the budget allows a caller altogether. */
const TARGET_SHARE = 0.5

/**
 * Wrong answers to one short secret (the dog's name, an event's password) from everywhere together. While these are gone each
 * network has the second budget alone: many networks guess slowly then, and whoever knows the answer is let in at once.
 */
export const WHOLE: Budget = { burst: 100, refillSeconds: 60 }
export const WHILE_WHOLE_IS_GONE: Budget = { burst: 2, refillSeconds: 300 }

/** Memory stays bounded: beyond this many callers the one seen longest ago is forgotten. */
const MAX_BUCKETS = 50_000

interface Bucket {
  used: number
  at: number
}

/** A name that a caller is counted under, and how many ordinary budgets it has: the network around theirs has several. */
export interface RateLimitKey {
  key: string
  times: number
}

export type Taken = { ok: true; release(): void } | { ok: false; retryAfterSeconds: number }

export interface RateLimits {
  /**
   * Takes a token under all of the caller's names, or under none. A call for several people takes as many `tokens` (R46.5).
   * `target` narrows the limit to one thing that is guessed at.
   */
  take(
    limit: LimitName,
    caller: readonly RateLimitKey[],
    asked?: { target?: string | undefined; tokens?: number },
  ): Taken
  /** Counts one guess at a short secret among those of everybody; `network` is what one person may command. */
  takeShared(target: string, network: string): Taken
}

const UNLIMITED: Taken = { ok: true, release: () => {} }

interface LimitOptions {
  /** `RATE_LIMITS=off`: everything passes. */
  enabled: boolean
  now: () => Date
  maxBuckets?: number
}

export function createRateLimits({ enabled, now, maxBuckets = MAX_BUCKETS }: LimitOptions): RateLimits {
  const buckets = new Map<string, Bucket>()

  function bucketFor(key: string, { refillSeconds }: Budget): Bucket {
    const at = now().getTime()
    const known = buckets.get(key)
    const drained = known ? (at - known.at) / 1000 / refillSeconds : 0
    const bucket = { used: Math.max(0, (known?.used ?? 0) - Math.max(0, drained)), at }
    // The entry is set anew, so that the map's order is the order of last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? '')
    return bucket
  }

  function takeAll(budgets: readonly [key: string, Budget][], tokens = 1): Taken {
    const found = budgets.map(([key, budget]) => ({ key, budget, bucket: bucketFor(key, budget) }))
    const waits = found.map(({ budget, bucket }) =>
      Math.ceil((bucket.used + tokens - budget.burst) * budget.refillSeconds),
    )
    const longest = Math.max(...waits)
    if (longest > 0) return { ok: false, retryAfterSeconds: longest }
    for (const { bucket } of found) bucket.used += tokens
    return {
      ok: true,
      release: () => {
        for (const { key } of found) {
          const current = buckets.get(key)
          if (current) current.used = Math.max(0, current.used - tokens)
        }
      },
    }
  }

  return {
    take(limit, caller, { target, tokens = 1 } = {}) {
      if (!enabled || limit === 'none') return UNLIMITED
      const { burst, refillSeconds } = BUDGETS[limit]
      const share = target === undefined ? 1 : TARGET_SHARE
      return takeAll(
        caller.map(({ key, times }) => [
          `${limit} ${key} ${target ?? ''}`,
          { burst: Math.ceil(burst * share * times), refillSeconds: refillSeconds / times },
        ]),
        tokens,
      )
    },
    takeShared(target, network) {
      if (!enabled) return UNLIMITED
      const taken = takeAll([[`whole ${target}`, WHOLE]])
      return taken.ok ? taken : takeAll([[`whole ${target} ${network}`, WHILE_WHOLE_IS_GONE]])
    },
  }
}
