import { describe, expect, test } from 'vitest'
import { isAdmin } from '#domain/staff/sign-in/contract.ts'
import { viewedDirections } from '#domain/booking/contract/guest.ts'
import { secretFor } from '#test/support/booking/stay.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { isXsrfTokenValid } from '#platform/http/xsrf.ts'
import { createLog } from '#platform/log.ts'
import { buildTestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const lines: string[] = []
const log = createLog({ destination: { write: (line: string) => lines.push(line) } })
const app = await openTestApp({ log })

const xsrfOf = (response: Response) =>
  response.headers.getSetCookie().find((line) => line.startsWith('XSRF-TOKEN='))

describe('the XSRF cookie', () => {
  test.each(['/healthz', '/api/auth/is-admin', '/api/nowhere', '/nowhere', '/api/docs', '/dev/mail'])(
    'is set on any reply: %s',
    async (path) => {
      const line = xsrfOf(await app.request(path))
      expect(line).toMatch(/^XSRF-TOKEN=[\w.-]+; Path=\/; SameSite=Lax$/)
    },
  )

  test('is not set again while it is valid', async () => {
    const browser = app.browser()
    await browser.call(isAdmin)
    expect(xsrfOf(await browser.fetch('/healthz'))).toBeUndefined()
  })

  test('is replaced if it was forged, and when the session changes', async () => {
    const browser = await app.signIn({ admin: false })
    browser.cookies.set('XSRF-TOKEN', 'made.up')
    expect(xsrfOf(await browser.fetch('/healthz'))).toBeDefined()
    const session = browser.cookies.get('session')
    const token = browser.cookies.get('XSRF-TOKEN')
    expect(isXsrfTokenValid(app.services.sessionSecret, token, session)).toBe(true)
    browser.cookies.delete('session')
    expect(xsrfOf(await browser.fetch('/healthz'))).toBeDefined()
  })

  test("is accepted from the site's own page under every name of this machine", async () => {
    const browser = app.browser()
    await browser.fetch('/healthz')
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      const headers = {
        host,
        origin: `http://${host}`,
        'content-type': 'application/json',
        'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
      }
      const init = { method: 'PUT', headers, body: '{"name":"nobody"}' }
      expect((await browser.fetch(`/api/${viewedDirections.path}`, init)).status).toBe(200)
    }
  })
})

describe('response headers of the site', () => {
  test.each(['/healthz', '/api/auth/is-admin', '/api/nowhere', '/dev/mail', '/api/docs'])(
    'include the security headers on %s',
    async (path) => {
      const { headers } = await app.request(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors '(none|self)'/)
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*'unsafe-inline'/)
      expect(headers.get('cache-control')).toContain('no-store')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{20}$/)
      expect(headers.has('strict-transport-security')).toBe(false)
    },
  )

  test('mark cookies as Secure and enforce https if the site uses https', async () => {
    const secure = await buildTestApp({ settings: { publicUrl: 'https://ranch.example' } })
    const response = await secure.request('/healthz')
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    expect(xsrfOf(response)).toContain('; Secure')
    const admin = await secure.signIn({ admin: true })
    expect(admin.cookies.has('__Host-session')).toBe(true)
    expect(await admin.call(isAdmin)).toEqual({ ok: true, data: true })
    const described = await secure.request('/api/openapi.json')
    expect(await described.text()).toContain('"name":"__Host-session"')
    await secure.close()
  })
})

describe('the addresses /healthz and /readyz', () => {
  test('answer with 200 when all is well (R21.8)', async () => {
    expect((await app.request('/healthz')).status).toBe(200)
    expect((await app.request('/readyz')).status).toBe(200)
  })

  test('report only at /readyz that the database cannot be reached or is outdated (R21.8)', async () => {
    const away = await buildTestApp({
      parts: { readiness: { ping: () => Promise.reject(new Error('away')), migrated: async () => true } },
    })
    expect((await away.request('/readyz')).status).toBe(503)
    expect((await away.request('/healthz')).status).toBe(200)
    await away.close()
    const old = await buildTestApp({
      parts: { readiness: { ping: async () => {}, migrated: async () => false } },
    })
    expect((await old.request('/readyz')).status).toBe(503)
    await old.close()
  })
})

describe('the API while the database cannot be reached', () => {
  test('returns 503 in the form of an API failure, while isAdmin still returns false', async () => {
    const away = await buildTestApp()
    const admin = await away.signIn({ admin: true })
    await away.close()
    const list = await away.request('/api/auth/event/list')
    expect(list.status).toBe(503)
    expect(await list.json()).toMatchObject({ success: false, code: 'unavailable' })
    expect(await admin.call(isAdmin)).toEqual({ ok: true, data: false })
  })
})

test('runs immediately the jobs that a call enqueued, without waiting for the next scheduled run', async () => {
  const busy = await buildTestApp({ settings: { jobsEverySeconds: 3600 } })
  const { id } = await makeEvent(busy.services.db, { cost: 0, startDateDate: '2099-07-01' })
  busy.jobs.start()
  const made = await createGuest(busy).order({ eventId: id, amount: 0 })
  expect(made).toMatchObject({ ok: true })
  await expect.poll(async () => (await busy.mailbox?.list())?.length, { timeout: 50_000 }).toBe(1)

  // The jobs also run if the call fails. The call below to change an invoice finds that a guest has paid it:
  // the call fails, and a job e-mails the guest.
  await busy.sandbox?.control.set({ holdWebhooks: true })
  const admin = await signInAdmin(busy)
  const { reservationId, uuid } = await admin.signUp({ eventId: id, amount: 45_000, totalDue: 45_000 })
  const [invoice] = (await admin.look(reservationId)).invoices
  const guest = createGuest(busy)
  await guest.pay(await secretFor(guest, uuid, invoice ?? { id: 0 }))
  expect(await admin.rebill({ id: invoice?.id ?? 0, amount: 1_000 })).toMatchObject({
    code: 'payment_arrived',
  })
  await expect.poll(async () => (await busy.mailbox?.list())?.length, { timeout: 50_000 }).toBe(2)
  await busy.close()
})

test('logs the name of the endpoint, but never the path or the query', async () => {
  const uuid = '0b5cbd26-5f1f-4a8e-9f3c-2d1a7c9e4b55'
  await app.request(`/api/reservation?uuid=${uuid}&mail=ann@example.test`)
  await app.request(`/complete-reservation/${uuid}`)
  await app.request('/ann@example.test')
  const log = lines.join('')
  expect(log).toContain('"route":"booking.getReservation"')
  for (const secret of [uuid, 'ann@', 'complete-reservation/']) expect(log).not.toContain(secret)
})
