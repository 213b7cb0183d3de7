/** Bearer tokens: JWT access tokens of the configured issuer and audience (R14.4). */
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { createOnce } from '#platform/concurrency.ts'
import { Outage } from '#platform/http/outage.ts'
import { toIdentity, type Fetch } from './identity-provider.ts'
import type { Identity } from './admin-rules.ts'

/** The identity that a token proves; null when it proves none. Throws when the issuer's keys cannot be had. */
export type CheckBearer = (token: string) => Promise<Identity | null>

interface BearerOptions {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  now: () => Date
}

/** Public-key algorithms only: with a shared secret anybody who can check a token could make one. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Leeway 60 s (R14.3). */
const LEEWAY_SECONDS = 60
/** HTTP timeout 10 s (R14.3). */
const TIMEOUT_MS = 10_000

/** Refuses every token: no audience is set. */
const refuseBearers: CheckBearer = async () => null

/** The library's words for a key set that did not come; a bad token has others. */
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
      throw new Outage("The identity provider's keys cannot be had", { cause: error })
    }
  }
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

export interface BearerSource {
  issuer: string
  /** Null: no token is good. */
  audience: string | null
  /** The embedded provider needs no socket. */
  fetch?: Fetch | undefined
}

/** The check for the configured provider; its keys are looked up at the first token and kept. */
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
  if (!response.ok) throw new Error(`The identity provider's configuration answered ${response.status}`)
  const { jwks_uri: keysAddress, issuer: named } = discovery.parse(await response.json())
  if (named !== issuer) throw new Error("The identity provider's configuration names another issuer")
  return createRemoteJWKSet(new URL(keysAddress), {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: (url: string, init: RequestInit) => ask(url, init),
  })
}
