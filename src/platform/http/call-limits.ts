/** Rate limits of one call: the tokens that it took, whether they count in the end, and for whom. */
import { createHash } from 'node:crypto'
import type { Endpoint, LimitName } from '#shared/endpoint.ts'
import type { RateLimitKey, RateLimits, Taken } from '../rate-limits.ts'
import { networksOf, widestNetwork } from './address.ts'
import type { Caller } from './context.ts'
import { readCookie, sessionCookieName } from './cookies.ts'
import { isCrossSite, isSecure } from './xsrf.ts'

type Granted = Extract<Taken, { ok: true }>

/**
 * Takes tokens for one call, and gives them back if they should not count. With `limit: 'guess'`, every call counts
 * as a read, and only wrong guesses count as guesses. A long secret is looked up first, so a valid link works however
 * many wrong ones came from the same network. A short secret may only be tried while guesses are left: its handler
 * calls `guess` first.
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
   * Counts the call itself. Returns false if the limit is reached. Must be called before anything else is counted.
   */
  async begin(caller: readonly RateLimitKey[]): Promise<boolean> {
    this.#caller = caller
    const { limit } = this.#endpoint
    return this.#grant(await this.#limits.take(limit === 'guess' ? 'read' : limit, caller), this.#read)
  }

  /**
   * Counts the other people in the call; `begin` has counted one. Returns false if that would exceed the limit, and
   * then counts none of them.
   */
  async takeFor(people: number): Promise<boolean> {
    if (people <= 1) return true
    return this.#grant(
      await this.#limits.take(this.#endpoint.limit, this.#known(), { tokens: people - 1 }),
      this.#read,
    )
  }

  /** Counts an attempt at a named target for this many people. Returns false if a limit is reached. */
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
   * Counts this number of people against another limit than the call's own. A call that is refused in the end does
   * not count.
   */
  async countAgainst(limit: Exclude<LimitName, 'none' | 'guess'>, people = 1): Promise<boolean> {
    return this.#grant(await this.#limits.take(limit, this.#known(), { tokens: people }), this.#acts)
  }

  /**
   * Counts a guess of a short secret in three ways: among all guesses of the caller, among the caller's guesses of
   * this secret, and among everyone's guesses of it.
   */
  async guess(target: string, address: string): Promise<boolean> {
    return (
      this.#grant(await this.#limits.take('guess', this.#known()), this.#guesses) &&
      this.#grant(await this.#limits.take('guess', this.#known(), { target }), this.#guesses) &&
      this.#grant(await this.#limits.takeShared(target, widestNetwork(address)), this.#guesses)
    )
  }

  /**
   * Ends the call, and decides which of its tokens count. Returns false for a wrong guess beyond the limit, because
   * then the caller must not learn that the guess was wrong.
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
    // Wrong links do not count as reads, because otherwise they would use up the reads that valid links need.
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
 * Returns the keys by which a caller is counted. Admins are counted by session or token, so that strangers with the
 * same address cannot use up their limit. Everyone else is counted by network. Requests that a page of another site
 * causes are counted separately from the visitor's own requests.
 */
export function rateLimitKeys({
  request,
  address,
  caller,
  publicUrl,
  openedCrossSite,
}: CallerFacts): RateLimitKey[] {
  const own =
    caller.kind === 'user' && caller.admin
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
