/** How long a session lasts, when the identity provider is asked about it again, and what its row keeps of the provider's tokens. */
import { z } from 'zod'

const SECOND = 1000
const HOUR = 3600 * SECOND
/** One day (R14.3). Nobody stays signed in for longer without the provider's word. */
const DAY = 24 * HOUR
/** The longest session: after that everybody signs in again, however often the provider has confirmed them. */
const LONGEST = 7 * DAY

/** The provider is asked again when its access token has run out, after an hour at most, and not all the time. */
const RENEW_AFTER_AT_MOST = HOUR
const RENEW_AFTER_AT_LEAST = 60 * SECOND

export interface Checked {
  checkedAt: Date
  /** When to ask the provider again; null: it cannot be asked without the visitor. */
  renewAt: Date | null
}

/**
 * `fresh`: as good as it was. `due`: the provider is to be asked, and it stands if there is no answer. `overdue`: it counts for
 * nothing until the provider has confirmed it. `over`: nobody can be asked, the visitor signs in again.
 */
export type Freshness = 'fresh' | 'due' | 'overdue' | 'over'

export function freshnessOf({ checkedAt, renewAt }: Checked, now: Date): Freshness {
  const unchecked = now.getTime() - checkedAt.getTime() >= DAY
  if (renewAt === null) return unchecked ? 'over' : 'fresh'
  if (unchecked) return 'overdue'
  return renewAt <= now ? 'due' : 'fresh'
}

/** `seconds`: how long the provider's access token is good; null when it does not say. */
export function renewAtAfter(now: Date, seconds: number | null): Date {
  const wanted = (seconds ?? Number.POSITIVE_INFINITY) * SECOND
  return new Date(now.getTime() + Math.max(RENEW_AFTER_AT_LEAST, Math.min(RENEW_AFTER_AT_MOST, wanted)))
}

/** A session that cannot be renewed lasts for the day in which the provider's word counts. */
export function sessionEnd(now: Date, renewable: boolean): Date {
  return new Date(now.getTime() + (renewable ? LONGEST : DAY))
}

/** As JSON that is sealed. */
const keptTokens = z.object({
  /** Null: cannot be renewed. */
  refreshToken: z.string().nullable(),
  /** The ID token, for the provider's logout. */
  idToken: z.string().nullable(),
  /** ISO 8601. */
  renewAt: z.string(),
})

export type KeptTokens = z.output<typeof keptTokens>

export function writeTokens(tokens: KeptTokens): string {
  return JSON.stringify(tokens)
}

/** Null for a session without any. */
export function readTokens(json: string | null): KeptTokens | null {
  return json === null ? null : keptTokens.parse(JSON.parse(json))
}
