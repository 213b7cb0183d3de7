/** Checks bearer tokens: JWT access tokens of the configured issuer for the configured audience (R14.4). */
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { createOnce } from '#platform/concurrency.ts'
import { Outage } from '#platform/http/outage.ts'
import { toIdentity, type Fetch } from './identity-provider.ts'
import type { Identity } from './role-rules.ts'

/**
 * Checks a bearer token. Returns the identity that the token proves, or null if the token is invalid. Throws an
 * `Outage` if the issuer's keys cannot be fetched.
 */
export type CheckBearer = (token: string) => Promise<Identity | null>

interface BearerOptions {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  now: () => Date
}

/** Allows public-key algorithms only. With a shared secret, anyone who can check a token could also forge one. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** How many seconds the identity provider's clock may differ from ours (R14.3). */
const LEEWAY_SECONDS = 60
/** How long a request to the identity provider may take: 10 seconds (R14.3). */
const TIMEOUT_MS = 10_000

/** Refuses every token. Used if no audience is configured. */
const refuseBearers: CheckBearer = async () => null

/** The error codes of the `jose` library for keys that it cannot fetch. An invalid token causes other codes. */
const KEYS_UNREACHABLE = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'])

export function createBearerCheck({ issuer, audience, keys, now }: BearerOptions): CheckBearer {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: LEEWAY_SECONDS,
        currentDate: now(),
        requiredClaims: ['sub', 'exp'],
      })
      return toIdentity(payload.sub ?? '', payload)
    } catch (error) {
      if (error instanceof errors.JOSEError && !KEYS_UNREACHABLE.has(error.code)) return null
      throw new Outage("The identity provider's keys cannot be fetched", { cause: error })
    }
  }
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

export interface BearerSource {
  issuer: string
  /** The audience that a bearer token must name. Null refuses every token. */
  audience: string | null
  /** Replaces `fetch`, so that the site can call the embedded identity provider in this process without a socket. */
  fetch?: Fetch | undefined
}

/**
 * Returns the function that checks bearer tokens of the configured identity provider. The function fetches the
 * provider's keys for the first token, and then keeps them.
 */
export function bearerCheckFor(source: BearerSource, now: () => Date): CheckBearer {
  const { issuer, audience } = source
  if (audience === null) return refuseBearers
  const keys = createOnce(() => discoverKeys(source))
  const lazyKeys: JWTVerifyGetKey = async (header, token) => (await keys())(header, token)
  return createBearerCheck({ issuer, audience, keys: lazyKeys, now })
}

async function discoverKeys({ issuer, fetch: ask = fetch }: BearerSource): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await ask(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok)
    throw new Error(`The identity provider's configuration replied with status ${response.status}`)
  const { jwks_uri: keysAddress, issuer: named } = discovery.parse(await response.json())
  if (named !== issuer) throw new Error("The identity provider's configuration names another issuer")
  return createRemoteJWKSet(new URL(keysAddress), {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: (url: string, init: RequestInit) => ask(url, init),
  })
}
