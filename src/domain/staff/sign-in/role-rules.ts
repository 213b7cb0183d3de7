/**
 * Decides the role of a signed-in person from the settings and from the claims of the identity provider (R14.2). A
 * sign-in alone gives no role. Invitations give the other roles (`people/recognize.ts`).
 */
import { asciiAddress } from '#shared/email-address.ts'
import { type Role, ROLES } from '#shared/roles.ts'

/** A signed-in person as the identity provider describes them. */
export interface Identity {
  subject: string
  email: string | null
  /** True only if the identity provider's claim is true or "true" (`isYes`). */
  emailVerified: boolean
  claims: Record<string, unknown>
}

export interface RoleRule {
  /** The e-mail addresses of owners, in lower case. */
  adminEmails: readonly string[]
  adminSubjects: readonly string[]
  /**
   * The claim that makes a person an owner. Either `claim=value`, such as `roles=admin` or
   * `realm_access.roles=admin`, or the name of a claim that is `true`. See `hasClaim`.
   */
  adminClaim: string | null
  /** The path of the claim that names a person's role, such as `realm_access.roles`. Null if no claim does. */
  roleClaim: string | null
}

/** A role that does not come from an invitation, and where it comes from. */
export interface GivenRole {
  role: Role
  source: 'settings' | 'claim'
}

/** Returns the role that the settings or a claim give a person. Returns null if neither does. */
export function givenRole(identity: Identity, rule: RoleRule): GivenRole | null {
  if (isOwnerIdentity(identity, rule)) return { role: 'owner', source: 'settings' }
  const role = claimedRole(identity.claims, rule)
  return role && { role, source: 'claim' }
}

export function isOwnerIdentity(identity: Identity, rule: Omit<RoleRule, 'roleClaim'>): boolean {
  if (identity.subject !== '' && rule.adminSubjects.includes(identity.subject)) return true
  if (rule.adminEmails.some((email) => hasVerifiedAddress(identity, email))) return true
  return rule.adminClaim !== null && hasClaim(identity.claims, rule.adminClaim)
}

/** Returns true if the identity provider has verified that this address belongs to the person. */
export const hasVerifiedAddress = ({ email, emailVerified }: Identity, address: string): boolean =>
  email !== null && email !== '' && emailVerified && sameMailbox(email) === sameMailbox(address)

/**
 * Changes only A to Z to lower case. Some other letters have an ASCII letter as their lower case, such as the kelvin
 * sign. An address with such a letter is another person's mailbox.
 */
const sameMailbox = (address: string): string =>
  asciiAddress(address.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()))

/** Returns the role that a claim names. If it names several, returns the first of them in the order of `ROLES`. */
const claimedRole = (claims: Identity['claims'], { roleClaim }: Pick<RoleRule, 'roleClaim'>): Role | null =>
  roleClaim === null ? null : (ROLES.find((role) => hasClaim(claims, `${roleClaim}=${role}`)) ?? null)

/**
 * Returns true for a claim that is true. Two identity providers send booleans as text: the userinfo endpoint of
 * Amazon Cognito (docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html) and Apple
 * (developer.apple.com/forums/thread/746352).
 */
export const isYes = (claim: unknown): boolean => claim === true || claim === 'true'

/**
 * Returns true if the claims contain what `OIDC_ADMIN_CLAIM` (`wanted`) asks for. With `path=value`, the value at the
 * path must be that text, a list that contains the text, a text that lists it (see `listedNames`), or an object with
 * that key. Some identity providers use role names as keys. Without `=`, the value at the path must be true. Or the
 * last part of the path must be a role in the list or object before it (`realm_access.roles.admin`). A claim's name
 * may itself contain dots (`https://example.com/roles`).
 */
export function hasClaim(claims: Record<string, unknown>, wanted: string): boolean {
  const split = wanted.lastIndexOf('=')
  if (split > 0) {
    const value = wanted.slice(split + 1).trim()
    return (
      value !== '' &&
      valuesAt(claims, wanted.slice(0, split).trim()).some((found) => grantsRole(found, value))
    )
  }
  if (valuesAt(claims, wanted.trim()).some(isYes)) return true
  const dot = wanted.lastIndexOf('.')
  if (dot <= 0) return false
  const role = wanted.slice(dot + 1).trim()
  return valuesAt(claims, wanted.slice(0, dot)).some(
    (found) => isCollection(found) && grantsRole(found, role),
  )
}

/** Returns every value that a path can mean. A dot may separate two names or be part of a name. */
function valuesAt(value: unknown, path: string): unknown[] {
  if (path === '') return [value]
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (path === name) return [inner]
    return path.startsWith(`${name}.`) ? valuesAt(inner, path.slice(name.length + 1)) : []
  })
}

const isCollection = (value: unknown): value is object => value !== null && typeof value === 'object'

function grantsRole(found: unknown, role: string): boolean {
  if (role === '') return false
  if (typeof found === 'string') return found === role || listedNames(found).includes(role)
  if (Array.isArray(found)) return found.includes(role)
  // An object like `{ admin: false }` denies the role `admin`. Any other value grants the role.
  return isCollection(found) && Object.entries(found).some(([key, value]) => key === role && !isNo(value))
}

const isNo = (value: unknown): boolean => !value || value === 'false'

/**
 * Returns the names that a text lists: as JSON, as `[admin, kitchen staff]`, or separated by spaces or commas. Amazon
 * Cognito writes several values of a mapped attribute in brackets.
 */
function listedNames(text: string): unknown[] {
  const inside = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1]
  if (inside === undefined) return text.split(/[\s,]+/)
  try {
    return JSON.parse(text) as unknown[]
  } catch {
    return inside.split(',').map((name) => name.trim())
  }
}

/** Returns only the claims that decide a role. The site stores no other claims. */
export function claimsForRule(
  claims: Record<string, unknown>,
  { adminClaim, roleClaim }: Pick<RoleRule, 'adminClaim' | 'roleClaim'>,
): Record<string, unknown> {
  const paths = [adminClaim?.split('=')[0]?.trim() ?? '', roleClaim ?? '']
  return Object.fromEntries(
    Object.entries(claims).filter(([name]) =>
      paths.some((path) => path === name || path.startsWith(`${name}.`)),
    ),
  )
}
