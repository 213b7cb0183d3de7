/**
 * Tests that texts from an attacker are harmless in e-mails, the e-mail sandbox, calendars, headers and
 * JSON (R19.7).
 */
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { rows } from '#platform/database/database.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { rooms } from '#platform/database/schema/rooms.ts'
import { eventCalendar, eventUid } from '#shared/ics.ts'
import { visibleLine, visibleText } from '#shared/text.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const SCRIPT = '</script><script>hacked()</script><img src=x onerror=hacked()>'
const HOSTILE = {
  'a script': SCRIPT,
  'an attribute': `" autofocus onfocus="hacked()" x='`,
  'a template': '${hacked()} {{hacked()}} <%= hacked() %>',
  'a header': 'Ann <all@elsewhere.example>, "Bcc: all@elsewhere.example"',
  'an encoded header': '=?utf-8?B?QmNjOiBhbGxAZWxzZXdoZXJlLmV4YW1wbGU=?=',
  'marks that reverse letters': '\u202Efdp.exe\u2066',
  'a line separator': 'Ann\u2028BCC: all@elsewhere.example\u2029',
  'a formula': '=HYPERLINK("https://elsewhere.example")',
  entities: '&lt;script&gt;hacked()&lt;/script&gt; &#60;script&#62;',
  'a link': 'javascript:hacked() https://elsewhere.example/login',
}

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

async function signUp(text: string) {
  const event = await makeEvent(app.services.db, {
    cost: 0,
    name: text,
    host: text,
    shortDescription: text,
    startDate: text,
  })
  const guest = createGuest(app)
  const made = await guest.order({ eventId: event.id, amount: 0, customerName: text, nickname: text })
  if (!made.ok) throw new Error(made.code)
  await app.runJobs()
  const [mail] = (await app.mailbox?.list()) ?? []
  if (!mail) throw new Error('no mail')
  return { event, mail, seen: await guest.look(made.data.uuid) }
}

function expectNoMarkup(html: string): void {
  expect(html).not.toMatch(/<script|<img[^>]+onerror|<[^>]+\sonfocus=/i)
  expect(html).not.toMatch(/(href|src)="\s*(javascript|data):/i)
}

describe.each(Object.entries(HOSTILE))('given a hostile text with %s, the site', (_what, text) => {
  test('returns a hostile text as JSON with the header nosniff, without invisible characters (R19.7)', async () => {
    const { seen } = await signUp(text)
    expect(seen).toMatchObject({ nickname: visibleLine(text).trim(), eventName: visibleText(text) })
    const list = await app.request('/api/auth/event/list')
    expect(list.headers.get('content-type')).toMatch(/^application\/json/)
    expect(list.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('shows a hostile text without markup in the e-mail, and sends the e-mail only to the guest (R19.7)', async () => {
    const { mail } = await signUp(text)
    expect(mail.to).toBe('robin@example.test')
    expectNoMarkup(mail.html)
    expect(mail.subject).not.toMatch(/[\r\n\u2028\u202e\u2066]/)
    const source = await (await app.request(`/dev/mail/${mail.id}/source`)).text()
    const parsed = await PostalMime.parse(source)
    expect(parsed.to?.map((to) => to.address)).toEqual(['robin@example.test'])
    expect(parsed.headers.filter(({ key }) => ['bcc', 'cc'].includes(key))).toEqual([])
    expect(parsed.headers.filter(({ key }) => key === 'to')).toHaveLength(1)
  })

  test('shows a hostile text without markup on the pages of the e-mail sandbox', async () => {
    const { mail } = await signUp(text)
    for (const path of ['/dev/mail', `/dev/mail/${mail.id}`]) {
      const page = await app.request(path)
      expect(await page.text()).not.toMatch(/<script>|<img src=x/)
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const frame = await app.request(`/dev/mail/${mail.id}/html`)
    expectNoMarkup(await frame.text())
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-scripts)/)
  })

  test('adds no property to a calendar because of a hostile text (R19.7)', async () => {
    const { event } = await signUp(text)
    const propertiesWith = (words: object) => {
      const url = 'https://ranch.example/event/x'
      const shown = { ...event, ...words, revision: 0 }
      const file = eventCalendar({ event: shown, url, uid: eventUid(event.id), now: app.clock.now() })
      const lines = file.replaceAll('\r\n ', '').split('\r\n')
      return lines.map((line) => line.split(/[:;]/)[0])
    }
    expect(propertiesWith({})).toEqual(propertiesWith({ name: 'x', shortDescription: 'x' }))
  })
})

test('leaves out invisible characters when it shows texts that are already stored with them (R47.1)', async () => {
  const { db } = app.services
  const [typed, shown] = ['\u202eStar\u200b Week\u2066', 'Star Week']
  const event = await makeEvent(db, {
    name: typed,
    host: typed,
    shortDescription: typed,
    longDescription: typed,
  })
  const unseen = await makeEvent(db, { name: '\u200b\u2060' })
  await db.insert(eventOptions).values({ eventId: event.id, kind: 'extra', name: typed, description: typed })
  await db.insert(rooms).values({ name: typed, floor: typed, notes: typed, beds: ['queen'] })
  await db.insert(codes).values({ code: 'OLD', kind: 'percent', value: 10, note: typed })
  const days = { start: '2027-05-06', end: '2027-05-07' }
  await db.insert(calendarEvents).values({ title: typed, color: '#662255', ...days })
  const admin = await app.signIn({ admin: true })
  for (const path of [`event/get?eventUrlName=${event.urlName}`, 'event/list', 'rooms', 'codes']) {
    const text = await (await admin.fetch(`/api/auth/${path}`)).text()
    expect(text, path).toContain(shown)
    expect(text, path).not.toMatch(/[\u200b\u202e\u2060\u2066]/)
  }
  const calendar = await (await admin.fetch('/api/calendarGetEvents')).text()
  expect(calendar).toContain(`"${shown}"`)
  const nameless = await admin.fetch(`/api/auth/event/get?eventUrlName=${unseen.urlName}`)
  expect(await nameless.json()).toMatchObject({ name: 'No name' })
})

test('stores no word of a guest unencrypted in the database (R18.1)', async () => {
  await signUp(SCRIPT)
  const found = await app.services.db.execute(sql`select t::text as row from reservations t`)
  const kept = rows<{ row: string }>(found)
  expect(kept).not.toEqual([])
  for (const { row } of kept) expect(row).not.toMatch(/hacked|elsewhere|robin/i)
})
