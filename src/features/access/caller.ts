/** Finds a request's caller: by a bearer token or the session cookie, and by the family's pass; whoever has none is anonymous. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller, ResolveCaller } from '#platform/http/context.ts'
import { readCookie, sessionCookieName } from '#platform/http/cookies.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import type { CheckBearer } from './bearer.ts'
import { hasPass } from './family-pass.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { claimsForRule, type Identity, isAdminIdentity } from './admin-rules.ts'
import { sessionFreshness, readTokens, renewAtAfter, writeTokens } from './sessions.ts'
import {
  deleteSession,
  findSession,
  type Lease,
  passLease,
  saveRenewed,
  type Session,
  takeLease,
} from './store.ts'

/** A token in the header speaks for the call, whatever cookies come with it. */
export function createCallerResolver(
  services: Pick<Services, 'settings' | 'sessionSecret' | 'now'>,
  { checkBearer, checkSession }: { checkBearer: CheckBearer; checkSession: CheckSession },
): ResolveCaller {
  const { settings } = services
  const cookieName = sessionCookieName(isSecure(settings.publicUrl))
  const callerOf = (identity: Identity | null, via: 'session' | 'bearer', family: boolean): Caller =>
    identity === null
      ? { kind: 'anonymous', family }
      : {
          kind: 'user',
          subject: identity.subject,
          email: identity.email,
          admin: isAdminIdentity(identity, settings),
          family,
          via,
        }
  return async (request) => {
    const token = /^bearer +(\S+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1]
    if (token) return callerOf(await checkBearer(token), 'bearer', false)
    const cookie = readCookie(request, cookieName)
    const family = hasPass(services, request)
    return callerOf(cookie ? await checkSession(cookie) : null, 'session', family)
  }
}

// A session is checked again and again: the identity provider is asked about it by way of its refresh token, here on the server
// and by one request at a time (R14.8); no window or frame of the browser takes part.

/** Longer than the provider's answers may take; after it somebody else may ask. */
const LEASE_MS = 45_000
/** Milliseconds that a request waits for another one that is asking: 5 s (R14.3). */
const WAIT_MS = 5000
const LOOK_MS = 50
/** A provider that did not answer is left alone for so long: its visitors would all wait in vain. */
const BACK_OFF_MS = 60_000
/** The holder of a lease while the provider is left alone. */
const BACKING_OFF = 'backing-off'

type CheckSession = (cookie: string) => Promise<Session | null>

/** The session of a cookie as far as it counts now; null: sign in again. */
export function createSessionCheck(services: Services, provider: IdentityProvider): CheckSession {
  const { now } = services

  return async (cookie) => {
    const session = await findSession(services, cookie, now())
    // The session is of another issuer, whose subjects may be anybody's.
    if (!session || session.issuer !== provider.issuer) return null
    return stands(session, now()) === 'ask' ? confirmed(session, cookie) : standing(session, now())
  }

  async function confirmed(session: Session, cookie: string): Promise<Session | null> {
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
      return standing(session, now())
    }
  }

  async function waitForOther(session: Session, cookie: string): Promise<Session | null> {
    const since = performance.now()
    let latest: Session | null = session
    while (
      latest &&
      stands(latest, now()) === 'ask' &&
      isAsking(latest) &&
      performance.now() - since < WAIT_MS
    ) {
      await sleep(LOOK_MS)
      latest = await findSession(services, cookie, now())
    }
    return latest && standing(latest, now())
  }

  function inMs(ms: number): Date {
    return new Date(now().getTime() + ms)
  }
}

/** A row that was read before the lease was taken shows none yet. */
const isAsking = ({ lease }: Session): boolean => lease?.token !== BACKING_OFF

function lastCheck({ checkedAt, tokens }: Session) {
  const kept = readTokens(tokens)
  return { checkedAt, renewAt: kept?.refreshToken ? new Date(kept.renewAt) : null }
}

function stands(session: Session, now: Date): 'ask' | 'as it is' {
  const freshness = sessionFreshness(lastCheck(session), now)
  return freshness === 'due' || freshness === 'overdue' ? 'ask' : 'as it is'
}

/** The session if it counts without a new word of the provider. */
function standing(session: Session, now: Date): Session | null {
  const freshness = sessionFreshness(lastCheck(session), now)
  return freshness === 'fresh' || freshness === 'due' ? session : null
}
