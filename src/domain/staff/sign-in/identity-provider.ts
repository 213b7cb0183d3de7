/** The client of the identity provider. Uses OpenID Connect, and runs only on the server (R14.1). */
import * as oidc from 'openid-client'
import { createOnce } from '#platform/concurrency.ts'
import { Outage } from '#platform/http/outage.ts'
import { isYes, type Identity } from './role-rules.ts'

/** How long a request to the identity provider may take: 10 seconds (R14.3). */
const TIMEOUT_SECONDS = 10
/** How many seconds the identity provider's clock may differ from ours when the site checks an ID token (R14.3). */
const LEEWAY_SECONDS = 60

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

interface ProviderOptions {
  issuer: string
  clientId: string
  clientSecret: string
  /** Replaces `fetch`, so that the site can call the embedded identity provider in this process without a socket. */
  fetch?: Fetch | undefined
}

/** The values of a sign-in attempt that the site needs at its start and again at its end. */
export interface Flow {
  redirectUri: string
  state: string
  nonce: string
  /**
   * The secret code verifier of PKCE. It proves that the browser that returns is the one that started the sign-in.
   */
  verifier: string
}

export interface Grant {
  outcome: 'granted'
  identity: Identity
  /** The token with which the site renews the session. Null if the session cannot be renewed. */
  refreshToken: string | null
  /** The ID token. Null if the identity provider sent none with this reply. */
  idToken: string | null
  /** For how many seconds the access token is valid. Null if the identity provider does not say. */
  seconds: number | null
}

/** The identity provider refused, or its reply is invalid. The site logs `error`. */
interface Rejection {
  outcome: 'rejected'
  error: unknown
}

/**
 * What the site asks of an identity provider. Every method throws an `Outage` if the provider does not answer
 * properly.
 */
export interface IdentityProvider {
  issuer: string
  authorizationUrl(flow: Flow): Promise<URL>
  exchange(flow: Flow, answer: { code: string; iss?: string | undefined }): Promise<Grant | Rejection>
  /**
   * Renews a session. `before` is the identity so far. Claims that the identity provider does not return stay
   * unchanged.
   */
  renew(refreshToken: string, before: Identity): Promise<Grant | Rejection>
  /** Returns the address of the identity provider's logout page, or null if it has none. */
  logoutUrl(idToken: string | null, returnTo: string): Promise<URL | null>
  revoke(refreshToken: string): Promise<void>
}

/**
 * Creates the client of an OpenID Connect provider. The client sends no request until one of its methods is called.
 */
export function openIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { issuer } = options
  const configuration = createOnce(() =>
    discover(options).catch((error: unknown) => {
      throw new Outage("The identity provider's configuration cannot be fetched", { cause: error })
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
      return asRejection(isRefusal, async () => {
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        return toGrant(config, tokens, { ...NO_IDENTITY, subject: tokens.claims()?.sub ?? '' })
      })
    },

    async renew(refreshToken, before) {
      const config = await configuration()
      return asRejection(endsSession, async () => {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken)
        const renewed = tokens.claims()?.sub
        if (renewed !== undefined && renewed !== before.subject) throw new SubjectChanged()
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
      // Checks the signature of each ID token, instead of trusting only the TLS connection.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(address.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
      ...(fetch ? { [oidc.customFetch]: (url: string, init: object) => fetch(url, init) } : {}),
    },
  )
}

/**
 * Chooses how the site sends its client secret. If the identity provider does not say, the default is Basic (OpenID
 * Connect Discovery section 3). Basic form-encodes id and secret (RFC 6749 section 2.3.1), but several providers do
 * not decode them. So a secret that encoding would change is sent by POST, if the provider accepts that.
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

/**
 * Encodes a text as HTML forms do, which leaves `-._*` unchanged. The library's own function for Basic would encode
 * these characters.
 */
const formEncoded = (text: string): string => String(new URLSearchParams([['', text]])).slice(1)

/**
 * Returns the scopes that the admin rule and the audit need, and the scope for refresh tokens if the identity
 * provider offers it.
 */
function scopeFor(config: oidc.Configuration): string {
  const offered = config.serverMetadata().scopes_supported ?? []
  return ['openid', 'email', ...(offered.includes('offline_access') ? ['offline_access'] : [])].join(' ')
}

type Tokens = Awaited<ReturnType<typeof oidc.refreshTokenGrant>>

const NO_IDENTITY: Identity = { subject: '', email: null, emailVerified: false, claims: {} }

/**
 * Reads a person's identity from the ID token and the userinfo endpoint. A claim may be in either of them, so this
 * merges them.
 */
async function toGrant(config: oidc.Configuration, tokens: Tokens, before: Identity): Promise<Grant> {
  const userInfo = config.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(config, tokens.access_token, before.subject)
    : null
  const idClaims = tokens.claims()
  const claims = { ...userInfo, ...idClaims }
  return {
    outcome: 'granted',
    identity: idClaims || userInfo ? toIdentity(before.subject, claims) : before,
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

class SubjectChanged extends Error {
  override readonly name = 'SubjectChanged'
}

async function asRejection(
  isRejection: (error: unknown) => Promise<boolean>,
  work: () => Promise<Grant>,
): Promise<Grant | Rejection> {
  try {
    return await work()
  } catch (error) {
    if (await isRejection(error)) return { outcome: 'rejected', error }
    throw new Outage('The identity provider does not reply properly', { cause: error })
  }
}

/**
 * Returns true if a sign-in has failed for good. Any wrong reply of the identity provider fails it, but a missing
 * reply does not.
 */
async function isRefusal(error: unknown): Promise<boolean> {
  if (await endsSession(error)) return true
  if (error instanceof oidc.ResponseBodyError) return error.status < 500
  if (error instanceof oidc.ClientError) return !NO_ANSWER_CODES.has(error.code ?? '')
  return (
    error instanceof oidc.AuthorizationResponseError || error instanceof oidc.WWWAuthenticateChallengeError
  )
}

const NO_ANSWER_CODES = new Set([
  '',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/**
 * Returns true if a failed renewal must end the session. Only a clear refusal does. A wrong setting or a broken
 * identity provider must not sign anyone out.
 */
async function endsSession(error: unknown): Promise<boolean> {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant'
  // The identity provider refuses either the refresh token or, because of a wrong client secret, the site. Only the
  // body of the reply says which.
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return error.status === 401 && (await errorIn(error.response)) !== 'invalid_client'
  // Some identity providers refuse with the HTTP status alone. `instanceof Response` would fail here, because the
  // server has replaced that class.
  if (error instanceof oidc.ClientError && error.cause instanceof Object && 'status' in error.cause)
    return error.cause.status === 400 || error.cause.status === 401
  return error instanceof SubjectChanged
}

async function errorIn(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  return (body as { error?: unknown } | null)?.error
}
