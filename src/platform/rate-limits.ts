/**
 * Limits per caller, and per caller and target where guessing is the worry, counted by `rate-limiter-flexible` in windows of time. What can be
 * guessed, paid, e-mailed, signed up or joined is counted in the database, so that all processes count together; reads
 * are counted by each process, so that no page waits for a counter. Nobody can lock others out, since every key holds the caller's network or session.
 */
import { lt } from 'drizzle-orm'
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitName } from '#shared/endpoint.ts'
import type { Database } from './database/database.ts'
import { rateLimits } from './database/schema/rate-limits.ts'
import { sign } from './http/signing.ts'

interface Budget {
  /** The number of tries in a window. */
  tries: number
  /** The length of the window, which begins with the first try. */
  seconds: number
}

/**
 * `read`: pages ask for several things at once, also from a shared address. `write`: a family fills in forms.
 * `guess`: only misses count, besides as a read. `payment`: card testing needs many intents, a guest needs one or two.
 * `mail`: what may write to a mailbox that is not the caller's. `sign-up`: people who are signed up for
 * nothing; a group of friends is at one address. `join`: places on the waitlist, of which nobody needs many; half of them
 * for one event, so that twenty people behind one address still join together.
 */
export const BUDGETS: Record<Exclude<LimitName, 'none'>, Budget> = {
  read: { tries: 600, seconds: 60 },
  write: { tries: 60, seconds: 60 },
  guess: { tries: 20, seconds: 600 },
  payment: { tries: 30, seconds: 600 },
  mail: { tries: 10, seconds: 600 },
  'sign-up': { tries: 30, seconds: 600 },
  join: { tries: 40, seconds: 3600 },
}

/** Per caller and named target, of what the budget allows a caller altogether. */
const TARGET_SHARE = 0.5

/**
 * Wrong answers to one short secret (the dog's name, an event's password) from everywhere together. While these are gone each
 * network has the second budget alone: many networks guess slowly then, and whoever knows the answer is let in at once.
 */
export const WHOLE: Budget = { tries: 100, seconds: 6000 }
export const WHILE_WHOLE_IS_GONE: Budget = { tries: 2, seconds: 600 }

/** A name that a caller is counted under, and how many ordinary budgets it has: the network around theirs has several. */
export interface RateLimitKey {
  key: string
  times: number
}

export type Taken = { ok: true; release(): Promise<void> } | { ok: false; retryAfterSeconds: number }

export interface RateLimits {
  /**
   * Takes a token under all of the caller's names, or under none. A call for several people takes as many `tokens` (R46.5).
   * `target` narrows the limit to one thing that is guessed at.
   */
  take(
    limit: LimitName,
    caller: readonly RateLimitKey[],
    asked?: { target?: string | undefined; tokens?: number },
  ): Promise<Taken>
  /** Counts one guess at a short secret among those of everybody; `network` is what one person may command. */
  takeShared(target: string, network: string): Promise<Taken>
}

const UNLIMITED: Taken = { ok: true, release: async () => {} }

/** `RATE_LIMITS=off`: everything passes. */
export const NO_LIMITS: RateLimits = { take: async () => UNLIMITED, takeShared: async () => UNLIMITED }

interface LimitOptions {
  db: Database
  /** Keys are kept as its hashes: the table holds no address. */
  secret: string
}

/** One count that a try takes: the budget's window under this key. */
interface Counted {
  key: string
  budget: Budget
}

export function createRateLimits({ db, secret }: LimitOptions): RateLimits {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterDrizzle>()

  /** The limiter of all counts that have this budget. */
  function limiterOf({ tries: points, seconds: duration }: Budget, inMemory: boolean) {
    const name = `${points} ${duration} ${inMemory}`
    const options = { points, duration, keyPrefix: '' }
    const limiter =
      limiters.get(name) ??
      (inMemory
        ? new RateLimiterMemory(options)
        : new RateLimiterDrizzle({
            ...options,
            storeClient: db,
            schema: rateLimits,
            // The table is emptied by a job.
            clearExpiredByTimeout: false,
          }))
    limiters.set(name, limiter)
    return limiter
  }

  async function takeAll(counted: readonly Counted[], tokens = 1, inMemory = false): Promise<Taken> {
    const counts = counted.map(({ key, budget }) => ({
      key: sign(secret, 'rate limits', key),
      limiter: limiterOf(budget, inMemory),
    }))
    const results = await Promise.allSettled(counts.map(({ limiter, key }) => limiter.consume(key, tokens)))
    const release = async () => {
      await Promise.allSettled(counts.map(({ limiter, key }) => limiter.reward(key, tokens)))
    }
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    if (refused.length === 0) return { ok: true, release }
    // What is refused is not counted, under no name.
    await release()
    const waits = refused.map((reason) => {
      if (!(reason instanceof RateLimiterRes)) throw reason
      return Math.ceil(reason.msBeforeNext / 1000)
    })
    return { ok: false, retryAfterSeconds: Math.max(1, ...waits) }
  }

  return {
    async take(limit, caller, { target, tokens = 1 } = {}) {
      if (limit === 'none') return UNLIMITED
      const { tries, seconds } = BUDGETS[limit]
      const share = target === undefined ? 1 : TARGET_SHARE
      const counted = caller.map(({ key, times }) => ({
        key: `${limit} ${key} ${target ?? ''}`,
        budget: { tries: Math.ceil(tries * share * times), seconds },
      }))
      return takeAll(counted, tokens, limit === 'read')
    },
    async takeShared(target, network) {
      const taken = await takeAll([{ key: `whole ${target}`, budget: WHOLE }])
      return taken.ok ? taken : takeAll([{ key: `whole ${target} ${network}`, budget: WHILE_WHOLE_IS_GONE }])
    },
  }
}

/** Removes the counts whose window is over. */
export async function deleteEndedCounts(db: Database): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, new Date()))
}
