/** Tests the sign-in page of the embedded identity provider. */
import { expect, test } from 'vitest'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createSession } from './contract.ts'
import { follow, openSignIn, PASSWORD, sendForm } from '#test/support/sign-in.ts'

const app = await openTestApp()

test('refuses a wrong password and an unknown e-mail address on the sign-in page', async () => {
  const browser = app.browser()
  const { path } = await openSignIn(browser)
  for (const fields of [
    { email: 'admin@example.test', password: 'wrong' },
    { email: 'stranger@example.test', password: PASSWORD },
    { email: 'admin@example.test', password: '' },
  ]) {
    const reply = await sendForm(browser, path, fields)
    expect(reply.status).toBe(400)
    const page = await reply.text()
    expect(page).toContain('That is not the email and password of anybody here.')
    expect(page).toContain('<label for="email">Email</label>')
  }
})

test('escapes the typed e-mail address on the sign-in page, so that no script in it runs', async () => {
  const browser = app.browser()
  const { path } = await openSignIn(browser)
  const reply = await sendForm(browser, path, {
    email: '"><script>alert(1)</script>',
    password: 'x',
  })
  expect(await reply.text()).not.toContain('<script')
  expect(reply.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/)
  expect(reply.headers.get('x-frame-options')).toBe('DENY')
  expect(reply.headers.get('cache-control')).toContain('no-store')
})

test('refuses the sign-in form when another site or another browser submits it', async () => {
  const browser = app.browser()
  const { path } = await openSignIn(browser)
  const right = { email: 'admin@example.test', password: PASSWORD }
  const elsewhere = await browser.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    body: String(new URLSearchParams(right)),
  })
  expect(elsewhere.status).toBe(403)
  expect((await sendForm(app.browser(), path, right)).status).toBe(400)
})

test('returns from the sign-in page to the site, not signed in, when the person cancels', async () => {
  const browser = app.browser()
  const { path } = await openSignIn(browser)
  const sent = await sendForm(browser, path, { cancel: 'yes' })
  const { url } = await follow(browser, sent.headers.get('location') ?? '')
  expect(url.searchParams.get('error')).toBe('access_denied')
  const body = { state: url.searchParams.get('state') ?? '', error: 'access_denied' }
  expect(await browser.call(createSession, { body })).toMatchObject({
    ok: false,
    code: 'sign_in_failed',
    status: 400,
  })
})

test("limits wrong passwords by the client's IP address, no matter whose password the client tries (R19.3)", async () => {
  const strict = await buildTestApp({ settings: { rateLimits: true } })
  const browser = strict.browser()
  const { path } = await openSignIn(browser)
  const guess = (email: string, password: string) => sendForm(browser, path, { email, password })
  for (let n = 0; n < 10; n += 1) expect((await guess('admin@example.test', `guess ${n}`)).status).toBe(400)
  const refused = await guess('ADMIN@example.test ', PASSWORD)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  strict.clock.advance({ minutes: 10 })
  expect((await guess('admin@example.test', PASSWORD)).status).toBe(303)
  await strict.close()
})
