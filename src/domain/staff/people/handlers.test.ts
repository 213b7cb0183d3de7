import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { people, sessions } from '#platform/database/schema/access.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { listEvents } from '#domain/events/contract/events.ts'
import { getToday } from '#domain/desk/today/contract.ts'
import { getMe, isAdmin } from '#domain/staff/sign-in/contract.ts'
import { createSession } from '#domain/staff/sign-in/store.ts'
import { listAudit } from '#domain/staff/audit/contract.ts'
import { listAllEmails, resendMail } from '#domain/mail/emails/contract.ts'
import type { Call } from '#shared/client.ts'
import { permissionsOf, type Role } from '#shared/roles.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { signInFor } from '#test/support/sign-in.ts'
import { changeRole, invitePerson, listPeople, removePerson } from './contract.ts'

const app = await openTestApp({ emptied: true })
const db = () => app.services.db

/** Returns the data of a reply. Throws if the call failed. */
async function dataOf<Data>(
  reply: Promise<{ ok: true; data: Data } | { ok: false; code: string }>,
): Promise<Data> {
  const found = await reply
  if (!found.ok) throw new Error(found.code)
  return found.data
}

const codeOf = async (reply: Promise<{ ok: true } | { ok: false; code: string }>) => {
  const found = await reply
  return found.ok ? 'ok' : found.code
}

const invite = (call: Call, email: string, role: Role, name?: string) =>
  call(invitePerson, { body: { person: { email, role, ...(name !== undefined && { name }) } } })

const peopleSeenBy = async ({ call }: TestBrowser) => (await dataOf(call(listPeople))).people

/** Returns a browser in which a person of the identity provider has signed in. */
async function signedInAs(identity: { subject: string; email: string | null; emailVerified: boolean }) {
  const browser = app.browser()
  const now = app.clock.now()
  const cookie = await createSession(app.services, {
    ...identity,
    issuer: `${app.services.settings.publicUrl}/dev/oidc`,
    claims: {},
    tokens: null,
    now,
    expiresAt: new Date(now.getTime() + 8 * 3_600_000),
  })
  browser.cookies.set('session', cookie)
  return browser
}

const ANA = { subject: 'ana', email: 'Ana@Example.test', emailVerified: true }

test('gives an invited person their role when they sign in with the verified address', async () => {
  const owner = await app.signIn({ admin: true })
  const { person } = await dataOf(invite(owner.call, 'ana@example.test', 'desk', 'Ana Reyes'))
  expect(person).toMatchObject({
    email: 'ana@example.test',
    name: 'Ana Reyes',
    role: 'desk',
    lastSeenAt: null,
  })
  const ana = await signedInAs(ANA)
  expect(await dataOf(ana.call(getMe))).toEqual({
    signedIn: true,
    email: 'Ana@Example.test',
    name: 'Ana Reyes',
    role: 'desk',
    permissions: permissionsOf('desk'),
  })
  expect(await dataOf(ana.call(isAdmin))).toBe(false)
  expect(await peopleSeenBy(owner)).toMatchObject([
    { email: 'admin@example.test', role: 'owner', source: 'settings' },
    { id: person.id, role: 'desk', source: 'invitation', lastSeenAt: app.clock.now().toISOString() },
  ])
})

test('recognizes a person by their id at the identity provider after their address has changed', async () => {
  const owner = await app.signIn({ admin: true })
  await invite(owner.call, 'ana@example.test', 'desk')
  await (await signedInAs(ANA)).call(getMe)
  const renamed = await signedInAs({ ...ANA, email: 'ana@elsewhere.test' })
  expect((await dataOf(renamed.call(getMe))).role).toBe('desk')
})

test.each([
  ['an address that is not verified', { ...ANA, emailVerified: false }],
  ['no address', { ...ANA, email: null }],
  ['a look-alike address with a Kelvin sign', { ...ANA, email: '\u212aim@example.test' }],
  ['the id of another person', { ...ANA, subject: 'kim', email: 'other@example.test' }],
])('gives no role to a person with %s', async (_who, identity) => {
  const owner = await app.signIn({ admin: true })
  await invite(owner.call, 'ana@example.test', 'desk')
  await invite(owner.call, 'kim@example.test', 'manager')
  const browser = await signedInAs(identity)
  expect(await dataOf(browser.call(getMe))).toMatchObject({ signedIn: true, role: null, permissions: [] })
  expect(await codeOf(browser.call(getToday))).toBe('forbidden')
})

test('returns null and empty for a visitor who asks who is signed in', async () => {
  expect(await dataOf(app.browser().call(getMe))).toEqual({
    signedIn: false,
    email: null,
    name: null,
    role: null,
    permissions: [],
  })
})

test('makes owners of the people whom the settings name, whatever their invitation says', async () => {
  const owner = await app.signIn({ admin: true })
  await invite(owner.call, 'admin@example.test', 'kitchen')
  expect((await dataOf(owner.call(getMe))).role).toBe('owner')
  expect(await peopleSeenBy(owner)).toMatchObject([
    { email: 'admin@example.test', role: 'owner', source: 'settings' },
  ])
})

test('ends the open sessions of a removed person with their next request (R14.11)', async () => {
  const owner = await app.signIn({ admin: true })
  const { person } = await dataOf(invite(owner.call, 'ana@example.test', 'desk'))
  const [here, there] = [await signedInAs(ANA), await signedInAs(ANA)]
  for (const browser of [here, there]) expect(await codeOf(browser.call(getToday))).toBe('ok')
  expect(await codeOf(owner.call(removePerson, { query: { id: person.id } }))).toBe('ok')
  for (const browser of [here, there]) {
    expect(await codeOf(browser.call(getToday))).toBe('unauthenticated')
    expect((await dataOf(browser.call(getMe))).signedIn).toBe(false)
  }
  expect(await db().$count(sessions, eq(sessions.subject, 'ana'))).toBe(0)
  const again = await signedInAs(ANA)
  expect((await dataOf(again.call(getMe))).role).toBeNull()
})

test('gives a changed role with the next request, for sessions and bearer tokens', async () => {
  const owner = await app.signIn({ admin: true })
  const desk = await app.signIn({ role: 'desk' })
  const token = await app.bearer({ role: 'desk' })
  const person = (await peopleSeenBy(owner)).find(({ role }) => role === 'desk')
  const asBearer = async () =>
    (await app.request('/api/auth/today', { headers: { authorization: `Bearer ${token}` } })).status
  expect([await codeOf(desk.call(getToday)), await asBearer()]).toEqual(['ok', 200])
  await owner.call(changeRole, { body: { person: { id: person?.id ?? 0, role: 'kitchen' } } })
  expect([await codeOf(desk.call(getToday)), await asBearer()]).toEqual(['forbidden', 403])
  await owner.call(removePerson, { query: { id: person?.id ?? 0 } })
  expect([await codeOf(desk.call(getToday)), await asBearer()]).toEqual(['unauthenticated', 403])
})

test('keeps the last owner: nobody can remove or demote them (R14.12)', async () => {
  const owner = await app.signIn({ role: 'owner' })
  await db().delete(people).where(eq(people.source, 'settings'))
  const [{ id } = { id: 0 }] = await peopleSeenBy(owner)
  expect(await codeOf(owner.call(removePerson, { query: { id } }))).toBe('last_owner')
  expect(await codeOf(owner.call(changeRole, { body: { person: { id, role: 'manager' } } }))).toBe(
    'last_owner',
  )
  const second = await dataOf(invite(owner.call, 'ana@example.test', 'owner'))
  expect(await codeOf(owner.call(changeRole, { body: { person: { id, role: 'manager' } } }))).toBe('ok')
  expect(await codeOf(owner.call(listPeople))).toBe('forbidden')
  expect(second.person.role).toBe('owner')
})

test('refuses to change or remove an owner whom the settings name', async () => {
  const owner = await app.signIn({ admin: true })
  const [{ id } = { id: 0 }] = await peopleSeenBy(owner)
  expect(await codeOf(owner.call(removePerson, { query: { id } }))).toBe('last_owner')
  await app.signIn({ role: 'owner' })
  expect(await codeOf(owner.call(removePerson, { query: { id } }))).toBe('set_elsewhere')
  expect(await codeOf(owner.call(changeRole, { body: { person: { id, role: 'desk' } } }))).toBe(
    'set_elsewhere',
  )
})

test('e-mails an invitation again until the person has signed in, and then refuses another one', async () => {
  const owner = await app.signIn({ admin: true })
  await invite(owner.call, 'ana@example.test', 'desk')
  app.clock.advance({ minutes: 1 })
  const again = await dataOf(invite(owner.call, 'ANA@example.test', 'kitchen', 'Ana'))
  expect(again.person).toMatchObject({ role: 'kitchen', name: 'Ana' })
  await app.runJobs()
  const sent = await db().select().from(emails).where(eq(emails.emailType, 'staff-invitation'))
  expect(sent.map(({ status }) => status)).toEqual(['sent', 'sent'])
  const mails = await app.request('/dev/mail.json')
  expect(await mails.text()).toContain('ana@example.test')
  await (await signedInAs(ANA)).call(getMe)
  expect(await codeOf(invite(owner.call, 'ana@example.test', 'desk'))).toBe('already_here')
})

test('drops the invitation of a person who was removed before it was sent', async () => {
  const owner = await app.signIn({ admin: true })
  const { person } = await dataOf(invite(owner.call, 'ana@example.test', 'desk'))
  await owner.call(removePerson, { query: { id: person.id } })
  await app.runJobs()
  const [row] = await db().select().from(emails).where(eq(emails.emailType, 'staff-invitation'))
  expect(row?.status).toBe('dropped')
})

test('shows invitations and changes of roles only to owners, in the history and among the e-mails', async () => {
  const owner = await app.signIn({ admin: true })
  const manager = await app.signIn({ role: 'manager' })
  const { person } = await dataOf(invite(owner.call, 'ana@example.test', 'desk', 'Ana Reyes'))
  await owner.call(changeRole, { body: { person: { id: person.id, role: 'kitchen' } } })
  await owner.call(removePerson, { query: { id: person.id } })
  const { person: bea } = await dataOf(invite(owner.call, 'bea@example.test', 'desk'))
  await app.runJobs()
  const entries = (await dataOf(owner.call(listAudit, { query: {} }))).entries
  expect(entries.slice(0, 4).map(({ action, label, actorEmail }) => [action, label, actorEmail])).toEqual([
    ['person.invited', 'bea@example.test as desk', 'admin@example.test'],
    ['person.removed', 'Ana Reyes (kitchen)', 'admin@example.test'],
    ['person.roleChanged', 'Ana Reyes from desk to kitchen', 'admin@example.test'],
    ['person.invited', 'Ana Reyes as desk', 'admin@example.test'],
  ])
  expect(bea.role).toBe('desk')
  const { entries: seen } = await dataOf(manager.call(listAudit, { query: {} }))
  expect(seen.filter(({ entity }) => entity === 'person')).toEqual([])
  const mails = async (browser: TestBrowser) =>
    (await dataOf(browser.call(listAllEmails, { query: {} }))).emails
  const [mail] = await mails(owner)
  expect(mail).toMatchObject({ type: 'staff-invitation', status: 'sent' })
  expect(await mails(manager)).toEqual([])
  const resent = (browser: TestBrowser) => codeOf(browser.call(resendMail, { body: { id: mail?.id ?? 0 } }))
  expect([await resent(manager), await resent(owner)]).toEqual(['not_found', 'ok'])
  const stored = JSON.stringify(await db().select().from(auditEntries))
  expect(stored).not.toContain('Ana')
})

test('notes when a person was last seen at most once an hour', async () => {
  const owner = await app.signIn({ admin: true })
  const desk = await app.signIn({ role: 'desk' })
  const seen = async () => (await peopleSeenBy(owner)).find(({ role }) => role === 'desk')?.lastSeenAt
  await desk.call(listEvents, { query: {} })
  const first = app.clock.now().toISOString()
  app.clock.advance({ minutes: 59 })
  await desk.call(listEvents, { query: {} })
  expect(await seen()).toBe(first)
  app.clock.advance({ minutes: 2 })
  await desk.call(listEvents, { query: {} })
  expect(await seen()).toBe(app.clock.now().toISOString())
})

test('takes the role from the claim that OIDC_ROLE_CLAIM names, before an invitation', async () => {
  const settings = { ...app.services.settings, roleClaim: 'realm_access.roles' }
  const { recognizeStaff } = await import('./recognize.ts')
  const owner = await app.signIn({ admin: true })
  await invite(owner.call, 'ana@example.test', 'desk')
  const roleOf = async (claims: Record<string, unknown>) => {
    const identity = { ...ANA, claims }
    return (
      await recognizeStaff({ ...app.services, settings }, { identity, issuer: 'https://id', person: null })
    )?.role
  }
  expect(await roleOf({})).toBe('desk')
  expect(await roleOf({ realm_access: { roles: ['staff', 'kitchen', 'bookkeeper'] } })).toBe('kitchen')
  // The claim has replaced the invitation. So without the claim, the person has no role.
  expect(await roleOf({})).toBeUndefined()
})

test('lets the sample people of all roles sign in at the embedded identity provider, by invitation', async () => {
  const owner = await app.signIn({ admin: true })
  for (const role of ['manager', 'desk', 'kitchen', 'bookkeeper'] as const) {
    await invite(owner.call, `${role}@example.test`, role)
    const browser = await signInFor(app, { email: `${role}@example.test` })
    expect((await dataOf(browser.call(getMe))).role).toBe(role)
  }
})
