/** Tests what the real pages show to search engines, calendars and previews of links. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { unlockEvent } from '#domain/events/contract/events.ts'
import { events } from '#platform/database/schema/events.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as calendarFiles from '#app/calendar-files.ts'
import * as wellKnown from '#app/well-known.ts'
import * as eventsPage from '#app/public/events/events.tsx'
import * as home from '#app/public/home/home.tsx'
import * as contact from '#app/public/info/contact.tsx'
import * as ourHistory from '#app/public/info/our-history.tsx'
import * as directions from '#app/public/info/road/directions.tsx'
import * as roadFile from '#app/public/info/road/road-file.ts'
import * as testimonials from '#app/public/info/testimonials.tsx'
import * as notFound from '#app/error-page.tsx'
import * as reservation from '#app/guest/private-page/complete-reservation.tsx'
import * as root from '#app/root.tsx'
import { eventPages, loadPages } from '#test/support/server/real-pages.ts'

const ORIGIN = 'https://ranch.example'
const NAME = 'Mud & "Silver" </script><script>alert(1)</script>'
const SECRET = 'Reunion of the Founders'

const app = await openTestApp({
  now: new Date('2027-03-01T19:00:00Z'),
  settings: { publicUrl: ORIGIN },
  parts: {
    loadBuild: loadPages({
      root,
      '/': home,
      events: eventsPage,
      contact,
      directions,
      'directions/road.gpx': roadFile,
      'our-history': ourHistory,
      testimonials,
      ...eventPages,
      'event/:eventUrlName/calendar.ics': calendarFiles,
      'complete-reservation/:uuid': reservation,
      'events.ics': wellKnown,
      'robots.txt': wellKnown,
      'sitemap.xml': wellKnown,
      '.well-known/security.txt': wellKnown,
      'site.webmanifest': wellKnown,
      '*': notFound,
    }),
  },
})
const { db } = app.services
const open = await makeEvent(db, {
  name: NAME,
  urlName: 'mud-and-silver',
  cost: 48_001,
  spots: 6,
  mainImage: '/pictures/leather-1600.webp',
  shortDescription: 'Two days; a kiln, and mud.',
  updatedAt: new Date('2027-02-03T04:05:06Z'),
})
const past = await makeEvent(db, {
  startDateDate: '2027-01-04',
  endDateDate: '2027-01-06',
  urlName: 'winter',
})
await makeEvent(db, { name: SECRET, urlName: 'reunion', password: 'yucca', shortDescription: 'Hush.' })

async function get(path: string): Promise<{ response: Response; text: string }> {
  const response = await app.request(path, { headers: { accept: 'text/html' } })
  return { response, text: await response.text() }
}

/** Returns the meta tags in the head of a page, by name. */
function tagsOf(html: string): Map<string, string> {
  const tags = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  return new Map(tags.map(([, name = '', content = '']) => [name, content]))
}

const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  )

async function offer(): Promise<unknown> {
  return dataOf((await get('/event/mud-and-silver')).text)[0]?.['offers']
}

/**
 * Returns the events of a calendar file. Leaves out the time at which each was written, because it always
 * differs.
 */
function entriesOf(calendar: string): string[] {
  const [, ...entries] = calendar.replaceAll('\r\n ', '').split('BEGIN:VEVENT')
  return entries.map((entry) => entry.replace(/DTSTAMP:.*/, '').replace(/END:VCALENDAR\s*$/, ''))
}

describe('robots.txt', () => {
  test('allows crawlers, excludes private paths, and names the sitemap', async () => {
    const { response, text } = await get('/robots.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path)
    expect(closed).toEqual(
      expect.arrayContaining(['/admin', '/create-event', '/reservation', '/complete-reservation', '/api']),
    )
    expect(closed).toEqual(expect.arrayContaining(['/callback', '/dev']))
    expect(text).toMatch(/^User-agent: \*\n/)
    expect(text).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
  })

  test('does not exclude any page of the sitemap', async () => {
    const { text } = await get('/robots.txt')
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
    for (const address of await sitemapAddresses())
      expect(closed.filter((path) => new URL(address).pathname.startsWith(path))).toEqual([])
  })
})

async function sitemapAddresses(): Promise<string[]> {
  const { text } = await get('/sitemap.xml')
  return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
}

describe('sitemap.xml', () => {
  test('has only the pages that may be listed and all public events, including past ones', async () => {
    expect((await sitemapAddresses()).toSorted()).toEqual(
      ['/', '/contact', '/event/mud-and-silver', '/event/winter', '/events'].map((path) => ORIGIN + path),
    )
  })

  test('shows when an admin last edited an event', async () => {
    const { response, text } = await get('/sitemap.xml')
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(text).toContain(
      `<url><loc>${ORIGIN}/event/mud-and-silver</loc><lastmod>2027-02-03T04:05:06.000Z</lastmod></url>`,
    )
  })

  test('is cached until an event is added, made private or deleted', async () => {
    const { db } = app.services
    const first = await get('/sitemap.xml')
    expect(first.response.headers.get('cache-control')).toBe('public, no-cache')
    const headers = { 'if-none-match': first.response.headers.get('etag') ?? '' }
    expect((await app.request('/sitemap.xml', { headers })).status).toBe(304)
    const added = await makeEvent(db, { urlName: 'added' })
    app.http.cache?.noteWrite()
    expect(await sitemapAddresses()).toContain(`${ORIGIN}/event/added`)
    await db.update(events).set({ password: 'hush' }).where(eq(events.id, added.id))
    app.http.cache?.noteWrite()
    expect(await sitemapAddresses()).not.toContain(`${ORIGIN}/event/added`)
    await db.delete(events).where(eq(events.id, added.id))
    app.http.cache?.noteWrite()
  })
})

describe('events.ics', () => {
  test('contains each public event as in that event’s own calendar file', async () => {
    const { response, text } = await get('/events.ics')
    expect(response.headers.get('content-type')).toContain('text/calendar')
    const entries = entriesOf(text)
    expect(entries).toHaveLength(2)
    expect(entries).toContain(entriesOf((await get('/event/mud-and-silver/calendar.ics')).text)[0])
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT12H')
    expect(entries.join()).toContain(`UID:event-${past.id}@`)
  })

  test('shows a renamed event immediately', async () => {
    const { db } = app.services
    await get('/events.ics')
    await db.update(events).set({ name: 'Winter again' }).where(eq(events.id, past.id))
    app.http.cache?.noteWrite()
    expect((await get('/events.ics')).text).toContain('SUMMARY:Winter again')
  })

  test('is linked from the list of events', async () => {
    const { text } = await get('/events')
    expect(text).toMatch(/<link rel="alternate" type="text\/calendar" href="\/events.ics"/)
    expect(text).toMatch(/<a href="\/events.ics">/)
  })
})

test('security.txt has a contact, an expiry date within a year, and its own address', async () => {
  const { text } = await get('/.well-known/security.txt')
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(text).toContain(`\nCanonical: ${ORIGIN}/.well-known/security.txt\n`)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  const days = (expires - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(366)
})

test('pages link a web manifest with a name, colors and icons', async () => {
  expect((await get('/')).text).toContain('<link rel="manifest" href="/site.webmanifest"/>')
  const { response, text } = await get('/site.webmanifest')
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = JSON.parse(text) as { icons: { sizes: string; purpose?: string }[] }
  expect(manifest).toMatchObject({ name: 'Twelve Mile Ranch', start_url: '/', theme_color: '#162c20' })
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose ?? 'any'])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
})

describe('for search engines and previews, the site', () => {
  test('describes a page by its address, description and picture if search engines may list it', async () => {
    const { response, text } = await get('/event/mud-and-silver')
    expect(response.headers.has('x-robots-tag')).toBe(false)
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/event/mud-and-silver"/>`)
    const tags = tagsOf(text)
    expect(tags.get('og:url')).toBe(`${ORIGIN}/event/mud-and-silver`)
    expect(tags.get('og:image')).toMatch(`${ORIGIN}/pictures/leather-og.jpg`)
    expect([tags.get('og:image:width'), tags.get('og:image:height')]).toEqual(['1200', '630'])
    expect(tags.get('og:image:alt')).toContain('workbench')
    expect(tags.get('description')).toBe('Two days; a kiln, and mud.')
    expect(tags.get('twitter:card')).toBe('summary_large_image')
    expect(tags.has('robots')).toBe(false)
  })

  test.each(['sign-up', 'waitlist'])(
    "names the event's page as the canonical address of its form (%s), and caches the form's page",
    async (form) => {
      const { response, text } = await get(`/event/mud-and-silver/${form}`)
      expect(response.status).toBe(200)
      expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/event/mud-and-silver"/>`)
      expect(tagsOf(text).get('og:url')).toBe(`${ORIGIN}/event/mud-and-silver`)
      expect(response.headers.get('cache-control')).toBe('public, no-cache')
      expect((await get('/sitemap.xml')).text).not.toContain(`/mud-and-silver/${form}`)
    },
  )

  test.each([
    '/complete-reservation/0b5cbd26-5f1f-4a8e-9f3c-2d1a7c9e4b55',
    '/nowhere',
    '/events.ics',
    '/sitemap.xml',
  ])('hides a page that must not be listed from search engines: %s', async (path) => {
    expect((await get(path)).response.headers.get('x-robots-tag')).toContain('noindex')
  })

  test.each(['/our-history', '/testimonials', '/directions'])(
    'hides a page that still holds sample text from search engines, and shows it to visitors (R55.1): %s',
    async (path) => {
      const { response, text } = await get(path)
      expect(response.status).toBe(200)
      expect(text).toMatch(/class="sample"/)
      expect(response.headers.get('x-robots-tag')).toContain('noindex')
      expect(tagsOf(text).get('robots')).toBe('noindex')
      expect(await sitemapAddresses()).not.toContain(ORIGIN + path)
    },
  )

  test('offers no coordinates, map link or map file of a made-up road (R55.2)', async () => {
    const { text } = await get('/directions')
    expect(text).toContain('Sample road')
    expect(text).not.toMatch(/geo:|data-copy|Open in maps|road\.gpx/)
    const { response, text: file } = await get('/directions/road.gpx')
    expect(response.status).toBe(404)
    expect(file).not.toContain('<gpx')
  })

  test("describes an event in structured data for programs, and does not let the event's name inject markup", async () => {
    const { text } = await get('/event/mud-and-silver')
    expect(text).not.toContain('<script>alert')
    const [data, ...more] = dataOf(text)
    expect(more).toEqual([])
    expect(data).toMatchObject({ '@type': 'Event', name: NAME, startDate: '2027-07-01' })
  })

  test('shows search engines immediately that a spot is taken', async () => {
    expect(await offer()).toMatchObject({ availability: 'https://schema.org/InStock', price: '480.01' })
    for (const email of ['ana@example.test', 'bo@example.test'])
      await makeReservation(app.services, open.id, { customerName: 'A guest', email, status: 'confirmed' })
    app.http.cache?.noteWrite()
    expect(await offer()).toMatchObject({ availability: 'https://schema.org/LimitedAvailability' })
  })

  test('describes the venue on the home page', async () => {
    const [data] = dataOf((await get('/')).text)
    expect(data).toMatchObject({ '@type': 'LodgingBusiness', url: `${ORIGIN}/`, numberOfRooms: 11 })
  })
})

describe('a private event', () => {
  test.each(['/', '/events', '/sitemap.xml', '/events.ics', '/robots.txt'])(
    'is not mentioned in %s',
    async (path) => {
      const admin = await app.signIn({ admin: true })
      const texts = [(await get(path)).text]
      if (path.includes('.')) texts.push(await (await admin.fetch(path)).text())
      for (const text of texts) expect(text).not.toMatch(/Reunion of the Founders|reunion|Hush\./)
    },
  )

  test.each(['', '/sign-up', '/waitlist'])(
    'is not described for programs, whether locked or unlocked (%s) (R19.2)',
    async (part) => {
      const guest = app.browser()
      const locked = await (await guest.fetch(`/event/reunion${part}`)).text()
      expect(locked).not.toMatch(/Reunion of the Founders|Hush\./)
      await guest.call(unlockEvent, { body: { eventUrlName: 'reunion', password: 'yucca' } })
      const unlocked = await (await guest.fetch(`/event/reunion${part}`)).text()
      expect(unlocked).toContain(SECRET)
      for (const html of [locked, unlocked]) {
        const tags = tagsOf(html)
        expect(tags.get('robots')).toBe('noindex')
        expect([...tags.keys()].filter((name) => /^(og|twitter):|description/.test(name))).toEqual([])
        expect(dataOf(html)).toEqual([])
        expect(html).not.toContain('rel="canonical"')
      }
    },
  )
})
