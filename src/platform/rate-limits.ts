/**
 * Limits the calls per caller, and per caller and target where guessing is the worry. `rate-limiter-flexible` counts them in windows
 * of time: reads in the process's memory, so that no page waits for a counter, and everything else in the database, so that all
 * processes count together. Every key names the caller's network or session, so nobody can lock others out.
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

/** A key that counts a caller, and how many ordinary budgets it has: a wider network around the caller has several. */
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
  /** Hashes the keys, so that the table holds no address. */
  secret: string
}

/** A count that a try adds to. */
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

  /** Adds the tokens to every count, or to none. The widest network comes last and is asked first: a refused flood adds no rows. */
  async function takeAll(counted: readonly Counted[], tokens = 1, inMemory = false): Promise<Taken> {
    const added: (() => Promise<unknown>)[] = []
    const release = async () => {
      await Promise.allSettled(added.splice(0).map((reward) => reward()))
    }
    for (const { key: plain, budget } of counted.toReversed()) {
      const limiter = limiterOf(budget, inMemory)
      const key = inMemory ? plain : sign(secret, 'rate limits', plain)
      try {
        // The library counts a refused try as well.
        added.push(() => limiter.reward(key, tokens))
        await limiter.consume(key, tokens)
      } catch (reason) {
        await release()
        if (!(reason instanceof RateLimiterRes)) throw reason
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) }
      }
    }
    return { ok: true, release }
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
