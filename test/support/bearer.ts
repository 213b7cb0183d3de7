/**
 * Issues access tokens for tests, with its own key pair. It replaces the identity provider that `OIDC_ISSUER`
 * names.
 */
import { exportJWK, createLocalJWKSet, generateKeyPair, SignJWT } from 'jose'
import { createBearerCheck, type CheckBearer } from '#domain/staff/sign-in/bearer.ts'

const TEST_ISSUER = 'https://issuer.example'
const TEST_AUDIENCE = 'http://localhost:3000/api'

export interface TokenChanges {
  issuer?: string
  audience?: string
  expiresAt?: Date
  verified?: boolean
}

interface TestIssuer {
  check: CheckBearer
  /** Creates an access token. It is valid for an hour unless `changes` have another time. */
  token(email: string, changes?: TokenChanges): Promise<string>
}

export async function createTestIssuer(now: () => Date): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256' }] })
  return {
    check: createBearerCheck({ issuer: TEST_ISSUER, audience: TEST_AUDIENCE, keys, now }),
    token: async (email, changes = {}) =>
      new SignJWT({ email, email_verified: changes.verified ?? true })
        .setProtectedHeader({ alg: 'ES256', kid: 'test' })
        .setSubject(`subject of ${email}`)
        .setIssuer(changes.issuer ?? TEST_ISSUER)
        .setAudience(changes.audience ?? TEST_AUDIENCE)
        .setIssuedAt(now())
        .setExpirationTime(changes.expiresAt ?? new Date(now().getTime() + 3_600_000))
        .sign(privateKey),
  }
}
