/** Handles signing in and out, the admin check, and the gate of the family calendar. */
import * as oidc from 'openid-client'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { type Caller, may } from '#platform/http/context.ts'
import { Outage } from '#platform/http/outage.ts'
import { sameText } from '#platform/http/signing.ts'
import { isSecure } from '#platform/http/xsrf.ts'
import type { Services } from '#platform/services.ts'
import { localPath } from '#shared/links.ts'
import { permissionsOf } from '#shared/roles.ts'
import { checkDogName, createSession, endSession, getFamilyGate, getMe, isAdmin, login } from './contract.ts'
import { isRightAnswer, createFamilyPass, PASS_SECONDS } from './family-pass.ts'
import type { Flow, IdentityProvider } from './identity-provider.ts'
import { isFamilyCaller } from './rules.ts'
import { beginSession, endBrowserSession, deleteSessionCookie, readTokens } from './sessions.ts'
import {
  atOrigin,
  type Attempt,
  ATTEMPT_SECONDS,
  attemptCookieName,
  ownOrigin,
  readAttempt,
  attemptCookiesToDelete,
  writeAttempt,
} from './sign-in-attempt.ts'

export const accessHandlers = (services: Services, provider: IdentityProvider): Bound[] => [
  bind(isAdmin, async (_input, { caller }) => may(caller, 'events.edit')),
  bind(getMe, async (_input, { caller }) => describeCaller(caller)),
  ...familyHandlers(services),
  ...signInHandlers(services, provider),
]

function describeCaller(caller: Caller) {
  if (caller.kind === 'anonymous')
    return { signedIn: false, email: null, name: null, role: null, permissions: [] }
  const { email, name, role } = caller
  return { signedIn: true, email, name, role, permissions: [...permissionsOf(role)] }
}

/**
 * Handles the gate of the family calendar. The gate asks for the name of the dog, and lets in anyone who knows it.
 */
const familyHandlers = (services: Services): Bound[] => [
  bind(checkDogName, async ({ query: { dogName } }, context) => {
    if (!context.caller.family && !(await context.mayGuess('dog name'))) return fail('rate_limited')
    if (!isRightAnswer(services, dogName)) return false
    const { name, value } = createFamilyPass(services)
    context.setCookie(name, value, { maxAgeSeconds: PASS_SECONDS })
    return true
  }),

  bind(getFamilyGate, async (_input, { caller }) => ({
    name: services.settings.family?.name ?? null,
    passed: isFamilyCaller(caller),
  })),
]

// From here on: sign-in and sign-out (R14.1). To sign in, the browser goes to the identity provider and returns with a
// code. To sign out, the browser goes to the identity provider again.

/** The page that opens after a sign-in if the person had not asked for another one (R14.9). */
const DEFAULT_RETURN_URL = '/admin'
const CALLBACK = '/callback'
const FAILED_URL = '/?signIn=failed'

function signInHandlers(services: Services, provider: IdentityProvider): Bound[] {
  const { settings, sessionSecret, now, log } = services
  const secure = isSecure(settings.publicUrl)

  return [
    bind(login, async ({ query }, context) => {
      const { headers } = context.request
      const attempt: Attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        origin: ownOrigin(context.request, settings),
        returnUrl: query.returnUrl === undefined ? DEFAULT_RETURN_URL : localPath(query.returnUrl),
        expires: now().getTime() + ATTEMPT_SECONDS * 1000,
      }
      const address = await provider.authorizationUrl(toFlow(attempt)).catch(outageOf)
      if (address instanceof Outage) {
        log.error({ err: address, requestId: context.requestId }, 'sign-in failed')
        return redirectTo(attempt.origin + FAILED_URL)
      }
      for (const name of attemptCookiesToDelete(headers.get('cookie'), secure))
        context.setCookie(name, '', { maxAgeSeconds: 0 })
      const name = attemptCookieName(attempt.state, secure) ?? ''
      context.setCookie(name, writeAttempt(sessionSecret, attempt), { maxAgeSeconds: ATTEMPT_SECONDS })
      return redirectTo(atOrigin(address, attempt.origin, settings.publicUrl))
    }),

    bind(createSession, async ({ body }, context) => {
      const refused = (reason: string, err?: unknown) => {
        log.warn({ reason, err, requestId: context.requestId }, 'sign-in failed')
        return fail('sign_in_failed')
      }
      const name = attemptCookieName(body.state, secure)
      const attempt = name && readAttempt(sessionSecret, context.cookie(name), now())
      if (!name || !attempt || !sameText(attempt.state, body.state))
        return refused('not begun in this browser')
      context.setCookie(name, '', { maxAgeSeconds: 0 })
      if (!body.code) return refused(`the identity provider says ${errorCode(body.error)}`)
      const { code, iss } = body
      const grant = await provider.exchange(toFlow(attempt), { code, iss }).catch(outageOf)
      if (grant instanceof Outage) {
        log.error({ err: grant, requestId: context.requestId }, 'sign-in failed')
        return fail('identity_unavailable')
      }
      if (grant.outcome === 'rejected')
        return refused('the reply of the identity provider is invalid', grant.error)
      await beginSession(services, context, { ...grant, issuer: provider.issuer })
      log.info({ requestId: context.requestId }, 'signed in')
      return { returnUrl: attempt.returnUrl }
    }),

    bind(endSession, async (_input, context) => {
      const session = await endBrowserSession(services, context)
      deleteSessionCookie(services, context)
      const tokens = session && readTokens(session.tokens)
      if (!tokens || session.issuer !== provider.issuer) return { logoutUrl: '/' }
      const origin = ownOrigin(context.request, settings)
      try {
        if (tokens.refreshToken) await provider.revoke(tokens.refreshToken)
        const address = await provider.logoutUrl(tokens.idToken, `${origin}/`)
        return { logoutUrl: address ? atOrigin(address, origin, settings.publicUrl) : '/' }
      } catch (error) {
        // The site has already deleted its own session. So the person is signed out even if the identity provider
        // fails.
        log.warn({ err: error, requestId: context.requestId }, 'sign-out at the identity provider failed')
        return { logoutUrl: '/' }
      }
    }),
  ]
}

/**
 * Returns the error if it is an outage of the identity provider. Rethrows any other error, because that is a bug of
 * the site.
 */
function outageOf(error: unknown): Outage {
  if (error instanceof Outage) return error
  throw error
}

const toFlow = ({ origin, ...flow }: Attempt): Flow => ({ ...flow, redirectUri: origin + CALLBACK })

const redirectTo = (location: string): Response => new Response(null, { status: 302, headers: { location } })

/** Returns an OAuth error code such as `access_denied`. Anyone can send another text, so the site does not log it. */
const errorCode = (error: string | undefined): string =>
  error && /^[a-z_]{1,40}$/.test(error) ? error : 'nothing'
