/** Hostile texts are inert wherever they appear: mail, mailbox, calendar, headers, JSON (R19.7). */
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { createGuest } from '#features/booking/testing/guest.ts'
import { rows } from '#platform/database/database.ts'
import { eventCalendar, eventUid } from '#shared/ics.ts'
import { visibleLine } from '#shared/text.ts'
import { makeEvent } from '#testing/factories.ts'
import { openTestApp } from '#testing/open.ts'

const SCRIPT = '</script><script>hacked()</script><img src=x onerror=hacked()>'
const HOSTILE = {
  'a script': SCRIPT,
  'an attribute': `" autofocus onfocus="hacked()" x='`,
  'a template': '${hacked()} {{hacked()}} <%= hacked() %>',
  'a header': 'Ann <all@elsewhere.example>, "Bcc: all@elsewhere.example"',
  'an encoded header': '=?utf-8?B?QmNjOiBhbGxAZWxzZXdoZXJlLmV4YW1wbGU=?=',
  'letters that turn round': '\u202Efdp.exe\u2066',
  'a line that is none': 'Ann\u2028BCC: all@elsewhere.example\u2029',
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

describe.each(Object.entries(HOSTILE))('%s', (_what, text) => {
  test('comes back from the API without what nobody sees, as JSON that nothing sniffs (R19.7)', async () => {
    const { seen } = await signUp(text)
    expect(seen).toMatchObject({ nickname: visibleLine(text).trim(), eventName: text })
    const list = await app.request('/api/auth/event/list')
    expect(list.headers.get('content-type')).toMatch(/^application\/json/)
    expect(list.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is words in the mail, which goes to the guest alone (R19.7)', async () => {
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

  test('is words in the mailbox', async () => {
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

  test('adds nothing to a calendar (R19.7)', async () => {
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

test('the database keeps none of a guest’s words in the clear (R18.1)', async () => {
  await signUp(SCRIPT)
  const found = await app.services.db.execute(sql`select t::text as row from reservations t`)
  const kept = rows<{ row: string }>(found)
  expect(kept).not.toEqual([])
  for (const { row } of kept) expect(row).not.toMatch(/hacked|elsewhere|robin/i)
})
