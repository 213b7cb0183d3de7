import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { isAdmin } from '#domain/staff/sign-in/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { adviseOnCookies, browserCall, TOKEN_PATH } from './browser-call.ts'

test('gets the XSRF token from a public endpoint whose call changes nothing', () => {
  expect(isAdmin).toMatchObject({ method: 'GET', access: 'all' })
  expect(TOKEN_PATH).toBe(`/api/${isAdmin.path}`)
})

const REFUSED = { ok: false, code: 'csrf', message: 'Please reload this page and try again.' }

test('tells the visitor to allow cookies when the browser blocks them (R48.4)', () => {
  const blocked = adviseOnCookies(REFUSED, { token: undefined, host: 'ranch.example.test' })
  expect(blocked.message).toMatch(
    /blocks cookies.*Allow cookies for ranch\.example\.test.*still on this page/,
  )
})

test("keeps the server's message if the browser stores cookies, or if the failure has nothing to do with cookies", () => {
  expect(adviseOnCookies(REFUSED, { token: 'abc', host: '' })).toBe(REFUSED)
  const full = { ok: false, code: 'event_full', message: 'Full.' }
  expect(adviseOnCookies(full, { token: undefined, host: '' })).toBe(full)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const NO_FILE = { bytes: new Uint8Array(), name: 'none', type: '' }
const contracts = import.meta.glob<Record<string, unknown>>(
  ['../domain/**/contract.ts', '../domain/**/contract/*.ts'],
  { eager: true },
)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
const writes = Object.values(contracts)
  .flatMap((contract) => Object.values(contract).filter(isEndpoint))
  .filter(({ method }) => method !== 'GET')

test('tells the visitor to allow cookies after every API write that failed because the browser blocks them (R48.4)', async () => {
  expect(writes.length).toBeGreaterThan(60)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { host: 'ranch.example.test' })
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, code: 'csrf', message: REFUSED.message }, { status: 403 }),
  )
  for (const endpoint of writes) {
    const answer = await browserCall(endpoint, { body: { file: NO_FILE } } as never)
    expect({ name: endpoint.name, message: answer.ok ? '' : answer.message }).toEqual({
      name: endpoint.name,
      message: expect.stringContaining('Allow cookies for ranch.example.test'),
    })
  }
})

test('sends requests only from files that detect blocked cookies', () => {
  const sending = globSync('src/{shared,app,domain}/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.|\/testing\//.test(file))
    .filter((file) => /(?<![.\w])fetch\(|new XMLHttpRequest|sendBeacon/.test(readFileSync(file, 'utf8')))
  expect(sending.toSorted()).toEqual([
    'src/app/browser-call.ts',
    'src/app/browser-upload.ts',
    // The next two files run on the server, where no browser can block cookies. They call outside services.
    'src/domain/money/card-provider/stripe.ts',
    'src/domain/staff/sign-in/identity-provider.ts',
    'src/shared/client.ts',
  ])
})
