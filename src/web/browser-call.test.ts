import { expect, test } from 'vitest'
import { isAdmin } from '#features/access/contract.ts'
import { adviseOnCookies, TOKEN_PATH } from './browser-call.ts'

test('the token comes from a call that anybody may make, and that changes nothing', () => {
  expect(isAdmin).toMatchObject({ method: 'GET', access: 'all' })
  expect(TOKEN_PATH).toBe(`/api/${isAdmin.path}`)
})

const REFUSED = { ok: false, code: 'csrf', message: 'Please reload this page and try again.' }

test('says what to allow when the browser blocks cookies (R48.4)', () => {
  const blocked = adviseOnCookies(REFUSED, { token: undefined, host: 'ranch.example.test' })
  expect(blocked.message).toMatch(
    /blocks cookies.*Allow cookies for ranch\.example\.test.*still on this page/,
  )
})

test('keeps the server’s words while cookies work, and for other failures', () => {
  expect(adviseOnCookies(REFUSED, { token: 'abc', host: '' })).toBe(REFUSED)
  const full = { ok: false, code: 'event_full', message: 'Full.' }
  expect(adviseOnCookies(full, { token: undefined, host: '' })).toBe(full)
})
