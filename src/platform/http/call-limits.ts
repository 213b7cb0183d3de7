/**
 * Rate limits of one API call. Each call, guess or person takes a token from a limit. The call returns some
 * tokens at its end, for example the token of a correct guess.
 */
import { createHash } from 'node:crypto'
import type { Endpoint, LimitName } from '#shared/endpoint.ts'
import type { RateLimitKey, RateLimits, Taken } from '../rate-limits.ts'
import { networksOf, widestNetwork } from './address.ts'
import { type Caller, roleOf } from './context.ts'
import { readCookie, sessionCookieName } from './cookies.ts'
import { isCrossSite, isSecure } from './xsrf.ts'

type Granted = Extract<Taken, { ok: true }>

/**
 * Counts one call against its rate limits. With `limit: 'guess'`, each call counts as a read, and a call with
 * a wrong secret also as a guess. A long secret, such as a private link, is looked up before the guess counts.
 * So a valid link works after any number of wrong ones from the same network. A short secret, such as a
 * password, may be tried only while guesses are left, so its handler calls `guess` first.
 */
export class CallLimits {
  readonly #limits: RateLimits
  readonly #endpoint: Endpoint
  #caller: readonly RateLimitKey[] | null = null
  #read: Granted[] = []
  #guesses: Granted[] = []
  #acts: Granted[] = []
  retryAfterSeconds = 1

  constructor(limits: RateLimits, endpoint: Endpoint) {
    this.#limits = limits
    this.#endpoint = endpoint
  }

  /**
   * Counts the call itself. Returns false if the limit is reached. Callers must call this before anything
   * else is counted.
   */
  async begin(caller: readonly RateLimitKey[]): Promise<boolean> {
    this.#caller = caller
    const { limit } = this.#endpoint
    return this.#grant(await this.#limits.take(limit === 'guess' ? 'read' : limit, caller), this.#read)
  }

  /**
   * Counts the other people in this call, after `begin` has counted one. Returns false and counts none of
   * them if the limit would be exceeded.
   */
  async takeFor(people: number): Promise<boolean> {
    if (people <= 1) return true
    return this.#grant(
      await this.#limits.take(this.#endpoint.limit, this.#known(), { tokens: people - 1 }),
      this.#read,
    )
  }

  /**
   * Counts an attempt that this many people make at a target, such as a mailbox. Returns false if the rate
   * limit is reached.
   */
  async take(target: string, people = 1): Promise<boolean> {
    const { limit } = this.#endpoint
    const into = limit === 'guess' ? this.#guesses : this.#read
    const before = into.length
    if (!(await this.takeFor(people))) return false
    if (this.#grant(await this.#limits.take(limit, this.#known(), { target, tokens: people }), into))
      return true
    await release(this.#read.splice(before))
    return false
  }

  /**
   * Counts this many people against a limit that is not the call's own. They do not count if the call is
   * refused in the end.
   */
  async countAgainst(limit: Exclude<LimitName, 'none' | 'guess'>, people = 1): Promise<boolean> {
    return this.#grant(await this.#limits.take(limit, this.#known(), { tokens: people }), this.#acts)
  }

  /**
   * Counts a guess of a short secret against three limits: the caller's guesses of any secret, the caller's
   * guesses of this secret, and everyone's guesses of this secret.
   */
  async guess(target: string, address: string): Promise<boolean> {
    return (
      this.#grant(await this.#limits.take('guess', this.#known()), this.#guesses) &&
      this.#grant(await this.#limits.take('guess', this.#known(), { target }), this.#guesses) &&
      this.#grant(await this.#limits.takeShared(target, widestNetwork(address)), this.#guesses)
    )
  }

  /**
   * Ends the call and returns the tokens that do not count. Returns false for a wrong guess beyond the limit.
   * The caller then gets `rate_limited`, and does not learn that the guess was wrong.
   */
  async end({ missed, refused }: { missed: boolean; refused: boolean }): Promise<boolean> {
    if (!this.#caller) return true
    if (refused) await release(this.#acts)
    if (!missed) {
      await release(this.#guesses)
      return true
    }
    if (this.#guesses.length > 0 || this.#endpoint.limit !== 'guess') return true
    if (this.#grant(await this.#limits.take('guess', this.#caller), this.#guesses)) return true
    // A call with a wrong link does not count as a read. Otherwise wrong links would use up the reads that
    // valid links need.
    await release(this.#read)
    return false
  }

  #known(): readonly RateLimitKey[] {
    if (!this.#caller) throw new Error('The rate-limit keys are unknown before the call begins')
    return this.#caller
  }

  #grant(taken: Taken, into: Granted[]): boolean {
    if (taken.ok) into.push(taken)
    else this.retryAfterSeconds = taken.retryAfterSeconds
    return taken.ok
  }
}

async function release(granted: Granted[]): Promise<void> {
  await Promise.all(granted.splice(0).map((each) => each.release()))
}

interface CallerFacts {
  request: Request
  address: string
  caller: Caller
  publicUrl: string
  /** True if a page of another site opened the page that makes this call. */
  openedCrossSite?: boolean
}

/**
 * Returns the keys under which rate limits count a caller. Staff are counted by session or token, so that
 * strangers at the same address cannot use up their limit. All other callers are counted by network. Requests
 * that pages of other sites cause have separate keys.
 */
export function rateLimitKeys({
  request,
  address,
  caller,
  publicUrl,
  openedCrossSite,
}: CallerFacts): RateLimitKey[] {
  const own =
    caller.kind === 'user' && roleOf(caller) !== null
      ? [{ key: nameOf(request, caller, publicUrl), times: 1 }]
      : networksOf(address)
  if (!openedCrossSite && !isCrossSite(request, publicUrl)) return own
  return own.map(({ key, times }) => ({ key: `${key} from elsewhere`, times }))
}

function nameOf(request: Request, caller: Extract<Caller, { kind: 'user' }>, publicUrl: string): string {
  if (caller.via === 'bearer') return `bearer ${caller.subject}`
  const cookie = readCookie(request, sessionCookieName(isSecure(publicUrl))) ?? ''
  return `session ${createHash('sha256').update(cookie).digest('base64url')}`
}
