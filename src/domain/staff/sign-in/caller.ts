/**
 * Finds out who sent a request, and which role they have now. The bearer token or the session cookie identifies the
 * person, and the family pass opens the family calendar. Without any of these, the caller is anonymous.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller, ResolveCaller } from '#platform/http/context.ts'
import { readCookie, sessionCookieName } from '#platform/http/cookies.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import type { CheckBearer } from './bearer.ts'
import { hasFamilyPass } from './family-pass.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { recognizeStaff } from '../people/recognize.ts'
import { claimsForRule, type Identity } from './role-rules.ts'
import { sessionFreshness, readTokens, renewAtAfter, writeTokens } from './sessions.ts'
import {
  connectSession,
  deleteSession,
  findSession,
  type Lease,
  passLease,
  saveRenewed,
  type Session,
  takeLease,
} from './store.ts'

interface ResolverParts {
  checkBearer: CheckBearer
  checkSession: CheckSession
  /** The identity provider that issued the sessions and the bearer tokens. */
  issuer: string
}

/**
 * Returns the function that finds the caller of a request. If a request has a bearer token, the function ignores its
 * cookies.
 */
export function createCallerResolver(
  services: Services,
  { checkBearer, checkSession, issuer }: ResolverParts,
): ResolveCaller {
  const { settings, db } = services
  const cookieName = sessionCookieName(isSecure(settings.publicUrl))

  return async (request) => {
    const token = /^bearer +(\S+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1]
    if (token) {
      const identity = await checkBearer(token)
      if (!identity) return { kind: 'anonymous', family: false }
      const staff = await recognizeStaff(services, { identity, issuer, person: null })
      return callerOf(identity, staff, { via: 'bearer', family: false })
    }
    const family = hasFamilyPass(services, request)
    const cookie = readCookie(request, cookieName)
    const session = cookie ? await checkSession(cookie) : null
    if (!session) return { kind: 'anonymous', family }
    const staff = await recognizeStaff(services, { identity: session, issuer, person: session.person })
    if (staff && staff.id !== session.personId) await connectSession(db, session.uuid, staff.id)
    return callerOf(session, staff, { via: 'session', family })
  }
}

const callerOf = (
  { subject, email }: Identity,
  staff: Awaited<ReturnType<typeof recognizeStaff>>,
  how: { via: 'session' | 'bearer'; family: boolean },
): Caller => ({
  kind: 'user',
  subject,
  email,
  name: staff?.name ?? null,
  role: staff?.role ?? null,
  ...how,
})

// From here on: renews sessions. The site asks the identity provider for a new token with the session's refresh
// token. One request renews a session while others wait (R14.8).

/**
 * How long a request may take to renew a session before another request tries. Must be longer than the identity
 * provider may take to answer.
 */
const LEASE_MS = 45_000
/** How many milliseconds a request waits while another request renews the session (R14.3). */
const WAIT_MS = 5000
const POLL_MS = 50
/**
 * For this many milliseconds, the site does not call an identity provider that did not answer. Otherwise every
 * visitor would wait for a timeout.
 */
const BACK_OFF_MS = 60_000
/**
 * The lease token of a session whose identity provider did not answer. The site does not call the provider until that
 * lease ends.
 */
const BACKING_OFF = 'backing-off'

type CheckSession = (cookie: string) => Promise<Session | null>

/**
 * Returns a function that finds the valid session of a cookie. That function returns null if the person must sign in
 * again.
 */
export function createSessionCheck(services: Services, provider: IdentityProvider): CheckSession {
  const { now } = services

  return async (cookie) => {
    const session = await findSession(services, cookie, now())
    // If another identity provider created the session, the same subject may be another person there.
    if (!session || session.issuer !== provider.issuer) return null
    return needsRenewal(session, now())
      ? renewUnderLease(session, cookie)
      : validWithoutRenewal(session, now())
  }

  async function renewUnderLease(session: Session, cookie: string): Promise<Session | null> {
    const { uuid, checkedAt } = session
    const lease: Lease = { uuid, token: randomUUID(), until: inMs(LEASE_MS) }
    const mine = await takeLease(services.db, lease, { now: now(), checkedAt })
    return mine ? renew(session, lease, cookie) : waitForOther(session, cookie)
  }

  async function renew(session: Session, lease: Lease, cookie: string): Promise<Session | null> {
    const { db, log, settings } = services
    const before = readTokens(session.tokens)
    try {
      const grant = await provider.renew(before?.refreshToken ?? '', session)
      if (grant.outcome === 'rejected') {
        log.info({ err: grant.error }, 'session ended by the identity provider')
        await deleteSession(db, session.uuid)
        return null
      }
      const { identity, refreshToken, idToken, seconds } = grant
      const tokens = writeTokens({
        refreshToken,
        idToken: idToken ?? before?.idToken ?? null,
        renewAt: renewAtAfter(now(), seconds).toISOString(),
      })
      const claims = claimsForRule(identity.claims, settings)
      await saveRenewed(services, lease, { ...identity, claims, tokens, now: now() })
      return await findSession(services, cookie, now())
    } catch (error) {
      log.warn({ err: error }, 'session could not be checked with the identity provider')
      await passLease(db, lease, { token: BACKING_OFF, until: inMs(BACK_OFF_MS) })
      return validWithoutRenewal(session, now())
    }
  }

  async function waitForOther(session: Session, cookie: string): Promise<Session | null> {
    const since = performance.now()
    let latest: Session | null = session
    while (
      latest &&
      needsRenewal(latest, now()) &&
      mayBeRenewing(latest) &&
      performance.now() - since < WAIT_MS
    ) {
      await sleep(POLL_MS)
      latest = await findSession(services, cookie, now())
    }
    return latest && validWithoutRenewal(latest, now())
  }

  function inMs(ms: number): Date {
    return new Date(now().getTime() + ms)
  }
}

/**
 * Returns true if another request may be renewing the session. It may have taken the lease since this request read the
 * session. Only the lease `BACKING_OFF` means that no request is renewing the session.
 */
const mayBeRenewing = ({ lease }: Session): boolean => lease?.token !== BACKING_OFF

function lastCheck({ checkedAt, tokens }: Session) {
  const kept = readTokens(tokens)
  return { checkedAt, renewAt: kept?.refreshToken ? new Date(kept.renewAt) : null }
}

function needsRenewal(session: Session, now: Date): boolean {
  const freshness = sessionFreshness(lastCheck(session), now)
  return freshness === 'due' || freshness === 'overdue'
}

/** Returns the session if it is valid without another request to the identity provider, otherwise null. */
function validWithoutRenewal(session: Session, now: Date): Session | null {
  const freshness = sessionFreshness(lastCheck(session), now)
  return freshness === 'fresh' || freshness === 'due' ? session : null
}
