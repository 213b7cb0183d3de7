/** The calls about who is calling. */
import { z } from 'zod'
import { endpoint, redirectReply } from '#shared/endpoint.ts'
import { typedLine } from '#shared/fields.ts'

export const isAdmin = endpoint({
  name: 'access.isAdmin',
  route: 'GET auth/is-admin',
  summary: 'Whether the caller is an admin; no sign-in, or a wrong one, is `false` and no error',
  access: 'all',
  limit: 'none',
  reply: z.boolean(),
})

/** The longest text taken: more than any provider's code, and than any path of ours. */
const LONGEST = 4096

export const login = endpoint({
  name: 'access.login',
  route: 'GET auth/login',
  summary:
    'Sends the browser to the identity provider; afterwards it comes back to `returnUrl`, a path of this site',
  access: 'all',
  limit: 'read',
  query: z.object({ returnUrl: z.string().max(LONGEST).optional() }),
  gives: 'redirect',
  reply: redirectReply,
})

/** The provider's answer at `/callback`: a code, or an error in its place. */
export const providerAnswer = z.object({
  code: z.string().max(LONGEST).optional(),
  /** Some providers leave the state out of an error: then it belongs to no try. */
  state: z.string().max(LONGEST).default(''),
  iss: z.string().max(LONGEST).optional(),
  error: z.string().max(LONGEST).optional(),
})

export const createSession = endpoint({
  name: 'access.createSession',
  route: 'POST auth/session',
  summary: 'Signs in with what the identity provider handed to `/callback`',
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
  summary: 'Signs out here; `logoutUrl` signs out at the identity provider too, and comes back to `/`',
  access: 'all',
  limit: 'write',
  reply: z.object({ logoutUrl: z.string() }),
})

export const checkDogName = endpoint({
  name: 'access.checkDogName',
  route: 'GET checkPassword',
  summary:
    'Whether this is the name of the dog; `true` lets this browser see the family’s calendar (an HttpOnly cookie). A wrong one is no error',
  access: 'all',
  limit: 'guess',
  query: z.object({ dogName: typedLine().default('') }),
  reply: z.boolean(),
})

export const getFamilyGate = endpoint({
  name: 'access.familyGate',
  route: 'GET familyGate',
  summary: 'Whose dog is asked for (null: nobody passes by an answer), and whether the caller has passed',
  access: 'all',
  limit: 'read',
  reply: z.object({ name: z.string().nullable(), passed: z.boolean() }),
})
