/** Tests the kitchen sheet for admins and for hosts: what it contains, and who may open it. */
import { describe, expect, test } from 'vitest'
import { makeHostLink, revokeHostLink } from '#domain/guests/hosts/contract.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createLog } from '#platform/log.ts'
import { inWorkspace, loadPages } from '#test/support/server/real-pages.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as root from '#app/root.tsx'
import * as kitchen from '#app/admin/event/kitchen.tsx'
import * as oldSheet from '#app/admin/event/old-sheet.ts'
import * as host from './host.tsx'

/** Data that no host may see. Each of these texts is unique, so that a test can look for it on a page. */
const HIDDEN = {
  email: 'zinnia-mail@example.test',
  address: '17 Zinnia Lane',
  notes: 'Zinnia owes us a saddle',
  otherInformation: 'Zinnia snores',
}
const MEDICAL = 'Zinnia fever'
const SHOWN = ['Ana Ortiz', '505-555-0142', 'Sam Hill', '505-555-0143', 'Zinnia seeds', 'Patience']

const lines: string[] = []
const app = await openTestApp({
  now: new Date('2027-06-20T18:00:00Z'),
  log: createLog({ destination: { write: (line: string) => lines.push(line) }, level: 'debug' }),
  parts: {
    loadBuild: loadPages({
      root,
      'host/:token': host,
      'event/:eventUrlName/kitchen': inWorkspace(kitchen),
      'event-sheet/:eventUrlName': oldSheet,
    }),
  },
})
const admin = await signInAdmin(app)
const stranger = app.browser()
const event = await makeEvent(app.services.db, {
  name: 'The Secret Week',
  password: 'Yucca-password',
  hostCell: '505-555-7777',
  adminEmail: 'desk@example.test',
  cost: 91_357,
})
const { reservationId: id, uuid: link } = await admin.signUp({
  eventId: event.id,
  customerName: 'Ana Ortiz',
  email: HIDDEN.email,
})
const uuid = link
const { address, notes, otherInformation } = HIDDEN
await admin.change({
  id,
  address,
  notes,
  otherInformation,
  phone: '505-555-0142',
  emergencyContactName: 'Sam Hill',
  emergencyContactPhone: '505-555-0143',
  foodAllergies: 'Zinnia seeds',
  medicalConditions: MEDICAL,
})
await admin.signUp({ eventId: event.id, customerName: 'Patience Roe' })

async function makeLink(withMedical = false) {
  const made = await admin.browser.call(makeHostLink, { body: { eventId: event.id, withMedical } })
  if (!made.ok) throw new Error(made.code)
  return { id: made.data.hostLink.id, token: made.data.hostLink.token ?? '' }
}

/**
 * Requests a page. Returns the response, the page's HTML as `text`, and the headers together with the HTML as
 * `told`.
 */
async function read(path: string, browser = stranger) {
  const response = await browser.fetch(path)
  const text = await response.text()
  return { response, text, told: `${JSON.stringify([...response.headers])} ${text}` }
}

const NEVER = [
  ...Object.values(HIDDEN),
  'Yucca-password',
  '505-555-7777',
  'desk@example.test',
  '91357',
  '913.57',
]

function expectPrivate({ headers }: Response) {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
}

describe.each(['', '.data'])(`the host’s kitchen sheet, requested with the ending "%s"`, (form) => {
  test('shows a host which guests come and what each guest needs, and nothing more about guests (R10.13)', async () => {
    const { token } = await makeLink()
    const { response, told } = await read(`/host/${token}${form}`)
    expect(response.status).toBe(200)
    expectPrivate(response)
    for (const words of SHOWN) expect(told).toContain(words)
    for (const words of [...NEVER, MEDICAL, uuid]) expect(told).not.toContain(words)
    expect(told).not.toMatch(/\$\d|amount|totalDue|totalPaid|invoice/i)
  })

  test("shows a host medical conditions only if the host's link includes them", async () => {
    const { token } = await makeLink(true)
    const { told } = await read(`/host/${token}${form}`)
    expect(told).toContain(MEDICAL)
    for (const words of NEVER) expect(told).not.toContain(words)
  })

  test('returns the same 404 for a wrong, a revoked and an expired host link', async () => {
    const { id, token } = await makeLink(true)
    await admin.browser.call(revokeHostLink, { query: { id } })
    const late = await makeLink(true)
    const now = app.clock.now()
    const wrong = await read(`/host/7d2f0a54-6f0b-4d5c-9b0e-2f6b1f3c5a11${form}`)
    const revoked = await read(`/host/${token}${form}`)
    app.clock.set(new Date('2027-07-07T06:00:00Z'))
    const over = await read(`/host/${late.token}${form}`)
    app.clock.set(now)
    for (const { response, told } of [wrong, revoked, over]) {
      expect(response.status).toBe(404)
      expectPrivate(response)
      expect(told).toContain('This link no longer works.')
      expect(told).not.toContain('The Secret Week')
    }
  })
})

// The data of an admin's page has the event's public price, for the button "Add New Reservation".
const NEVER_FOR_ADMINS = NEVER.filter((words) => words !== '91357')

test("hides medical conditions on an admin's kitchen sheet until the admin asks for them, and always hides amounts", async () => {
  const path = `/event/${event.urlName}/kitchen`
  const { response, told } = await read(path, admin.browser)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  for (const words of SHOWN) expect(told).toContain(words)
  for (const words of [...NEVER_FOR_ADMINS, MEDICAL, uuid]) expect(told).not.toContain(words)
  expect(told).toContain('noindex')
  const { told: whole } = await read(`${path}?medical=on`, admin.browser)
  expect(whole).toContain(MEDICAL)
  for (const words of NEVER_FOR_ADMINS) expect(whole).not.toContain(words)
  const { response: missing, text } = await read('/event/no-such-event/kitchen', admin.browser)
  expect(missing.status).toBe(404)
  expect(text).toContain('Event Not Found')
})

test('shows only the first of very many guests on the kitchen sheet, and all of them if the admin asks (R20.7)', async () => {
  const { id, urlName } = await makeEvent(app.services.db, { name: 'The Long Table' })
  await takeSpots(app.services, id, { spots: 75 })
  const made = await admin.browser.call(makeHostLink, { body: { eventId: id } })
  const link = made.ok ? made.data.hostLink.token : ''
  for (const [path, browser] of [
    [`/host/${link}`, stranger],
    [`/event/${urlName}/kitchen`, admin.browser],
  ] as const) {
    const first = await read(path, browser)
    expect(first.text).toContain('75 guests')
    expect(first.text).toContain('5 more guests are not in this list.')
    expect(first.text).toMatch(/<a[^>]*href="[^"]*guests=all"[^>]*>List all guests, to print them/)
    expect(first.text).not.toContain('data-print')
    expect(first.text.match(/"row">Guest/g)).toHaveLength(70)
    expect(first.text.length).toBeLessThan(110_000)
    const whole = await read(`${path}?guests=all`, browser)
    expect(whole.text.match(/"row">Guest/g)).toHaveLength(75)
    expect(whole.text).toContain('data-print')
    expect(whole.text).not.toContain('more guests')
  }
})

test("refuses the admin's kitchen sheet to everyone who is not an admin", async () => {
  for (const browser of [stranger, await app.signIn({ admin: false })]) {
    const { told } = await read(`/event/${event.urlName}/kitchen?medical=on`, browser)
    for (const words of [...SHOWN, ...NEVER, MEDICAL, 'The Secret Week']) expect(told).not.toContain(words)
  }
})

test("logs neither a host link nor a guest's data", () => {
  const log = lines.join('\n')
  expect(log).toContain('/host/:token')
  expect(log).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/)
  for (const words of [...Object.values(HIDDEN), MEDICAL, 'Ana Ortiz', 'Zinnia seeds'])
    expect(log).not.toContain(words)
})

test('redirects the sheet’s address of earlier versions to the tab of the event', async () => {
  const response = await admin.browser.fetch(`/event-sheet/${event.urlName}?medical=on`, {
    redirect: 'manual',
  })
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(`/event/${event.urlName}/kitchen?medical=on`)
})
