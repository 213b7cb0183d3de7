/** The identity provider as the site sees it: OpenID Connect, all of it on the server (R14.1). */
import * as oidc from 'openid-client'
import { createOnce } from '#platform/concurrency.ts'
import { Outage } from '#platform/http/outage.ts'
import { isYes, type Identity } from './admin-rules.ts'

/** HTTP timeout 10 s (R14.3). */
const TIMEOUT_SECONDS = 10
/** ID token leeway 60 s (R14.3). */
const LEEWAY_SECONDS = 60

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

interface ProviderOptions {
  issuer: string
  clientId: string
  clientSecret: string
  /** The embedded provider is in this very process: it needs no socket. */
  fetch?: Fetch | undefined
}

/** A try to sign in: the values that its beginning and its end must both know. */
export interface Flow {
  redirectUri: string
  state: string
  nonce: string
  /** PKCE's secret half. */
  verifier: string
}

export interface Grant {
  outcome: 'granted'
  identity: Identity
  /** Null: this sign-in cannot be renewed. */
  refreshToken: string | null
  /** Null: the provider sent none this time. */
  idToken: string | null
  /** The life of the provider's own access token. */
  seconds: number | null
}

/** The provider, or what it sent, says no; `error` is for the log. */
interface Rejection {
  outcome: 'rejected'
  error: unknown
}

/** Everything here throws an `Outage` when the provider does not answer as one should. */
export interface IdentityProvider {
  issuer: string
  authorizationUrl(flow: Flow): Promise<URL>
  exchange(flow: Flow, answer: { code: string; iss?: string | undefined }): Promise<Grant | Rejection>
  /** `before`: who it was so far. Where the provider says nothing new, that stands. */
  renew(refreshToken: string, before: Identity): Promise<Grant | Rejection>
  /** Null: the provider has no such page. */
  logoutUrl(idToken: string | null, returnTo: string): Promise<URL | null>
  revoke(refreshToken: string): Promise<void>
}

/** The identity provider behind OpenID Connect. Nothing is asked of it before it is needed. */
export function openIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { issuer } = options
  const configuration = createOnce(() =>
    discover(options).catch((error: unknown) => {
      throw new Outage("The identity provider's configuration cannot be had", { cause: error })
    }),
  )
  return {
    issuer,

    async authorizationUrl({ redirectUri, state, nonce, verifier }) {
      const config = await configuration()
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopeFor(config),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },

    async exchange({ redirectUri, state, nonce, verifier }, { code, iss = issuer }) {
      const config = await configuration()
      const address = new URL(redirectUri)
      address.search = String(new URLSearchParams({ code, state, iss }))
      return attempt(isRefusal, async () => {
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        return toGrant(config, tokens, { ...NOBODY, subject: tokens.claims()?.sub ?? '' })
      })
    },

    async renew(refreshToken, before) {
      const config = await configuration()
      return attempt(isLost, async () => {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken)
        const renewed = tokens.claims()?.sub
        if (renewed !== undefined && renewed !== before.subject) throw new SomebodyElse()
        const grant = await toGrant(config, tokens, before)
        return { ...grant, refreshToken: grant.refreshToken ?? refreshToken }
      })
    },

    async logoutUrl(idToken, returnTo) {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return null
      return oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: returnTo,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      })
    },

    async revoke(refreshToken) {
      const config = await configuration()
      if (!config.serverMetadata().revocation_endpoint) return
      await oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
    },
  }
}

async function discover({ issuer, clientId, clientSecret, fetch }: ProviderOptions) {
  const address = new URL(issuer)
  return oidc.discovery(
    address,
    clientId,
    { [oidc.clockTolerance]: LEEWAY_SECONDS },
    clientAuth(clientId, clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      // The signature of each ID token is checked too, not only the connection that it came by.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(address.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
      ...(fetch ? { [oidc.customFetch]: (url: string, init: object) => fetch(url, init) } : {}),
    },
  )
}

/**
 * Basic is what a provider takes that does not say (OpenID Connect Discovery section 3). Id and secret are form-encoded
 * in it (RFC 6749 section 2.3.1), and several providers do not decode them: what would look otherwise goes by post
 * where that is offered.
 */
function clientAuth(id: string, secret: string): oidc.ClientAuth {
  const post = oidc.ClientSecretPost(secret)
  const sameEncoded = [id, secret].every((text) => formEncoded(text) === text)
  return (server, client, body, headers) => {
    const takes = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const byPost =
      !takes.includes('client_secret_basic') || (!sameEncoded && takes.includes('client_secret_post'))
    if (byPost) return post(server, client, body, headers)
    headers.set('authorization', `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`)
  }
}

/** Encodes as forms do, which leaves `-._*` as they are; the library's own Basic encodes these too. */
const formEncoded = (text: string): string => String(new URLSearchParams([['', text]])).slice(1)

/** The scopes that the admin rule and the audit need, and leave to renew where the provider offers it. */
function scopeFor(config: oidc.Configuration): string {
  const offered = config.serverMetadata().scopes_supported ?? []
  return ['openid', 'email', ...(offered.includes('offline_access') ? ['offline_access'] : [])].join(' ')
}

type Tokens = Awaited<ReturnType<typeof oidc.refreshTokenGrant>>

const NOBODY: Identity = { subject: '', email: null, emailVerified: false, claims: {} }

/** Claims may be in the ID token, at the userinfo endpoint, or in both: the fresh ones of both count. */
async function toGrant(config: oidc.Configuration, tokens: Tokens, before: Identity): Promise<Grant> {
  const asked = config.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(config, tokens.access_token, before.subject)
    : null
  const told = tokens.claims()
  const claims = { ...asked, ...told }
  return {
    outcome: 'granted',
    identity: told || asked ? toIdentity(before.subject, claims) : before,
    refreshToken: tokens.refresh_token ?? null,
    idToken: tokens.id_token ?? null,
    seconds: tokens.expires_in ?? null,
  }
}

export const toIdentity = (subject: string, claims: Record<string, unknown>): Identity => ({
  subject,
  email: typeof claims['email'] === 'string' ? claims['email'] : null,
  emailVerified: isYes(claims['email_verified']),
  claims,
})

class SomebodyElse extends Error {
  override readonly name = 'SomebodyElse'
}

async function attempt(
  isRejection: (error: unknown) => Promise<boolean>,
  work: () => Promise<Grant>,
): Promise<Grant | Rejection> {
  try {
    return await work()
  } catch (error) {
    if (await isRejection(error)) return { outcome: 'rejected', error }
    throw new Outage('The identity provider does not answer', { cause: error })
  }
}

/** True when a sign-in has failed for good: any wrong answer ends it; no answer does not. */
async function isRefusal(error: unknown): Promise<boolean> {
  if (await isLost(error)) return true
  if (error instanceof oidc.ResponseBodyError) return error.status < 500
  if (error instanceof oidc.ClientError) return !NO_ANSWER.has(error.code ?? '')
  return (
    error instanceof oidc.AuthorizationResponseError || error instanceof oidc.WWWAuthenticateChallengeError
  )
}

const NO_ANSWER = new Set([
  '',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** True when a renewal ends the session: only a plain refusal does; a wrong setting or a broken provider signs nobody out. */
async function isLost(error: unknown): Promise<boolean> {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant'
  // A challenge refuses the token, or the site itself for a wrong secret, which only the body says.
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return error.status === 401 && (await errorIn(error.response)) !== 'invalid_client'
  // Some providers refuse with a status alone. The site's server puts a class of its own in place of `Response`: no `instanceof`.
  if (error instanceof oidc.ClientError && error.cause instanceof Object && 'status' in error.cause)
    return error.cause.status === 400 || error.cause.status === 401
  return error instanceof SomebodyElse
}

async function errorIn(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  return (body as { error?: unknown } | null)?.error
}
