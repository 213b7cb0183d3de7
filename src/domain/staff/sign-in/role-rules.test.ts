import { describe, expect, test } from 'vitest'
import { claimsForRule, hasClaim, isOwnerIdentity, type RoleRule, type Identity } from './role-rules.ts'

const nobody: Identity = { subject: 'u1', email: 'ann@example.test', emailVerified: true, claims: {} }
const noRule: RoleRule = { adminEmails: [], adminSubjects: [], adminClaim: null, roleClaim: null }

describe('the rule that decides who is an admin (R14.2)', () => {
  test('does not make a person an admin just because they are signed in', () => {
    expect(isOwnerIdentity(nobody, noRule)).toBe(false)
  })

  test('accepts a listed e-mail address in any case of letters, but only if the identity provider verified it', () => {
    const rule = { ...noRule, adminEmails: ['ann@example.test'] }
    expect(isOwnerIdentity({ ...nobody, email: ' Ann@Example.test' }, rule)).toBe(true)
    expect(isOwnerIdentity({ ...nobody, emailVerified: false }, rule)).toBe(false)
    expect(isOwnerIdentity({ ...nobody, email: null }, rule)).toBe(false)
  })

  test('refuses an e-mail address with a Unicode letter, even if its lower case is a listed address', () => {
    const rule = { ...noRule, adminEmails: ['kim@example.test'] }
    expect(isOwnerIdentity({ ...nobody, email: 'KIM@example.test' }, rule)).toBe(true)
    // The lower case of the kelvin sign (U+212A) is the letter k. But an address with a kelvin sign is not the listed
    // one.
    expect(isOwnerIdentity({ ...nobody, email: '\u212aim@example.test' }, rule)).toBe(false)
  })

  test('accepts the domain of a listed e-mail address in Unicode or in ASCII', () => {
    for (const listed of ['ann@bücher.example', 'ann@xn--bcher-kva.example'])
      for (const email of ['Ann@BÜCHER.example', 'ann@xn--bcher-kva.example'])
        expect(isOwnerIdentity({ ...nobody, email }, { ...noRule, adminEmails: [listed] })).toBe(true)
  })

  test("accepts a listed subject (the person's id at the identity provider) only if it is exactly the same", () => {
    const rule = { ...noRule, adminSubjects: ['u1', ''] }
    expect(isOwnerIdentity(nobody, rule)).toBe(true)
    expect(isOwnerIdentity({ ...nobody, subject: 'U1' }, rule)).toBe(false)
    expect(isOwnerIdentity({ ...nobody, subject: '' }, rule)).toBe(false)
  })

  test('needs only one match: a listed e-mail address, a listed subject or the admin claim', () => {
    const adminEmails = ['x@example.test']
    const rule: RoleRule = { ...noRule, adminEmails, adminSubjects: ['u2'], adminClaim: 'roles=admin' }
    for (const match of [{ email: 'x@example.test' }, { subject: 'u2' }, { claims: { roles: ['admin'] } }])
      expect(isOwnerIdentity({ ...nobody, ...match }, rule)).toBe(true)
    expect(isOwnerIdentity(nobody, rule)).toBe(false)
  })
})

describe('the admin claim of an identity provider (hasClaim)', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ admin: true }, 'admin'],
    [{ roles: 'admin' }, 'roles=admin'],
    [{ scope: 'read admin' }, 'scope=admin'],
    [{ roles: ['guest', 'admin'] }, 'roles=admin'],
    [{ realm_access: { roles: ['admin'] } }, 'realm_access.roles=admin'],
    [{ realm_access: { roles: ['admin'] } }, 'realm_access.roles.admin'],
    [{ 'urn:project:roles': { admin: { 12: 'ranch' } } }, 'urn:project:roles=admin'],
    [{ 'https://ranch.example/roles': ['admin'] }, 'https://ranch.example/roles=admin'],
    [{ 'https://ranch.example/admin': true }, 'https://ranch.example/admin'],
    [{ roles: { admin: true } }, 'roles.admin'],
    [{ 'custom:admin': 'true' }, 'custom:admin'],
    [{ realm: { admin: 'true' } }, 'realm.admin'],
    [{ 'cognito:groups': ['admin'] }, 'cognito:groups=admin'],
    [{ 'custom:groups': '["guest","admin"]' }, 'custom:groups=admin'],
    [{ 'custom:groups': '[guest, admin]' }, 'custom:groups=admin'],
    [{ 'custom:groups': '["kitchen staff"]' }, 'custom:groups=kitchen staff'],
    [{ groups: 'guest,admin' }, 'groups=admin'],
    [{ groups: 'guest, admin' }, 'groups=admin'],
  ])('makes a person with the claims %j an admin if the setting is %s', (claims, wanted) => {
    expect(hasClaim(claims, wanted)).toBe(true)
  })

  test.each<[Record<string, unknown>, string]>([
    [{}, 'admin'],
    ...['false', '', 'yes', '1', 'TRUE!', 0, 1, null, [true], ['true']].map(
      (admin) => [{ admin }, 'admin'] as [Record<string, unknown>, string],
    ),
    ...['false', '', 0, false, null].map(
      (admin) => [{ roles: { admin } }, 'roles=admin'] as [Record<string, unknown>, string],
    ),
    [{ groups: '["admin' }, 'groups=admin'],
    [{ groups: '["not admin"]' }, 'groups=admin'],
    [{ groups: '[not admin, guest]' }, 'groups=admin'],
    [{ groups: 'administrator,guest' }, 'groups=admin'],
    [{ groups: '{"admin":true}' }, 'groups=admin'],
    [{ sub: 'somebody' }, 'sub'],
    [{ roles: ['administrator'] }, 'roles=admin'],
    [{ roles: 'administrator' }, 'roles=admin'],
    [{ roles: [] }, 'roles=admin'],
    [{ roles: ['admin'] }, 'roles='],
    [{ roles: { admin: false } }, 'roles=admin'],
    [{ roles: { admin: null } }, 'roles.admin'],
    [{ roles: {} }, 'roles=constructor'],
    [{}, '__proto__.toString'],
    [{ a: null }, 'a.b=admin'],
  ])('does not make a person with the claims %j an admin if the setting is %s', (claims, wanted) => {
    expect(hasClaim(claims, wanted)).toBe(false)
  })
})

test.each<[string | null, object]>([
  [null, {}],
  ['realm_access.roles=admin', { realm_access: { roles: ['a'] } }],
  ['https://ranch.example/roles=admin', { 'https://ranch.example/roles': ['b'] }],
  ['realm=admin', {}],
])(
  'for the admin claim %s, stores only the claims of a person that the admin rule reads',
  (adminClaim, kept) => {
    const claims = {
      sub: 'u1',
      email: 'ann@example.test',
      realm_access: { roles: ['a'] },
      'https://ranch.example/roles': ['b'],
    }
    expect(claimsForRule(claims, { adminClaim, roleClaim: null })).toEqual(kept)
  },
)
