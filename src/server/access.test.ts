/**
 * Calls every declared endpoint as every kind of caller, and checks the replies against the endpoint's access
 * rule. An endpoint that bypasses the API pipeline fails here.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { checkDogName } from '#domain/staff/sign-in/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
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

async function asBearer(endpoint: Endpoint, who: { admin: boolean }) {
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

const guarded = ({ access }: Endpoint) => access === 'admin' || access === 'family'
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

describe.each(declared.map((endpoint) => ({ endpoint, title: `${endpoint.method} ${endpoint.path}` })))(
  'the endpoint $title',
  ({ endpoint }) => {
    test('refuses anonymous callers unless the endpoint is open to them (R14.7)', async () => {
      const outcome = await asBrowser(anonymous, endpoint)
      if (guarded(endpoint)) expect(outcome).toEqual({ status: 401, code: 'unauthenticated' })
      else expectLetIn(outcome)
    })

    test('refuses signed-in callers who are not admins, unless the endpoint is open to them (R14.7)', async () => {
      for (const outcome of [
        await asBrowser(signedIn, endpoint),
        await asBearer(endpoint, { admin: false }),
      ]) {
        if (guarded(endpoint)) expect(outcome).toEqual({ status: 403, code: 'forbidden' })
        else expectLetIn(outcome)
      }
    })

    test('lets a caller with a family pass through, signed in or not, unless the endpoint is for admins', async () => {
      const refusals = [
        [anonymous, { status: 401, code: 'unauthenticated' }],
        [signedIn, { status: 403, code: 'forbidden' }],
      ] as const
      for (const [browser, refusal] of refusals) {
        browser.cookies.set('family', pass)
        const outcome = await asBrowser(browser, endpoint)
        if (endpoint.access === 'admin') expect(outcome).toEqual(refusal)
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

    test('lets admins through to every endpoint, with a session and with a bearer token', async () => {
      expectLetIn(await asBrowser(admin, endpoint))
      expectLetIn(await asBearer(endpoint, { admin: true }))
    })

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
