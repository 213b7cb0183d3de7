/** The API endpoints for signing in and out, for who is signed in, and for the gate of the family calendar. */
import { z } from 'zod'
import { endpoint, redirectReply } from '#shared/endpoint.ts'
import { typedLine } from '#shared/fields.ts'
import { PERMISSIONS, type Permission, ROLES } from '#shared/roles.ts'

export const isAdmin = endpoint({
  name: 'access.isAdmin',
  route: 'GET auth/is-admin',
  summary:
    'Returns whether the caller is an owner or a manager. Without a valid sign-in it returns `false`, not an error',
  access: 'all',
  limit: 'none',
  reply: z.boolean(),
})

export const getMe = endpoint({
  name: 'access.me',
  route: 'GET auth/me',
  summary:
    'Returns who is signed in: e-mail address, name, role and permissions. For a visitor, all of these are null or empty, and `signedIn` is false',
  access: 'all',
  limit: 'read',
  reply: z.object({
    signedIn: z.boolean(),
    email: z.string().nullable(),
    /** The name, as an owner entered it. Null if nobody did. */
    name: z.string().nullable(),
    /** Null for a person who does not work here. */
    role: z.enum(ROLES).nullable(),
    permissions: z.array(z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]])),
  }),
})

/**
 * The longest text that the sign-in endpoints accept. It is longer than any code of an identity provider and any path
 * of this site.
 */
const LONGEST = 4096

export const login = endpoint({
  name: 'access.login',
  route: 'GET auth/login',
  summary:
    'Starts a sign-in: redirects the browser to the identity provider. After the sign-in, the browser returns to `returnUrl`, a path of this site (by default `/admin`)',
  access: 'all',
  limit: 'read',
  query: z.object({ returnUrl: z.string().max(LONGEST).optional() }),
  gives: 'redirect',
  reply: redirectReply,
})

/** The parameters with which the identity provider sends the browser back to `/callback`: a code, or an error. */
export const providerAnswer = z.object({
  code: z.string().max(LONGEST).optional(),
  /** Some identity providers send an error without the state. Then the error belongs to no known sign-in attempt. */
  state: z.string().max(LONGEST).default(''),
  iss: z.string().max(LONGEST).optional(),
  error: z.string().max(LONGEST).optional(),
})

export const createSession = endpoint({
  name: 'access.createSession',
  route: 'POST auth/session',
  summary:
    'Completes a sign-in: send the parameters with which the identity provider sent the browser to `/callback`. Sets the session cookie and returns the path to open next. Fails with `sign_in_failed` if the parameters are wrong or expired',
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
    'Signs the caller out of this site. Returns `logoutUrl`: open it to sign out at the identity provider too, which then returns to `/`',
  access: 'all',
  limit: 'write',
  reply: z.object({ logoutUrl: z.string() }),
})

export const checkDogName = endpoint({
  name: 'access.checkDogName',
  route: 'GET checkPassword',
  summary:
    'Checks the name of the family’s dog (`dogName`). Returns `true` for the right name, and sets an HttpOnly cookie that opens the family calendar. Returns `false`, not an error, for a wrong name',
  access: 'all',
  limit: 'guess',
  query: z.object({ dogName: typedLine().default('') }),
  reply: z.boolean(),
})

export const getFamilyGate = endpoint({
  name: 'access.familyGate',
  route: 'GET familyGate',
  summary:
    'Returns what a page needs to ask for the name of the family’s dog: the name of the dog’s owner (`name`, null if the site has no such question), and whether this browser may already open the family calendar (`passed`)',
  access: 'all',
  limit: 'read',
  reply: z.object({ name: z.string().nullable(), passed: z.boolean() }),
})
