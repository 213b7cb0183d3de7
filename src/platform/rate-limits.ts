/**
 * Limits how often each caller may call, and how often anyone may guess a secret. The library
 * `rate-limiter-flexible` counts calls in windows of time. It counts reads in memory, so that no page waits
 * for a counter. It counts all other calls in the database, so that all processes share the counts. Nearly
 * every key includes the caller's network or session, so that no caller can lock others out. The exception is
 * `SHARED_SECRET_BUDGET`, a limit that all callers share.
 */
import { lt } from 'drizzle-orm'
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitName } from '#shared/endpoint.ts'
import type { Database } from './database/database.ts'
import { rateLimits } from './database/schema/rate-limits.ts'
import { sign } from './http/signing.ts'

interface Budget {
  /** Number of allowed calls per window of time. */
  tries: number
  /** Length of the window of time, which begins with the first call. */
  seconds: number
}

/**
 * The sizes of the rate limits, with what decides each size.
 * - `read`: a page sends several requests at the same time, and callers may share an address.
 * - `write`: a family at one address fills in several forms at the same time.
 * - `guess`: counts only wrong guesses. Every call also counts as a read.
 * - `payment`: testing stolen cards needs many payment intents. A guest needs one or two.
 * - `mail`: calls that send e-mail to a mailbox that may be another person's.
 * - `sign-up`: people who are signed up without paying. A group of friends may share an address.
 * - `join`: waitlist entries. One event gets half of the limit, so that twenty people with the same address
 * can still join together.
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

/** The part of a limit that applies to calls with the same target. */
const TARGET_SHARE = 0.5

/**
 * Limit for wrong answers to one short secret (the dog's name, an event's password), from all callers
 * together. When it is used up, each network may only use `WITHOUT_SHARED_BUDGET`. Then attackers with many
 * networks can guess only slowly, and people who know the answer still get in.
 */
export const SHARED_SECRET_BUDGET: Budget = { tries: 100, seconds: 6000 }
export const WITHOUT_SHARED_BUDGET: Budget = { tries: 2, seconds: 600 }

/**
 * A key under which a caller is counted. `times` is how many times the ordinary limit applies to the key.
 * Wider networks around a caller have a larger limit.
 */
export interface RateLimitKey {
  key: string
  times: number
}

export type Taken = { ok: true; release(): Promise<void> } | { ok: false; retryAfterSeconds: number }

export interface RateLimits {
  /**
   * Takes tokens for all keys of the caller, or for none of them. A call for several people takes one token
   * for each person (R46.5). `target` limits attempts at one secret or mailbox.
   */
  take(
    limit: LimitName,
    caller: readonly RateLimitKey[],
    asked?: { target?: string | undefined; tokens?: number },
  ): Promise<Taken>
  /**
   * Counts one guess of a short secret against the limit for everyone. `network` is the widest network that
   * one person may control.
   */
  takeShared(target: string, network: string): Promise<Taken>
}

const UNLIMITED: Taken = { ok: true, release: async () => {} }

/** Rate limits that allow everything, for `RATE_LIMITS=off`. */
export const NO_LIMITS: RateLimits = { take: async () => UNLIMITED, takeShared: async () => UNLIMITED }

interface LimitOptions {
  db: Database
  /** Secret for hashing callers' addresses, so that the table contains no address. */
  secret: string
}

interface Counted {
  key: string
  budget: Budget
}

export function createRateLimits({ db, secret }: LimitOptions): RateLimits {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterDrizzle>()

  /** Returns the counter for all limits of this size and window of time. Creates it at the first use. */
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
            // Switches the library's own cleaning off, because a job deletes rows whose window of time is
            // over.
            clearExpiredByTimeout: false,
          }))
    limiters.set(name, limiter)
    return limiter
  }

  /**
   * Adds the tokens to every counter, or to none. Starts with the widest network, which is the last one. So a
   * flood of refused calls adds no rows.
   */
  async function takeAll(counted: readonly Counted[], tokens = 1, inMemory = false): Promise<Taken> {
    const added: (() => Promise<unknown>)[] = []
    const release = async () => {
      await Promise.allSettled(added.splice(0).map((reward) => reward()))
    }
    for (const { key: plain, budget } of counted.toReversed()) {
      const limiter = limiterOf(budget, inMemory)
      const key = inMemory ? plain : sign(secret, 'rate limits', plain)
      try {
        // Returns the tokens to this counter too, because the library also counts a refused attempt.
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
      const taken = await takeAll([{ key: `whole ${target}`, budget: SHARED_SECRET_BUDGET }])
      return taken.ok
        ? taken
        : takeAll([{ key: `whole ${target} ${network}`, budget: WITHOUT_SHARED_BUDGET }])
    },
  }
}

/** Deletes the counters whose window of time is over. */
export async function deleteEndedCounts(db: Database): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, new Date()))
}
