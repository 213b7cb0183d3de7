/** The budgets that a call has taken of its caller's and which of them count in the end, and whom they are counted against. */
import { createHash } from 'node:crypto'
import type { Endpoint, LimitName } from '#shared/endpoint.ts'
import type { RateLimitKey, RateLimits, Taken } from '../rate-limits.ts'
import { networksOf, widestNetwork } from './address.ts'
import type { Caller } from './context.ts'
import { readCookie, sessionCookieName } from './cookies.ts'
import { isFromElsewhere, isSecure } from './xsrf.ts'

type Granted = Extract<Taken, { ok: true }>

/**
 * The limits of one call. Of a call by which something could be guessed (`limit: 'guess'`) only misses count, besides as a read. A long secret is looked up first: a
 * right link opens however many wrong ones came from the same place. A short one is heard only while guesses are left:
 * its handler asks `guess` first.
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

  /** The call itself; false: one too many. Before it nothing is counted. */
  async begin(caller: readonly RateLimitKey[]): Promise<boolean> {
    this.#caller = caller
    const { limit } = this.#endpoint
    return this.#grant(await this.#limits.take(limit === 'guess' ? 'read' : limit, caller), this.#read)
  }

  /** Counts all whom the call is for, of whom `begin` has counted one; false: that is too many, and none of them was counted. */
  async takeFor(people: number): Promise<boolean> {
    if (people <= 1) return true
    return this.#grant(
      await this.#limits.take(this.#endpoint.limit, this.#known(), { tokens: people - 1 }),
      this.#read,
    )
  }

  /** Counts a try at a named target, for so many people. */
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

  /** Counts an act for so many people against another limit than the call's own, unless the call is refused in the end. */
  async takeOf(limit: Exclude<LimitName, 'none' | 'guess'>, people = 1): Promise<boolean> {
    return this.#grant(await this.#limits.take(limit, this.#known(), { tokens: people }), this.#acts)
  }

  /** A guess at a short secret: among the caller's, among theirs at this one, and among everybody's at this one. */
  async guess(target: string, address: string): Promise<boolean> {
    return (
      this.#grant(await this.#limits.take('guess', this.#known()), this.#guesses) &&
      this.#grant(await this.#limits.take('guess', this.#known(), { target }), this.#guesses) &&
      this.#grant(await this.#limits.takeShared(target, widestNetwork(address)), this.#guesses)
    )
  }

  /** The call is over. False: it was a wrong guess of one who has none left, and must not be told even that. */
  async end({ missed, refused }: { missed: boolean; refused: boolean }): Promise<boolean> {
    if (!this.#caller) return true
    if (refused) await release(this.#acts)
    if (!missed) {
      await release(this.#guesses)
      return true
    }
    if (this.#guesses.length > 0 || this.#endpoint.limit !== 'guess') return true
    if (this.#grant(await this.#limits.take('guess', this.#caller), this.#guesses)) return true
    // Otherwise wrong links would use up what right ones are read by.
    await release(this.#read)
    return false
  }

  #known(): readonly RateLimitKey[] {
    if (!this.#caller) throw new Error('RateLimitKey before the call has begun')
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

interface Asking {
  request: Request
  address: string
  caller: Caller
  publicUrl: string
  /** The page that a call is made for was itself opened by another site's page. */
  forElsewhere?: boolean
}

/**
 * An admin is counted by their session or token, so that no stranger at the same address can use up what is theirs; everybody else
 * by the networks they are in. What another site's page opens in a visitor's browser counts apart from what the visitor opens.
 */
export function rateLimitKeys({ request, address, caller, publicUrl, forElsewhere }: Asking): RateLimitKey[] {
  const own =
    caller.kind === 'user' && caller.admin
      ? [{ key: nameOf(request, caller, publicUrl), times: 1 }]
      : networksOf(address)
  if (!forElsewhere && !isFromElsewhere(request, publicUrl)) return own
  return own.map(({ key, times }) => ({ key: `${key} from elsewhere`, times }))
}

function nameOf(request: Request, caller: Extract<Caller, { kind: 'user' }>, publicUrl: string): string {
  if (caller.via === 'bearer') return `bearer ${caller.subject}`
  const cookie = readCookie(request, sessionCookieName(isSecure(publicUrl))) ?? ''
  return `session ${createHash('sha256').update(cookie).digest('base64url')}`
}
