/**
 * Decides who is an admin, from the claims of the identity provider (R14.2). One match is enough, but a sign-in alone
 * is not. `rules.ts` decides what an admin or a member of the family may do.
 */
import { asciiAddress } from '#shared/email-address.ts'

/** A signed-in person as the identity provider describes them. */
export interface Identity {
  subject: string
  email: string | null
  /** True only if the identity provider's claim is true or "true" (`isYes`). */
  emailVerified: boolean
  claims: Record<string, unknown>
}

export interface AdminRule {
  /** The e-mail addresses of admins, in lower case. */
  adminEmails: readonly string[]
  adminSubjects: readonly string[]
  /**
   * The claim that makes a person an admin. Either `claim=value`, such as `roles=admin` or
   * `realm_access.roles=admin`, or the name of a claim that is `true`. See `hasClaim`.
   */
  adminClaim: string | null
}

export function isAdminIdentity(identity: Identity, rule: AdminRule): boolean {
  if (identity.subject !== '' && rule.adminSubjects.includes(identity.subject)) return true
  // Changes only A to Z to lower case. Some other letters have an ASCII letter as their lower case, such as the
  // kelvin sign. An address with such a letter is another person's mailbox.
  const email = identity.email?.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const admins = new Set(rule.adminEmails.map(asciiAddress))
  if (email && identity.emailVerified && admins.has(asciiAddress(email))) return true
  return rule.adminClaim !== null && hasClaim(identity.claims, rule.adminClaim)
}

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

/** Returns only the claims that the admin rule reads. The site stores no other claims. */
export function claimsForRule(
  claims: Record<string, unknown>,
  { adminClaim }: Pick<AdminRule, 'adminClaim'>,
): Record<string, unknown> {
  const path = adminClaim?.split('=')[0]?.trim() ?? ''
  return Object.fromEntries(
    Object.entries(claims).filter(([name]) => path === name || path.startsWith(`${name}.`)),
  )
}
