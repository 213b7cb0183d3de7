/** Who signs people in: the configured provider, else the sandbox in this process (R14.1, R22.4). */
import type { BearerSource } from '#features/access/bearer.ts'
import { openIdentityProvider, type IdentityProvider } from '#features/access/identity-provider.ts'
import type { Services } from '#platform/services.ts'
import { createIdentitySandbox, type IdentitySandbox } from '#sandbox/identity/index.ts'

export const IDENTITY_PATH = '/dev/oidc'

export interface IdentityParts {
  provider: IdentityProvider
  bearers: BearerSource
  /** Null with a provider of one's own. */
  sandbox: IdentitySandbox | null
}

export function openIdentity(services: Services): IdentityParts {
  const { identity, devAdminPassword } = services.settings
  if (identity.kind === 'oidc') {
    return { provider: openIdentityProvider(identity), bearers: identity, sandbox: null }
  }
  const sandbox = createIdentitySandbox({ ...services, password: devAdminPassword ?? '' })
  const { issuer, audience, client, fetch } = sandbox
  return {
    provider: openIdentityProvider({ issuer, ...client, fetch }),
    bearers: { issuer, audience, fetch },
    sandbox,
  }
}
