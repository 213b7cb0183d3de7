/** Configures `oidc-provider` with the site, its sample people and its tables. */
import { type Configuration, errors, Provider, type JWKS } from 'oidc-provider'
import type { Logger } from 'pino'
import { MOUNT, problemPage, signedOutPage, signOutPage } from './pages.ts'
import { ADMIN, claimsOf, personOf } from './sign-in.ts'
import { createRecords, keptKey, type StoreParts } from './store.ts'

/** The site in its role as this provider's client. Its secret is useless for other providers. */
export interface SiteClient {
  clientId: string
  clientSecret: string
}

export interface ProviderParts extends StoreParts {
  /** The public address of the site, without a trailing slash. */
  publicUrl: string
  /**
   * True if sign-in may return to the site under any name of this machine (`localhost`, `127.0.0.1`), because
   * the site answers under all of them (R21.3).
   */
  anyLoopback: boolean
  client: SiteClient
  password: string
  cookieKey: string
  log: Pick<Logger, 'error'>
}

/**
 * The client id for programs that call the API. Such a program gets an access token for the development password,
 * and acts as the sample admin.
 */
const SCRIPT = 'script'

const HOUR = 3600
const FORTNIGHT = 14 * 24 * HOUR

export async function makeProvider(parts: ProviderParts): Promise<Provider> {
  const { publicUrl, anyLoopback, log } = parts
  const key = await keptKey(parts)
  const provider = new Provider(publicUrl + MOUNT, configuration(parts, { keys: [key] as JWKS['keys'] }))
  provider.on('server_error', (_ctx, err) => log.error({ err }, 'identity sandbox failed'))
  if (anyLoopback) allowLoopback(provider)
  return provider
}

function configuration(parts: ProviderParts, jwks: JWKS): Configuration {
  const { publicUrl, client, password, cookieKey } = parts
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', path: MOUNT } as const
  const api = `${publicUrl}/api`
  return {
    jwks,
    adapter: createRecords(parts),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${publicUrl}/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
      {
        client_id: SCRIPT,
        client_secret: password,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    cookies: {
      keys: [cookieKey],
      names: { session: 'dev-oidc', interaction: 'dev-oidc-sign-in', resume: 'dev-oidc-resume' },
      long: cookie,
      short: cookie,
    },
    scopes: ['openid', 'offline_access', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    findAccount: (_ctx, subject) => {
      const person = personOf(subject)
      return person && { accountId: subject, claims: () => ({ sub: subject, ...claimsOf(person) }) }
    },
    interactions: { url: (_ctx, { uid }) => `${MOUNT}/sign-in/${uid}` },
    // Asks nobody for consent, because people sign in here only for the site itself.
    loadExistingGrant: async (ctx) => {
      const { session, client: asking, provider } = ctx.oidc
      const clientId = asking?.clientId ?? ''
      const known = session?.grantIdFor(clientId)
      if (known) return provider.Grant.find(known)
      const grant = new provider.Grant({ clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email offline_access')
      await grant.save()
      return grant
    },
    issueRefreshToken: async (_ctx, asking) => asking.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // Adds a person's e-mail address to the token: that of the person who signed in, or that of the sample admin
    // if a program requests the token with the client id `script`. By this address the site recognizes an admin.
    extraTokenClaims: (_ctx, token) => {
      const acting = token.clientId === SCRIPT ? ADMIN : personOf('accountId' in token ? token.accountId : '')
      return acting && claimsOf(acting)
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, asking, token) => token.clientId === asking.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => {
          // Asks no question before sign-out if the request proves that the site sent it for the signed-in
          // person.
          const { session, entities } = ctx.oidc
          const hinted = entities.IdTokenHint?.payload['sub']
          ctx.body = String(await signOutPage(form, hinted !== undefined && hinted === session?.accountId))
        },
        postLogoutSuccessSource: async (ctx) => {
          ctx.body = String(await signedOutPage())
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, asking) => (asking.clientId === SCRIPT ? api : []),
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== api) throw new errors.InvalidTarget()
          return {
            scope: '',
            audience: api,
            accessTokenTTL: HOUR,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }
        },
      },
    },
    renderError: async (ctx, out) => {
      ctx.type = 'html'
      ctx.body = String(await problemPage(`The sign-in request is not valid (${out.error}).`))
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      ClientCredentials: HOUR,
      Grant: FORTNIGHT,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: FORTNIGHT,
      Session: FORTNIGHT,
    },
  }
}

const LOOPBACK = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?(\/callback|\/)$/i

function allowLoopback({ Client }: Provider): void {
  const { redirectUriAllowed, postLogoutRedirectUriAllowed } = Client.prototype
  Client.prototype.redirectUriAllowed = function allowed(uri) {
    return redirectUriAllowed.call(this, uri) || LOOPBACK.exec(uri)?.[1] === '/callback'
  }
  Client.prototype.postLogoutRedirectUriAllowed = function allowed(uri) {
    return postLogoutRedirectUriAllowed.call(this, uri) || LOOPBACK.exec(uri)?.[1] === '/'
  }
}
