/**
 * Decides how long a session lasts and when the site renews it with the identity provider. Starts and ends sessions,
 * and stores the identity provider's tokens.
 */
import { z } from 'zod'
import type { RequestContext } from '#platform/http/context.ts'
import { sessionCookieName } from '#platform/http/cookies.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import { type Job, periodicJob } from '#platform/job.ts'
import { deleteEndedCounts } from '#platform/rate-limits.ts'
import { deleteUnseenPeople } from '../people/store.ts'
import { claimsForRule } from './role-rules.ts'
import type { Grant } from './identity-provider.ts'
import * as store from './store.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
/**
 * One day (R14.3). If the identity provider last confirmed a session longer ago, the session is invalid until the
 * provider confirms it again.
 */
const DAY = 24 * HOUR
/**
 * The longest duration of a session: a week. After that, the person must sign in again, however often the identity
 * provider has confirmed the session.
 */
const MAX_SESSION = 7 * DAY

/**
 * The site renews a session when the access token expires. Renewals are at least a minute and at most an hour apart.
 */
const RENEW_AFTER_AT_MOST = HOUR
const RENEW_AFTER_AT_LEAST = 60 * SECOND

interface Checked {
  checkedAt: Date
  /** When to renew the session. Null if the site has no refresh token, so that only the visitor can sign in again. */
  renewAt: Date | null
}

/**
 * The status of a session. `fresh`: valid. `due`: the site renews it, but it stays valid if the identity provider
 * does not answer. `overdue`: invalid until the provider confirms it. `over`: the site cannot renew it, so the
 * visitor must sign in again.
 */
type Freshness = 'fresh' | 'due' | 'overdue' | 'over'

export function sessionFreshness({ checkedAt, renewAt }: Checked, now: Date): Freshness {
  const unchecked = now.getTime() - checkedAt.getTime() >= DAY
  if (renewAt === null) return unchecked ? 'over' : 'fresh'
  if (unchecked) return 'overdue'
  return renewAt <= now ? 'due' : 'fresh'
}

/**
 * Returns when to renew a session. `seconds` is how long the access token is valid, or null if the identity provider
 * does not say.
 */
export function renewAtAfter(now: Date, seconds: number | null): Date {
  const wanted = (seconds ?? Number.POSITIVE_INFINITY) * SECOND
  return new Date(now.getTime() + Math.max(RENEW_AFTER_AT_LEAST, Math.min(RENEW_AFTER_AT_MOST, wanted)))
}

/** Returns when a session ends. A session that the site cannot renew lasts one day. */
export const sessionEnd = (now: Date, renewable: boolean): Date =>
  new Date(now.getTime() + (renewable ? MAX_SESSION : DAY))

/** The identity provider's tokens of a session. The database stores them as sealed JSON. */
const storedTokens = z.object({
  /** The token with which the site renews the session. Null if the session cannot be renewed. */
  refreshToken: z.string().nullable(),
  /** The ID token. The identity provider's logout page needs it. */
  idToken: z.string().nullable(),
  /** When to renew the session, as ISO 8601. */
  renewAt: z.string(),
})

type StoredTokens = z.output<typeof storedTokens>

export const writeTokens = (tokens: StoredTokens): string => JSON.stringify(tokens)

/** Reads the tokens of a session. Returns null if the session has none. */
export const readTokens = (json: string | null): StoredTokens | null =>
  json === null ? null : storedTokens.parse(JSON.parse(json))

/**
 * Starts a session for this browser, always with a new id, and ends the browser's previous session. So a session id
 * that an attacker has planted in the browser is useless.
 */
export async function beginSession(
  services: Services,
  context: RequestContext,
  { issuer, identity, refreshToken, idToken, seconds }: Grant & { issuer: string },
): Promise<void> {
  const { settings } = services
  await endBrowserSession(services, context)
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

/** Ends the session of this browser. Returns the ended session, or null if there was none. */
export async function endBrowserSession(
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

export function deleteSessionCookie({ settings }: Pick<Services, 'settings'>, context: RequestContext): void {
  const name = cookieName(settings)
  if (context.cookie(name) !== undefined) context.setCookie(name, '', { maxAgeSeconds: 0 })
}

const cookieName = ({ publicUrl }: Services['settings']): string => sessionCookieName(isSecure(publicUrl))

/**
 * After this time without a visit, the list of people drops those whose role came from the settings or a claim. They
 * may have lost that role, which the site would not notice.
 */
const UNSEEN_DAYS = 30

/** Deletes expired sessions, people whom nobody has seen for a month, and expired counters of the rate limits. */
export const deleteExpiredSessionsJob = ({ db, now }: Pick<Services, 'db' | 'now'>): Job =>
  periodicJob('delete-expired-sessions', async () => {
    await store.deleteExpiredSessions(db, now())
    await deleteUnseenPeople(db, new Date(now().getTime() - UNSEEN_DAYS * DAY))
    await deleteEndedCounts(db)
  })
