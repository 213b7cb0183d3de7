/** Begins and ends the session of a browser: its row, its cookie, always a new id. */
import type { RequestContext } from '#platform/http/context.ts'
import { sessionCookieName } from '#platform/http/cookies.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import type { Grant } from './identity-provider.ts'
import { claimsForRule } from './admin-rules.ts'
import { renewAtAfter, sessionEnd, writeTokens } from './session-rules.ts'
import * as store from './store.ts'

/** Begins a session. Whoever was signed in here before is so no longer, and an id that was slipped in is of no use. */
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

function cookieName({ publicUrl }: Services['settings']): string {
  return sessionCookieName(isSecure(publicUrl))
}
