/**
 * Calls every declared endpoint as every kind of caller and as every role, and checks the replies against the
 * endpoint's access rule. An endpoint that bypasses the API pipeline fails here.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { checkDogName } from '#domain/staff/sign-in/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Permission, permissionsOf, type Role, ROLES } from '#shared/roles.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declared } from '#test/support/server/contracts.ts'

let anonymous: TestBrowser
let signedIn: TestBrowser
let admin: TestBrowser
const app = await openTestApp()
const cousin = app.browser()
await cousin.call(checkDogName, { query: { dogName: 'Blue' } })
/** The cookie of a browser that has given the dog's name, which opens the family calendar. */
const pass = cousin.cookies.get('family') ?? ''
// One of the endpoints signs the caller out, so each test creates new browsers.
beforeEach(async () => {
  anonymous = app.browser()
  signedIn = await app.signIn({ admin: false })
  admin = await app.signIn({ admin: true })
  for (const browser of [anonymous, signedIn, admin]) await browser.fetch('/api/auth/is-admin')
})

interface Outcome {
  status: number
  code: string | null
}

/**
 * Builds a call with a malformed body. A caller with access gets `malformed`. The site must refuse any other
 * caller before it reads the body.
 */
function callOf(endpoint: Endpoint, headers: Record<string, string>): RequestInit {
  const withBody = endpoint.method !== 'GET'
  return {
    method: endpoint.method,
    headers: { ...(withBody ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(withBody ? { body: '{' } : {}),
  }
}

async function outcomeOf(response: Promise<Response>): Promise<Outcome> {
  const answered = await response
  const { status } = answered
  // Endpoints that return redirects and files have no JSON body.
  const json = answered.headers.get('content-type')?.startsWith('application/json')
  const body: unknown = json ? await answered.json() : null
  const code = body !== null && typeof body === 'object' && 'code' in body ? String(body.code) : null
  return { status, code }
}

function asBrowser(browser: TestBrowser, endpoint: Endpoint, headers: Record<string, string> = {}) {
  const token = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' }
  return outcomeOf(browser.fetch(`/api/${endpoint.path}`, callOf(endpoint, { ...token, ...headers })))
}

async function asBearer(endpoint: Endpoint, who: { admin: boolean } | { role: Role }) {
  const authorization = `Bearer ${await app.bearer(who)}`
  return outcomeOf(app.request(`/api/${endpoint.path}`, callOf(endpoint, { authorization })))
}

/**
 * Expects that the access rule lets the caller through. The call may still fail because its input is missing.
 */
function expectLetIn({ status, code }: Outcome) {
  expect([401, 403], `${status} ${code}`).not.toContain(status)
  expect(status).toBeLessThan(500)
}

const guarded = ({ needs }: Endpoint) => needs !== null
const changes = ({ method, access }: Endpoint) => method !== 'GET' && access !== 'signature'

/** The headers that a browser sends when a visitor follows a link on another site. */
const FOLLOWED = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

const names = (endpoints: readonly Endpoint[]) => endpoints.map(({ name }) => name).toSorted()

test('every declared endpoint has one handler, and each handler has a declared endpoint', () => {
  expect(names(app.endpoints.map(({ endpoint }) => endpoint))).toEqual(names(declared))
  expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length)
})

// Repeats here which role has which permission, and which calls the roles with few permissions can make. So a changed
// permission or declaration shows as a change of this table.

const OTHER_ROLES = ROLES.filter((role) => role !== 'owner')
const ROLES_WITH: Record<Permission, readonly Role[]> = {
  'events.see': ['owner', 'manager', 'desk', 'kitchen', 'bookkeeper'],
  'events.edit': ['owner', 'manager'],
  'guests.names': ['owner', 'manager', 'desk', 'kitchen', 'bookkeeper'],
  'guests.edit': ['owner', 'manager', 'desk'],
  'health.food': ['owner', 'manager', 'desk', 'kitchen'],
  'health.see': ['owner', 'manager', 'desk'],
  'money.take': ['owner', 'manager', 'desk'],
  'money.refund': ['owner', 'manager'],
  'money.see': ['owner', 'manager', 'bookkeeper'],
  'money.close': ['owner', 'manager', 'bookkeeper'],
  'money.edit': ['owner', 'manager'],
  'settings.edit': ['owner'],
  'people.edit': ['owner'],
}

const STAFF_CALLS = declared.filter(({ needs }) => needs !== null)
const callsOf = (role: Role, isAllowed: boolean) =>
  STAFF_CALLS.filter(({ needs }) => needs && permissionsOf(role).includes(needs) === isAllowed)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()

test('each role has exactly the permissions of the table in this test', () => {
  for (const role of ROLES) {
    const inTable = Object.entries(ROLES_WITH).filter(([, roles]) => roles.includes(role))
    expect(permissionsOf(role).toSorted(), role).toEqual(inTable.map(([permission]) => permission).toSorted())
  }
})

test('the kitchen can make only the calls for names, arrivals, food and the calendar', () => {
  expect(callsOf('kitchen', true)).toEqual([
    'GET auth/event/sheet',
    'GET auth/house',
    'GET auth/tonight',
    'GET calendarFeed',
    'GET calendarGetEvents',
    'GET calendarGetRetreats',
  ])
})

test('a bookkeeper can make only the calls about money, tonight’s names and the calendar', () => {
  expect(callsOf('bookkeeper', true)).toEqual([
    'DELETE auth/depositSlip',
    'GET auth/checks',
    'GET auth/checks/export',
    'GET auth/depositSlip',
    'GET auth/depositSlip/export',
    'GET auth/house',
    'GET auth/openBalances',
    'GET auth/statement',
    'GET auth/statement/closing',
    'GET auth/statement/export',
    'GET auth/taxes',
    'GET auth/today/outlook',
    'GET auth/tonight',
    'GET auth/year',
    'GET auth/year/export',
    'GET calendarFeed',
    'GET calendarGetEvents',
    'GET calendarGetRetreats',
    'POST auth/depositSlip',
    'POST auth/statement/adjustment',
    'POST auth/statement/close',
  ])
})

test('a manager can make all calls except those about settings and people', () => {
  expect(callsOf('manager', false)).toEqual([
    'DELETE auth/people',
    'GET auth/news/settings',
    'GET auth/people',
    'GET auth/system',
    'POST auth/news/settings',
    'POST auth/people',
    'POST auth/system/backup',
    'PUT auth/people',
  ])
})

describe.each(declared.map((endpoint) => ({ endpoint, title: `${endpoint.method} ${endpoint.path}` })))(
  'the endpoint $title',
  ({ endpoint }) => {
    test('refuses anonymous callers unless the endpoint is open to them (R14.7)', async () => {
      const outcome = await asBrowser(anonymous, endpoint)
      if (guarded(endpoint)) expect(outcome).toEqual({ status: 401, code: 'unauthenticated' })
      else expectLetIn(outcome)
    })

    test('refuses signed-in callers without a role, unless the endpoint is open to them (R14.7)', async () => {
      for (const outcome of [
        await asBrowser(signedIn, endpoint),
        await asBearer(endpoint, { admin: false }),
      ]) {
        if (guarded(endpoint)) expect(outcome).toEqual({ status: 403, code: 'forbidden' })
        else expectLetIn(outcome)
      }
    })

    test('lets a caller with a family pass through, signed in or not, unless the endpoint is for staff', async () => {
      const refusals = [
        [anonymous, { status: 401, code: 'unauthenticated' }],
        [signedIn, { status: 403, code: 'forbidden' }],
      ] as const
      for (const [browser, refusal] of refusals) {
        browser.cookies.set('family', pass)
        const outcome = await asBrowser(browser, endpoint)
        if (endpoint.access === 'staff') expect(outcome).toEqual(refusal)
        else expectLetIn(outcome)
      }
    })

    test('ignores the family cookie if the call has a bearer token', async () => {
      const authorization = `Bearer ${await app.bearer({ admin: false })}`
      anonymous.cookies.set('family', pass)
      const outcome = await asBrowser(anonymous, endpoint, { authorization })
      if (guarded(endpoint)) expect(outcome).toEqual({ status: 403, code: 'forbidden' })
      else expectLetIn(outcome)
    })

    test('lets owners through to every endpoint, with a session and with a bearer token', async () => {
      expectLetIn(await asBrowser(admin, endpoint))
      expectLetIn(await asBearer(endpoint, { admin: true }))
    })

    test.each(OTHER_ROLES)(
      'lets the role %s through only with the permission that the endpoint needs, with a session and with a bearer token',
      async (role) => {
        const { needs } = endpoint
        const browser = await app.signIn({ role })
        await browser.fetch('/api/auth/is-admin')
        for (const outcome of [await asBrowser(browser, endpoint), await asBearer(endpoint, { role })]) {
          if (needs === null || ROLES_WITH[needs].includes(role)) expectLetIn(outcome)
          else expect(outcome).toEqual({ status: 403, code: 'forbidden' })
        }
      },
    )

    test.each<[string, Record<string, string>]>([
      ['without a token', { 'x-xsrf-token': '' }],
      ['with a made-up token', { 'x-xsrf-token': 'abc.def' }],
    ])('refuses a forged change %s (R15.4)', async (_how, headers) => {
      const outcome = await asBrowser(admin, endpoint, headers)
      if (changes(endpoint)) expect(outcome).toEqual({ status: 403, code: 'csrf' })
      else expectLetIn(outcome)
    })

    test.each<[string, Record<string, string>]>([
      ['another origin', { origin: 'https://elsewhere.example' }],
      ['a page without an origin', { origin: 'null' }],
      ["another site's page", { 'sec-fetch-site': 'cross-site' }],
      ['a sister site', { 'sec-fetch-site': 'same-site' }],
      ["another site's frame", { ...FOLLOWED, 'sec-fetch-dest': 'iframe' }],
    ])(
      'refuses a call that a page of another site sends or embeds (case: %s) (R15.4)',
      async (_who, headers) => {
        const outcome = await asBrowser(admin, endpoint, headers)
        if (endpoint.access === 'signature' || endpoint.limit === 'none') expectLetIn(outcome)
        else expect(outcome).toEqual({ status: 403, code: 'csrf' })
      },
    )

    test('answers a link that a visitor follows from another site, unless the call changes something', async () => {
      const outcome = await asBrowser(admin, endpoint, FOLLOWED)
      if (changes(endpoint)) expect(outcome).toEqual({ status: 403, code: 'csrf' })
      else expectLetIn(outcome)
    })

    test('refuses a change if cookie and header have the XSRF token of another session', async () => {
      const theirs = anonymous.cookies.get('XSRF-TOKEN') ?? ''
      const cookies = Object.entries({ ...Object.fromEntries(admin.cookies), 'XSRF-TOKEN': theirs })
      const cookie = cookies.map((pair) => pair.join('=')).join('; ')
      const outcome = await asBrowser(admin, endpoint, { cookie, 'x-xsrf-token': theirs })
      if (changes(endpoint)) expect(outcome).toEqual({ status: 403, code: 'csrf' })
      else expectLetIn(outcome)
    })

    test('requires the XSRF token for a call with a bearer token that also sends cookies', async () => {
      const authorization = `Bearer ${await app.bearer({ admin: true })}`
      const outcome = await asBrowser(admin, endpoint, { authorization, 'x-xsrf-token': '' })
      if (changes(endpoint)) expect(outcome).toEqual({ status: 403, code: 'csrf' })
      else expectLetIn(outcome)
    })

    test('answers a method that is not declared with the failure method_not_allowed', async () => {
      const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(
        (method) => !declared.some((other) => other.path === endpoint.path && other.method === method),
      )
      for (const method of others) {
        const response = await app.request(`/api/${endpoint.path}`, { method })
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({ success: false, code: 'method_not_allowed' })
      }
    })
  },
)
