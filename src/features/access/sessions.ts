/** Sessions: how long one lasts, when the identity provider is asked about it again, what its row keeps of the provider's tokens, and how it begins and ends. */
import { z } from 'zod'
import type { RequestContext } from '#platform/http/context.ts'
import { sessionCookieName } from '#platform/http/cookies.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import { deleteEndedCounts } from '#platform/rate-limits.ts'
import { claimsForRule } from './admin-rules.ts'
import type { Grant } from './identity-provider.ts'
import * as store from './store.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
/** One day (R14.3). Nobody stays signed in for longer without the provider's word. */
const DAY = 24 * HOUR
/** The longest session: after that everybody signs in again, however often the provider has confirmed them. */
const LONGEST = 7 * DAY

/** The provider is asked again when its access token has run out, after an hour at most, and not all the time. */
const RENEW_AFTER_AT_MOST = HOUR
const RENEW_AFTER_AT_LEAST = 60 * SECOND

interface Checked {
  checkedAt: Date
  /** The time to ask the provider again; null: it cannot be asked without the visitor. */
  renewAt: Date | null
}

/**
 * `fresh`: as good as it was. `due`: the provider is to be asked, and it stands if there is no answer. `overdue`: it counts for
 * nothing until the provider has confirmed it. `over`: nobody can be asked, the visitor signs in again.
 */
type Freshness = 'fresh' | 'due' | 'overdue' | 'over'

export function sessionFreshness({ checkedAt, renewAt }: Checked, now: Date): Freshness {
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
export const sessionEnd = (now: Date, renewable: boolean): Date =>
  new Date(now.getTime() + (renewable ? LONGEST : DAY))

/** As JSON that is sealed. */
const keptTokens = z.object({
  /** Null: cannot be renewed. */
  refreshToken: z.string().nullable(),
  /** The ID token, for the provider's logout. */
  idToken: z.string().nullable(),
  /** ISO 8601. */
  renewAt: z.string(),
})

type KeptTokens = z.output<typeof keptTokens>

export const writeTokens = (tokens: KeptTokens): string => JSON.stringify(tokens)

/** Null for a session without any. */
export const readTokens = (json: string | null): KeptTokens | null =>
  json === null ? null : keptTokens.parse(JSON.parse(json))

/** Begins a session of this browser, always with a new id: the one before ends, and an id that was slipped in is of no use. */
export async function beginSession(
  services: Services,
  context: RequestContext,
  { issuer, identity, refreshToken, idToken, seconds }: Grant & { issuer: string },
): Promise<void> {
  const { settings } = services
  await dropSession(services, context)
  const now = services.now()
  const expiresAt = sessionEnd(now, refreshToken !== null)
  const renewAt = renewAtAfter(now, seconds).toISOString()
  const cookie = await store.createSession(services, {
    ...identity,
    issuer,
    claims: claimsForRule(identity.claims, settings),
    tokens: writeTokens({ refreshToken, idToken, renewAt }),
    now,
    expiresAt,
  })
  const maxAgeSeconds = (expiresAt.getTime() - now.getTime()) / 1000
  context.setCookie(cookieName(settings), cookie, { maxAgeSeconds })
}

/** Ends the session of this browser; resolves to what it was, null when there was none. */
export async function dropSession(
  services: Services,
  context: RequestContext,
): Promise<store.Session | null> {
  const name = cookieName(services.settings)
  const cookie = context.cookie(name)
  if (cookie === undefined) return null
  const session = await store.findSession(services, cookie, services.now())
  if (session) await store.deleteSession(services.db, session.uuid)
  return session
}

export function forgetCookie({ settings }: Pick<Services, 'settings'>, context: RequestContext): void {
  const name = cookieName(settings)
  if (context.cookie(name) !== undefined) context.setCookie(name, '', { maxAgeSeconds: 0 })
}

const cookieName = ({ publicUrl }: Services['settings']): string => sessionCookieName(isSecure(publicUrl))

/** The recurring job that deletes expired sessions and expired counts of the rate limits. */
export const accessJobs = ({ db, now }: Pick<Services, 'db' | 'now'>): OutboxHandlers => ({
  'tick.expire-sessions': async () => {
    await store.deleteExpiredSessions(db, now())
    await deleteEndedCounts(db)
    return 'done'
  },
})
