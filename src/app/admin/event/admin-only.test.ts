/**
 * Tests that only admins get the admin data of event pages: in the HTML, in a data request and from the
 * cache.
 */
import { describe, expect, test } from 'vitest'
import { unlockEvent } from '#domain/events/contract/events.ts'
import { eventPages, inWorkspace, loadPages } from '#test/support/server/real-pages.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as calendar from '#app/family/calendar/calendar.tsx'
import * as guests from '#app/admin/event/guests.tsx'
import * as root from '#app/root.tsx'
import * as eventsPage from '#app/public/events/events.tsx'

const FOR_ADMINS = [
  'Ana Ortiz',
  'ana@example.test',
  'Add New Reservation',
  '505-555-0100',
  'hosts@example.test',
  'spots taken',
  'create-event',
  '>Admin<',
  'Log Out',
  'aria-label="Admin"',
]

const app = await openTestApp({
  now: new Date('2027-03-01T19:00:00Z'),
  parts: {
    loadBuild: loadPages({
      root,
      events: eventsPage,
      ...eventPages,
      'event/:eventUrlName/guests': inWorkspace(guests),
      calendar,
    }),
  },
})
const own = { hostCell: '505-555-0100', adminEmail: 'hosts@example.test' }
const open = await makeEvent(app.services.db, { ...own, urlName: 'open', name: 'The Open Week' })
const secret = await makeEvent(app.services.db, {
  ...own,
  urlName: 'secret',
  name: 'The Secret Week',
  password: 'Yucca',
})
for (const { id } of [open, secret]) {
  const guest = { customerName: 'Ana Ortiz', email: 'ana@example.test', status: 'confirmed' } as const
  await makeReservation(app.services, id, guest)
}
const admin = await app.signIn({ admin: true })
const stranger = await app.signIn({ admin: false })
const unlocked = app.browser()
await unlocked.call(unlockEvent, { body: { eventUrlName: 'secret', password: 'yucca' } })

const read = async (browser: TestBrowser, path: string) => {
  const response = await browser.fetch(path)
  expect(response.status).toBe(200)
  return { text: await response.text(), caching: response.headers.get('cache-control') }
}

describe.each([
  '/event/open',
  '/event/open.data',
  '/event/secret',
  '/event/secret.data',
  '/events',
  '/events.data',
])('the reply at %s', (path) => {
  test('contains no admin data for a visitor, a guest who unlocked the event, or a signed-in user (R11.8)', async () => {
    // The admin requests the page first. If the site cached the admin's page, a visitor would get a copy of
    // it.
    await read(admin, path)
    for (const browser of [app.browser(), unlocked, stranger, app.browser()]) {
      const { text } = await read(browser, path)
      for (const words of FOR_ADMINS) expect(text).not.toContain(words)
    }
  })

  test('is new for each request of an admin, and never cached', async () => {
    await read(app.browser(), path)
    const { text, caching } = await read(admin, path)
    expect(caching).toBe('no-store')
    expect(text).toContain(path.startsWith('/event/open') ? 'The Open Week' : 'The Secret Week')
  })
})

describe.each(['/event/open', '/event/secret'])('the page of staff at %s', (path) => {
  test('is the page of visitors, with the tabs of the event above it and nothing else (R11.8)', async () => {
    const visitors = contentOf((await read(unlocked, path)).text)
    expect(visitors).toContain('Sign up')
    const [tabs, page] = splitTabs(contentOf((await read(admin, path)).text))
    expect(tabs).toMatch(/Page.*Guests.*Waitlist.*Rooms.*Kitchen.*Messages.*Emails.*Photos.*History/s)
    expect(page).toBe(visitors)
  })
})

test.each(['guests', 'guests.data'])('gives the page /event/open/%s to admins only', async (tab) => {
  for (const browser of [app.browser(), unlocked, stranger]) {
    const response = await browser.fetch(`/event/open/${tab}`)
    const text = await response.text()
    for (const words of FOR_ADMINS) expect(text).not.toContain(words)
  }
  const { text, caching } = await read(admin, `/event/open/${tab}`)
  expect(caching).toBe('no-store')
  expect(text).toContain('Ana Ortiz')
})

/** Returns the HTML of the page's main part, without the ids by which the browser's script finds data. */
const contentOf = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '').replaceAll(/<!--.*?-->/gs, '')

/** Splits the HTML of a page for staff into the tabs and the page of visitors below them. */
function splitTabs(html: string): [tabs: string, page: string] {
  const tabs = /<nav class="event-tabs.*?<\/nav>/s.exec(html)?.[0] ?? ''
  return [tabs, html.replace(tabs, '')]
}

test.each(['/event/open', '/events', '/calendar'])(
  'shows the admin bar once on %s, and to admins only',
  async (path) => {
    const { text, caching } = await read(admin, path)
    expect(caching).toBe('no-store')
    expect(text.split('aria-label="Admin"')).toHaveLength(2)
    for (const browser of [app.browser(), stranger, app.browser()]) {
      const seen = await read(browser, path)
      expect(seen.text).not.toMatch(/aria-label="Admin"|Log Out|desk-menu|desk-bar|href="\/admin/)
    }
  },
)

test('shows admins the private events in the list of events, and a link to the form of each event', async () => {
  const { text } = await read(admin, '/events')
  expect(text).toContain('>Admin<')
  expect(text).toContain('>Private<')
  expect(text).toContain('href="/create-event/secret"')
})

test("shows a private event's password and all guests to an admin whose browser runs no scripts", async () => {
  const { text } = await read(admin, '/event/secret/guests')
  expect(text).not.toContain('Yeehaw!')
  expect(text.replaceAll(/<script.*?<\/script>/gs, '')).toMatch(/Yucca.*Ana Ortiz/s)
})
