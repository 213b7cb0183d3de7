/**
 * Limits per caller's address, and per address and target where guessing is the worry. Token buckets in
 * memory: each process counts for itself. Nobody can lock others out, since every key holds the address.
 */
import type { LimitName } from '../shared/endpoint.ts'

interface Budget {
  /** How many at once. */
  burst: number
  /** Seconds until one more is allowed. */
  refillSeconds: number
}

/**
 * `read`: pages ask for several things at once, also from a shared address. `write`: a family fills in forms.
 * `guess`: only misses count, besides as a read. `payment`: card testing needs many intents, a guest needs one or two.
 * `mail`: what may write to a mailbox that is not the caller's. `sign-up`: those that cost nothing and are confirmed, and
 * mailed, at once; a group of friends is at one address.
 */
export const BUDGETS: Record<Exclude<LimitName, 'none'>, Budget> = {
  read: { burst: 600, refillSeconds: 0.1 },
  write: { burst: 60, refillSeconds: 1 },
  guess: { burst: 20, refillSeconds: 30 },
  payment: { burst: 30, refillSeconds: 20 },
  mail: { burst: 10, refillSeconds: 60 },
  'sign-up': { burst: 30, refillSeconds: 60 },
}

/** Per address and named target, of what the budget allows an address altogether. */
const TARGET_SHARE = 0.5

/** Memory stays bounded: beyond this many callers the one seen longest ago is forgotten. */
const MAX_BUCKETS = 50_000

interface Bucket {
  used: number
  at: number
}

export type Taken = { ok: true; giveBack(): void } | { ok: false; retryAfterSeconds: number }

export interface Limits {
  /** Counts one try. `target` narrows the limit to one thing being guessed at. */
  take(limit: LimitName, address: string, target?: string): Taken
}

const UNLIMITED: Taken = { ok: true, giveBack: () => {} }

export interface LimitOptions {
  /** `RATE_LIMITS=off`: everything passes. */
  enabled: boolean
  now: () => Date
  maxBuckets?: number
}

export function createLimits({ enabled, now, maxBuckets = MAX_BUCKETS }: LimitOptions): Limits {
  const buckets = new Map<string, Bucket>()

  function bucketFor(key: string, budget: Budget): Bucket {
    const at = now().getTime()
    const known = buckets.get(key)
    const drained = known ? (at - known.at) / 1000 / budget.refillSeconds : 0
    const bucket = { used: Math.max(0, (known?.used ?? 0) - Math.max(0, drained)), at }
    // Set anew, so that the map's order is the order of last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? '')
    return bucket
  }

  return {
    take(limit, address, target) {
      if (!enabled || limit === 'none') return UNLIMITED
      const budget = BUDGETS[limit]
      const burst = target === undefined ? budget.burst : Math.ceil(budget.burst * TARGET_SHARE)
      const key = `${limit} ${address} ${target ?? ''}`
      const bucket = bucketFor(key, budget)
      if (bucket.used + 1 > burst) {
        const missing = bucket.used + 1 - burst
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(missing * budget.refillSeconds)) }
      }
      bucket.used += 1
      return {
        ok: true,
        giveBack: () => {
          const current = buckets.get(key)
          if (current) current.used = Math.max(0, current.used - 1)
        },
      }
    },
  }
}
