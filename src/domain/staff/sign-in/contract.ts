/** The API endpoints for signing in and out, and for the gate of the family calendar. */
import { z } from 'zod'
import { endpoint, redirectReply } from '#shared/endpoint.ts'
import { typedLine } from '#shared/fields.ts'

export const isAdmin = endpoint({
  name: 'access.isAdmin',
  route: 'GET auth/is-admin',
  summary: 'Returns whether the caller is an admin. A missing or invalid sign-in is `false`, not an error',
  access: 'all',
  limit: 'none',
  reply: z.boolean(),
})

/**
 * The longest text that the sign-in endpoints accept. It is longer than any provider's code and any path of
 * our site.
 */
const LONGEST = 4096

export const login = endpoint({
  name: 'access.login',
  route: 'GET auth/login',
  summary:
    'Redirects the browser to the identity provider. After sign-in the browser returns to `returnUrl`, a path of this site',
  access: 'all',
  limit: 'read',
  query: z.object({ returnUrl: z.string().max(LONGEST).optional() }),
  gives: 'redirect',
  reply: redirectReply,
})

/** The parameters that the identity provider sends to `/callback`: a code, or an error instead. */
export const providerAnswer = z.object({
  code: z.string().max(LONGEST).optional(),
  /** Some providers omit the state from an error. Such an error matches no sign-in attempt. */
  state: z.string().max(LONGEST).default(''),
  iss: z.string().max(LONGEST).optional(),
  error: z.string().max(LONGEST).optional(),
})

export const createSession = endpoint({
  name: 'access.createSession',
  route: 'POST auth/session',
  summary: 'Completes a sign-in with the parameters that the identity provider sent to `/callback`',
  access: 'all',
  limit: 'write',
  body: providerAnswer,
  reply: z.object({ returnUrl: z.string() }),
  failures: {
    sign_in_failed: [400, 'The sign-in did not work. Please try again.'],
    identity_unavailable: [502, 'The sign-in service does not answer. Please try again in a moment.'],
  },
})

export const endSession = endpoint({
  name: 'access.endSession',
  route: 'DELETE auth/session',
  summary:
    'Signs the caller out of the site. Open `logoutUrl` to sign out at the identity provider too; it returns to `/`',
  access: 'all',
  limit: 'write',
  reply: z.object({ logoutUrl: z.string() }),
})

export const checkDogName = endpoint({
  name: 'access.checkDogName',
  route: 'GET checkPassword',
  summary:
    'Checks the name of the dog. If right, returns `true` and sets an HttpOnly cookie that opens the family calendar. A wrong name is `false`, not an error',
  access: 'all',
  limit: 'guess',
  query: z.object({ dogName: typedLine().default('') }),
  reply: z.boolean(),
})

export const getFamilyGate = endpoint({
  name: 'access.familyGate',
  route: 'GET familyGate',
  summary:
    'Returns whose dog the gate asks about (null if no answer is configured), and whether the caller has passed',
  access: 'all',
  limit: 'read',
  reply: z.object({ name: z.string().nullable(), passed: z.boolean() }),
})
