/**
 * Attacks the built pages with hostile text and hostile addresses, and looks for leaks of a private event.
 */
import type { APIRequestContext } from '@playwright/test'
import { startReact } from './start-react.ts'
import { expect, test } from './test.ts'

const SCRIPT = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">\${window.hacked=1}`

/**
 * Signs a guest up for the free event, with hostile text in every field. Returns the guest's private link.
 */
async function signUp(request: APIRequestContext, words: string): Promise<string> {
  const first = await request.get('/healthz')
  const token = /XSRF-TOKEN=([^;]+)/.exec(first.headers()['set-cookie'] ?? '')?.[1] ?? ''
  const event = await (await request.get('/api/auth/event/get?eventUrlName=open-ranch-day')).json()
  const made = await request.post('/api/createReservation', {
    headers: { 'x-xsrf-token': decodeURIComponent(token) },
    data: {
      createReservationData: {
        eventId: event.id,
        amount: 0,
        customerName: words,
        nickname: words,
        email: 'eve@example.test',
        phone: `505-555-0142 ${words.slice(0, 37)}`,
        address: words,
        emergencyContactName: words,
        emergencyContactPhone: `505-555-0143 ${words.slice(0, 37)}`,
        foodAllergies: words,
        medicalConditions: words,
        otherInformation: words,
        safetyConsent: true,
      },
    },
  })
  expect(made.status()).toBe(201)
  return `/complete-reservation/${(await made.json()).uuid}`
}

test("shows a guest's hostile text as plain text, before and after scripts run", async ({
  page,
  request,
}) => {
  const link = await signUp(request, SCRIPT)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const response = await page.goto(link)
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('window.hacked=1</script>')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('window.hacked=1</script>')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(errors).toEqual([])
})

const ELSEWHERE = [
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '\t//elsewhere.example',
  './/elsewhere.example',
  '..//elsewhere.example',
  '/..//elsewhere.example',
  'https://elsewhere.example',
  'https:elsewhere.example',
  'javascript:window.hacked=1',
  '@elsewhere.example',
  '%2f%2felsewhere.example',
  '\r\nlocation: https://elsewhere.example',
]

test('redirects links of the old site only within the site, however the target is spelled', async ({
  request,
  baseURL,
}) => {
  for (const target of ELSEWHERE) {
    const reply = await request.get(`/?pg=${encodeURIComponent(target)}`, { maxRedirects: 0 })
    expect(reply.status()).toBe(302)
    const { location = '' } = reply.headers()
    expect(location).toMatch(/^\/(?![/\\])/)
    expect(new URL(location, baseURL).origin).toBe(baseURL)
  }
})

for (const path of [
  '/event/%3Cscript%3Ewindow.hacked=1%3C%2Fscript%3E',
  '/"><script>window.hacked=1</script>',
  "/events?before='><script>window.hacked=1</script>",
  '/complete-reservation/%3Cimg%20src=x%20onerror=window.hacked=1%3E',
  '/directions?attendee=%3C%2Fscript%3E%3Cscript%3Ewindow.hacked=1%3C%2Fscript%3E',
]) {
  test(`does not write the hostile address ${path} into the page`, async ({ page }) => {
    await page.goto(path)
    await startReact(page)
    expect(await page.content()).not.toContain('<script>window.hacked')
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })
}

// Matches words of the private event. The plant's name needs a capital letter, because alternative texts of
// pictures contain it in lower case.
const PRIVATE_WORDS = /Yucca|[Yy]ou know who you are|\$300|\b30000\b|\b15000\b/

for (const path of [
  '/',
  '/events',
  '/event/reunion',
  '/event/reunion.data',
  '/events.data',
  '/event/reunion?pg=/event/reunion',
]) {
  test(`shows nothing of a private event at ${path}`, async ({ request }) => {
    const text = await (await request.get(path)).text()
    expect(text).not.toMatch(PRIVATE_WORDS)
    if (!path.includes('reunion')) expect(text).not.toContain('reunion')
  })
}

test('refuses the calendar file of a private event until the visitor has typed its password', async ({
  request,
}) => {
  const response = await request.get('/event/reunion/calendar.ics')
  expect(response.status()).toBe(404)
  expect(await response.text()).not.toContain('BEGIN:')
})

test('lets no other site show the pages in frames, and runs only the site’s own scripts', async ({
  request,
}) => {
  for (const path of ['/', '/events', '/event/leather-and-light', '/event/reunion', '/nowhere']) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(headers['x-frame-options']).toBe('DENY')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*)/)
  }
})

test('refuses invalid requests for pages and shows no internals', async ({ request }) => {
  for (const [path, options, status] of [
    ['/event/reunion', { method: 'POST', data: { password: 'Yucca' } }, 415],
    ['/event/reunion', { method: 'POST', form: { password: 'x'.repeat(200_000) } }, 413],
    ['/events', { method: 'POST', form: { a: 'b' } }, 405],
    ['/nowhere', { method: 'DELETE' }, 405],
  ] as const) {
    const response = await request.fetch(path, options)
    expect(response.status()).toBe(status)
    expect(await response.text()).not.toMatch(/pages\/|action|node_modules|Error:/)
  }
})
