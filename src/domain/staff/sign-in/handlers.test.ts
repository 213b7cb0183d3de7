import { describe, expect, test } from 'vitest'
import { openTestApp } from '#test/support/open-test-app.ts'
import { isAdmin } from './contract.ts'

const app = await openTestApp()

async function answerFor(headers: Record<string, string>) {
  const response = await app.request('/api/auth/is-admin', { headers })
  return { status: response.status, admin: await response.json() }
}

describe('the endpoint auth/is-admin', () => {
  test('returns true to a signed-in admin, and false to everyone else', async () => {
    const admin = await app.signIn({ admin: true })
    const guest = await app.signIn({ admin: false })
    expect(await admin.call(isAdmin)).toEqual({ ok: true, data: true })
    expect(await guest.call(isAdmin)).toEqual({ ok: true, data: false })
    expect(await app.browser().call(isAdmin)).toEqual({ ok: true, data: false })
  })

  test('returns true to an admin with a bearer token, and false to everyone else', async () => {
    const token = await app.bearer({ admin: true })
    expect(await answerFor({ authorization: `Bearer ${token}` })).toEqual({ status: 200, admin: true })
    const other = await app.bearer({ admin: false })
    expect(await answerFor({ authorization: `Bearer ${other}` })).toEqual({ status: 200, admin: false })
  })

  test.each(['Bearer nonsense', 'Bearer a.b.c', 'Basic YTpi', 'Bearer'])(
    'returns false, not an error, for the invalid authorization header %s (R14.10)',
    async (authorization) => {
      expect(await answerFor({ authorization })).toEqual({ status: 200, admin: false })
    },
  )

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { origin: 'https://elsewhere.example' },
  ])("returns false, not an error, to a request from another site's page: %j", async (headers) => {
    const admin = await app.signIn({ admin: true })
    const reply = await admin.fetch('/api/auth/is-admin', { headers })
    expect([reply.status, await reply.json()]).toEqual([200, false])
  })

  test('returns false to an admin whose session has expired', async () => {
    const admin = await app.signIn({ admin: true })
    app.clock.advance({ hours: 9 })
    expect(await admin.call(isAdmin)).toEqual({ ok: true, data: false })
  })
})
