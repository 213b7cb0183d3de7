/** From a request to its caller: a bearer token or the session cookie; whoever has neither is anonymous. */
import { ANONYMOUS, type Caller, type ResolveCaller } from '../../platform/http/context.ts'
import { readCookie, sessionCookieName } from '../../platform/http/cookies.ts'
import { isSecure } from '../../platform/http/xsrf.ts'
import type { Services } from '../../platform/services.ts'
import type { CheckBearer } from './bearer.ts'
import { isAdminIdentity, type Identity } from './rules.ts'
import type { CheckSession } from './session/check.ts'

export interface CallerChecks {
  checkBearer: CheckBearer
  checkSession: CheckSession
}

/** A token in the header speaks for the call, whatever cookies come with it. */
export function createCallerResolver(
  { settings }: Pick<Services, 'settings'>,
  { checkBearer, checkSession }: CallerChecks,
): ResolveCaller {
  const cookieName = sessionCookieName(isSecure(settings.publicUrl))
  const callerOf = (identity: Identity | null, via: 'session' | 'bearer'): Caller =>
    identity === null
      ? ANONYMOUS
      : {
          kind: 'user',
          subject: identity.subject,
          email: identity.email,
          admin: isAdminIdentity(identity, settings),
          via,
        }
  return async (request) => {
    const token = /^bearer +(\S+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1]
    if (token) return callerOf(await checkBearer(token), 'bearer')
    const cookie = readCookie(request, cookieName)
    return cookie ? callerOf(await checkSession(cookie), 'session') : ANONYMOUS
  }
}
