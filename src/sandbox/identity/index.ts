/**
 * The embedded identity provider (R22.4): a real OpenID Connect provider with two sample people, so that sign-in works
 * without settings. With `OIDC_ISSUER` nothing of it is mounted.
 */
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { sign } from '#platform/http/signing.ts'
import { createRateLimits } from '#platform/rate-limits.ts'
import type { Services } from '#platform/services.ts'
import { onceMade } from '../own-tables.ts'
import { identityApp } from './app.ts'
import { MOUNT } from './places.ts'
import type { ProviderParts, SiteClient } from './provider.ts'
import { DDL } from './tables.ts'

export interface IdentitySandbox {
  /** To be mounted at `/dev/oidc`. */
  app: Hono
  issuer: string
  /** Of the access tokens that scripts get. */
  audience: string
  /** How the site signs people in here. */
  client: SiteClient
  /** The provider without a socket, for the site itself. */
  fetch(url: string, init: RequestInit): Promise<Response>
}

export interface IdentitySandboxOptions extends Services {
  /** Of both sample people; never empty. */
  password: string
}

/** Makes the provider; its tables and key are made at the first use. */
export function createIdentitySandbox(options: IdentitySandboxOptions): IdentitySandbox {
  const { db, sessionSecret, settings, now, password } = options
  if (password === '') throw new Error('DEV_ADMIN_PASSWORD: is empty. Set it or unset it to have one made.')
  const { publicUrl, publicUrlGiven, rateLimits } = settings
  // The same after a restart and in a second process.
  const keyFor = (purpose: string) => sign(sessionSecret, `sandbox ${purpose}`, purpose)
  const client = { clientId: 'twelve-mile', clientSecret: keyFor('identity client') }

  let made: Promise<Provider> | undefined
  const provider = async () => {
    made ??= loadProvider({
      ...options,
      ready: onceMade(db, DDL),
      publicUrl,
      anyLoopback: !publicUrlGiven,
      client,
      cookieKey: keyFor('identity cookies'),
    }).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  const app = identityApp({
    provider,
    publicUrl,
    password,
    formKey: keyFor('identity form'),
    limits: createRateLimits({ enabled: rateLimits, now }),
  })
  const mounted = new Hono().route(MOUNT, app)
  return {
    app: new Hono().route('/', app),
    issuer: publicUrl + MOUNT,
    audience: `${publicUrl}/api`,
    client,
    fetch: async (url, init) => mounted.fetch(new Request(url, init)),
  }
}

/** Loaded at the first use: a site with a provider of its own, and a quick start, do without it. */
async function loadProvider(parts: ProviderParts): Promise<Provider> {
  const { makeProvider } = await import('./provider.ts')
  return makeProvider(parts)
}
