/** Finds a request's caller: by a bearer token or the session cookie, and by the family's pass; whoever has none is anonymous. */
import type { Caller, ResolveCaller } from '#platform/http/context.ts'
import { readCookie, sessionCookieName } from '#platform/http/cookies.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import type { CheckBearer } from './bearer.ts'
import type { CheckSession } from './check-session.ts'
import { hasPass } from './family-pass.ts'
import { isAdminIdentity, type Identity } from './rules.ts'

export interface CallerChecks {
  checkBearer: CheckBearer
  checkSession: CheckSession
}

/** A token in the header speaks for the call, whatever cookies come with it. */
export function createCallerResolver(
  services: Pick<Services, 'settings' | 'sessionSecret' | 'now'>,
  { checkBearer, checkSession }: CallerChecks,
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
