/**
 * The rule of who is an admin (R14.2), by what the identity provider says of a person: any match suffices, "signed in" alone never does.
 * What follows for a caller is asked of `rules.ts`.
 */
import { asciiAddress } from '#shared/email-address.ts'

/** A person as the identity provider describes them. */
export interface Identity {
  subject: string
  email: string | null
  /** Only what `isYes` takes for the provider's yes counts. */
  emailVerified: boolean
  claims: Record<string, unknown>
}

export interface AdminRule {
  /** Lower case. */
  adminEmails: readonly string[]
  adminSubjects: readonly string[]
  /** `roles=admin`, `realm_access.roles=admin`, or the name of a claim that is `true`; see `hasClaim`. */
  adminClaim: string | null
}

export function isAdminIdentity(identity: Identity, rule: AdminRule): boolean {
  if (identity.subject !== '' && rule.adminSubjects.includes(identity.subject)) return true
  // A to Z alone: other letters may be small forms of these, and somebody else's mailbox.
  const email = identity.email?.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const admins = new Set(rule.adminEmails.map(asciiAddress))
  if (email && identity.emailVerified && admins.has(asciiAddress(email))) return true
  return rule.adminClaim !== null && hasClaim(identity.claims, rule.adminClaim)
}

/**
 * True for a claim that says yes. Some providers send booleans as text: the userinfo endpoint of Amazon Cognito
 * (docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html) and Apple (developer.apple.com/forums/thread/746352).
 */
export const isYes = (claim: unknown): boolean => claim === true || claim === 'true'

/**
 * True when the claims hold what `OIDC_ADMIN_CLAIM` asks for. `path=value`: the value at the path is that text,
 * a list with it, a text that lists it (`listed`), or an object with it as a key (some providers name roles so).
 * Without `=`: the value at the path is `true`, also as text, or the path's last part is a role in the list or object
 * before it (`realm_access.roles.admin`). Claim names may contain dots themselves (`https://example.com/roles`).
 */
export function hasClaim(claims: Record<string, unknown>, wanted: string): boolean {
  const split = wanted.lastIndexOf('=')
  if (split > 0) {
    const value = wanted.slice(split + 1).trim()
    return (
      value !== '' && valuesAt(claims, wanted.slice(0, split).trim()).some((found) => names(found, value))
    )
  }
  if (valuesAt(claims, wanted.trim()).some(isYes)) return true
  const dot = wanted.lastIndexOf('.')
  if (dot <= 0) return false
  const role = wanted.slice(dot + 1).trim()
  return valuesAt(claims, wanted.slice(0, dot)).some((found) => isCollection(found) && names(found, role))
}

/** Every value that the path may mean, since a dot may part names or belong to one. */
function valuesAt(value: unknown, path: string): unknown[] {
  if (path === '') return [value]
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (path === name) return [inner]
    return path.startsWith(`${name}.`) ? valuesAt(inner, path.slice(name.length + 1)) : []
  })
}

const isCollection = (value: unknown): value is object => value !== null && typeof value === 'object'

function names(found: unknown, role: string): boolean {
  if (role === '') return false
  if (typeof found === 'string') return found === role || listed(found).includes(role)
  if (Array.isArray(found)) return found.includes(role)
  // `{ admin: false }` takes a role away; anything else in its place grants it.
  return isCollection(found) && Object.entries(found).some(([key, value]) => key === role && !isNo(value))
}

const isNo = (value: unknown): boolean => !value || value === 'false'

/**
 * Returns the names that a text lists: as JSON, as `[admin, kitchen staff]` (Amazon Cognito writes several values of a
 * mapped attribute so), or parted by blanks or commas.
 */
function listed(text: string): unknown[] {
  const inside = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1]
  if (inside === undefined) return text.split(/[\s,]+/)
  try {
    return JSON.parse(text) as unknown[]
  } catch {
    return inside.split(',').map((name) => name.trim())
  }
}

/** The claims that the admin rule looks at: the others are nobody's business here and are not kept. */
export function claimsForRule(
  claims: Record<string, unknown>,
  { adminClaim }: Pick<AdminRule, 'adminClaim'>,
): Record<string, unknown> {
  const path = adminClaim?.split('=')[0]?.trim() ?? ''
  return Object.fromEntries(
    Object.entries(claims).filter(([name]) => path === name || path.startsWith(`${name}.`)),
  )
}
