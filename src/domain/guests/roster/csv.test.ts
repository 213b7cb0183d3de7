import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { tellArrival } from '#domain/onsite/arrival/contract.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { roomAssignments, rooms } from '#platform/database/schema/rooms.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { addEntry } from '#domain/booking/waitlist/contract/admin.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)

async function download(eventId: number) {
  const response = await admin.browser.fetch(`/api/auth/event/export?id=${eventId}`)
  expect(response.status).toBe(200)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Returns the rows of an event's CSV, read by an independent parser. */
async function rowsOf(eventId: number): Promise<Record<string, string>[]> {
  const { bytes } = await download(eventId)
  return rowsIn(bytes)
}

function rowsIn(bytes: Buffer): Record<string, string>[] {
  const { data, errors, meta } = Papa.parse(bytes.toString('utf8'))
  expect(errors).toEqual([])
  expect(meta).toMatchObject({ delimiter: ',', linebreak: '\r\n' })
  // The last row of the CSV must also end with a line break.
  expect(data.pop()).toEqual([''])
  const [head = [], ...lines] = data
  return lines.map((line) => {
    expect(line).toHaveLength(head.length)
    return Object.fromEntries(head.map((name, index) => [name, line[index] ?? '']))
  })
}

const event = (changes = {}) => makeEvent(app.services.db, changes)

test('writes one row per reservation into the CSV, with its fields and notes, but without the id of the private link', async () => {
  const { id, name } = await event({ cost: 0 })
  const browser = app.browser()
  const guest = createGuest(app, browser)
  const made = await guest.order({ eventId: id, amount: 0, phone: '505-555-0142' })
  const offered = await app.services.db
    .insert(eventOptions)
    .values([
      { eventId: id, kind: 'lodging', name: 'Shared room' },
      { eventId: id, kind: 'extra', name: 'Leather kit' },
    ])
    .returning()
  const options = offered.map((option) => option.id)
  const signedUp = await admin.signUp({ eventId: id, totalDue: 60_000, options })
  await admin.change({ id: signedUp.reservationId, notes: 'Brings a banjo' })
  const told = { day: '2027-07-01', time: '15:30', by: 'fetched' } as const
  const uuid = made.ok ? made.data.uuid : ''
  expect((await browser.call(tellArrival, { body: { uuid, told } })).ok).toBe(true)
  const rows = await rowsOf(id)
  expect(rows).toEqual([
    {
      id: String(made.ok && made.data.reservationId),
      status: 'confirmed',
      holdExpiresAt: '',
      customerName: 'Robin Doe',
      nickname: 'Rob',
      email: 'robin@example.test',
      phone: '505-555-0142',
      address: '7 Juniper Lane',
      emergencyContactName: 'Sam Doe',
      emergencyContactPhone: '505-555-0143',
      foodAllergies: 'Peanuts',
      medicalConditions: 'None',
      otherInformation: '',
      safetyConsent: 'true',
      photoConsent: 'false',
      additionalInformationProvided: 'true',
      totalDue: '0',
      totalPaid: '0',
      fullyPaid: 'true',
      eventName: name,
      notes: '',
      arrivalDay: '2027-07-01',
      arrivalTime: '15:30',
      arrivalBy: 'fetched',
      leftPavementAt: '',
      hereAt: '',
      room: '',
      lodging: '',
      extras: '',
      paidBy: '',
      ownPrice: '0',
      discount: '0',
      code: '',
      waitsForMailbox: 'false',
    },
    expect.objectContaining({
      customerName: 'Pat Doe',
      lodging: 'Shared room',
      extras: 'Leather kit',
      phone: '',
      safetyConsent: 'false',
      totalDue: '60000',
      fullyPaid: 'false',
      notes: 'Brings a banjo',
    }),
  ])
  const { bytes } = await download(id)
  expect(bytes.toString()).not.toContain(signedUp.uuid)
})

test("writes each guest's payer, price of the own stay and room into the CSV (R39.3, R38.6)", async () => {
  const { id } = await event()
  const { members } = await makeParty(app, id, { names: ['Ann Lee', 'Bo Hale'] })
  const [ann, bo] = members
  const [room] = await app.services.db
    .insert(rooms)
    .values({ name: 'Juniper', beds: ['queen'], createdAt: app.clock.now() })
    .returning()
  const place = { eventId: id, roomId: room?.id ?? 0, bed: 0, byHand: true, madeAt: app.clock.now() }
  await app.services.db.insert(roomAssignments).values({ ...place, reservationId: bo?.id ?? 0, side: 0 })
  const party = { paidBy: String(ann?.id), ownPrice: '90000' }
  expect(await rowsOf(id)).toMatchObject([
    { ...party, customerName: 'Ann Lee', totalDue: '180000', room: '' },
    { ...party, customerName: 'Bo Hale', totalDue: '0', room: 'Juniper, queen bed' },
  ])
  expect(await tableAt(`/api/auth/event/export?id=${id}&form=people`)).toMatchObject([
    { 'Party of': 'Ann Lee', 'Own price ($)': '900.00', Room: '' },
    { 'Party of': 'Ann Lee', 'Own price ($)': '900.00', Room: 'Juniper, queen bed' },
  ])
})

test('sends the CSV uncached as UTF-8, with a byte order mark and the line ends of RFC 4180', async () => {
  const { id } = await event({ name: 'Café ../"Star" Week; x=1' })
  await takeSpots(app.services, id, { spots: 2 })
  const { response, bytes } = await download(id)
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString().match(/\r\n/g)).toHaveLength(3)
  expect(bytes.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const disposition = response.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment; filename="reservations-Cafe-Star-Week-x-1\.csv"; /)
})

describe('a dangerous or unusual text in the CSV', () => {
  const HOSTILE = [
    `=HYPERLINK("https://elsewhere.example","click")`,
    '+1+cmd|calc',
    '-2+3',
    '@SUM(1,2)',
    '＝1+1',
    '"quoted", with commas',
    "it's",
    'two\nlines',
    'three\r\nlines\rhere',
    '"',
    '""',
    ',',
    ';=1+1',
    '🌵 naïve 静か',
    '</script>',
  ]

  test('stays unchanged, but a text that a spreadsheet would run as a formula gets an apostrophe in front', async () => {
    const { id } = await event({ spots: HOSTILE.length })
    for (const text of HOSTILE) {
      const { reservationId } = await admin.signUp({ eventId: id })
      expect(await admin.change({ id: reservationId, notes: text, address: text })).toMatchObject({
        ok: true,
      })
    }
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(HOSTILE.length)
    for (const [index, text] of HOSTILE.entries()) {
      const { notes = '', address } = rows[index] ?? {}
      expect(address).toBe(notes)
      const typed = notes.replace(/^'(?=[;=+\-@\t\r＝])/, '').replaceAll(/(?<=[;\t\r\n])'(?=[=+\-@])/g, '')
      expect(typed).toBe(text)
      expect(notes).not.toMatch(/^[;=+\-@\t\r＝＋－＠]/)
    }
  })

  test('may be a phone number, which gets an apostrophe only if it starts with a plus sign', async () => {
    const { id } = await event()
    const { reservationId } = await admin.signUp({ eventId: id })
    await admin.change({
      id: reservationId,
      phone: '+1505-555-0142',
      emergencyContactPhone: '(505) 555-0143',
    })
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ phone: "'+1505-555-0142", emergencyContactPhone: '(505) 555-0143' })
  })

  test("may be the event's name, which is escaped like any other cell", async () => {
    const { id } = await event({ name: '=1+1' })
    await takeSpots(app.services, id, { spots: 1 })
    expect((await rowsOf(id))[0]?.eventName).toBe("'=1+1")
  })
})

test('writes a held spot as a row with its status, in the CSV file for programs and in the one for people', async () => {
  const { id } = await event()
  await takeSpots(app.services, id, { spots: 2, status: 'pending' })
  await takeSpots(app.services, id, { spots: 1 })
  const agreed = { consentAt: new Date('2027-05-06T18:00:00Z'), consentTermsHash: 'h' }
  const [first] = await rowsOf(id)
  await app.services.db
    .update(reservations)
    .set(agreed)
    .where(eq(reservations.id, Number(first?.['id'])))
  expect((await rowsOf(id)).map((row) => [row.status, row['waitsForMailbox']])).toEqual([
    ['pending', 'true'],
    ['pending', 'false'],
    ['confirmed', 'false'],
  ])
  const people = await admin.browser.fetch(`/api/auth/event/export?id=${id}&form=people`)
  const rows = rowsIn(Buffer.from(await people.arrayBuffer()))
  expect(rows.map((row) => row['Status'])).toEqual(['Waiting for confirmation by email', 'Held', 'Confirmed'])
})

test('sends the CSV of an event with many guests in several parts, complete and in order', async () => {
  const { id } = await event()
  const GUESTS = 450
  await takeSpots(app.services, id, { spots: GUESTS })
  const response = await admin.browser.fetch(`/api/auth/event/export?id=${id}`)
  let parts = 0
  for await (const part of response.body ?? []) parts += part.byteLength > 0 ? 1 : 0
  expect(parts).toBeGreaterThan(3)
  const rows = await rowsOf(id)
  expect(rows.map((row) => row['customerName'])).toEqual(
    Array.from({ length: GUESTS }, (_, index) => `Guest ${index + 1}`),
  )
})

test('writes only the given reservations as CSV, and none of another event', async () => {
  const { id } = await event()
  const { id: other } = await event()
  const ids: number[] = []
  for (const eventId of [id, id, id, other]) ids.push((await admin.signUp({ eventId })).reservationId)
  const [first, , third, foreign] = ids
  const path = `/api/auth/event/export?id=${id}&form=fields`
  const rows = await tableAt(`${path}&reservationIds=${[first, third, foreign].join()}`)
  expect(rows.map((row) => row['id'])).toEqual([String(first), String(third)])
  expect((await admin.browser.fetch(`${path}&reservationIds=1;2`)).status).toBe(400)
})

test('writes a purged guest as a CSV row without a name, and only headings for an event without guests', async () => {
  const { id } = await event()
  expect(await rowsOf(id)).toEqual([])
  const { reservationId } = await admin.signUp({ eventId: id })
  await app.services.db
    .update(reservations)
    .set({ customerName: null, email: null, emailHash: null, purgedAt: app.clock.now() })
    .where(eq(reservations.id, reservationId))
  expect(await rowsOf(id)).toMatchObject([{ customerName: '', email: '', totalDue: '90000' }])
})

async function tableAt(path: string) {
  const response = await admin.browser.fetch(path)
  expect(response.status).toBe(200)
  return rowsIn(Buffer.from(await response.arrayBuffer()))
}

describe('the CSV file for people (not for programs)', () => {
  test('has headings in words, and amounts in dollars that a spreadsheet can add up', async () => {
    const { id } = await event()
    const { reservationId } = await admin.signUp({
      eventId: id,
      totalDue: 60_001,
      customerName: '=Ruth Vance',
    })
    await admin.change({ id: reservationId, phone: '+15055550142', notes: 'Brings a banjo' })
    const [row = {}, ...others] = await tableAt(`/api/auth/event/export?id=${id}&form=people`)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      Name: "'=Ruth Vance",
      Status: 'Confirmed',
      'Details complete': 'No',
      'Total due ($)': '600.01',
      'Paid ($)': '0.00',
      'Still to pay ($)': '600.01',
      'Signed up': '2027-05-06',
      Notes: 'Brings a banjo',
      'Arrival day': '',
      Arrives: '',
    })
    expect(row['Phone']).toContain('+15055550142')
    expect(Object.keys(row).join()).not.toMatch(/[a-z][A-Z]|uuid/)
  })

  test('puts an apostrophe in front of texts that a spreadsheet would turn into a number or a date', async () => {
    const { id } = await event()
    const { reservationId } = await admin.signUp({ eventId: id })
    const typed = { phone: '011 44 20 7946 0018', foodAllergies: '3-4', notes: ';=1+1' }
    await admin.change({ id: reservationId, ...typed })
    const [people = {}] = await tableAt(`/api/auth/event/export?id=${id}&form=people`)
    expect(people).toMatchObject({
      Phone: "'011 44 20 7946 0018",
      'Food allergies': "'3-4",
      Notes: "';'=1+1",
      'Signed up': '2027-05-06',
    })
    const [raw = {}] = await tableAt(`/api/auth/event/export?id=${id}`)
    expect(raw).toMatchObject({ ...typed, notes: "';'=1+1" })
  })

  test('lists the waitlist by position, as the CSV file for programs does', async () => {
    const { id } = await event({ showWaitlist: true })
    for (const [customerName, size] of [
      ['Ann Lee', 1],
      ['@Bo Hale', 3],
    ] as const) {
      const email = `${customerName.length}@example.test`
      await admin.browser.call(addEntry, {
        body: { waitlistData: { customerName, email, size, eventId: id } },
      })
    }
    expect(await tableAt(`/api/auth/waitlist/export?id=${id}&form=people`)).toEqual([
      {
        'Place on the waitlist': '1',
        Name: 'Ann Lee',
        Email: '7@example.test',
        Phone: '',
        Spots: '1',
        Status: 'Waiting',
        Joined: '2027-05-06',
        'Added by hand': 'Yes',
        'Offered until': '',
      },
      {
        'Place on the waitlist': '2',
        Name: "'@Bo Hale",
        Email: '8@example.test',
        Phone: '',
        Spots: '3',
        Status: 'Waiting',
        Joined: '2027-05-06',
        'Added by hand': 'Yes',
        'Offered until': '',
      },
    ])
    expect(await tableAt(`/api/auth/waitlist/export?id=${id}`)).toMatchObject([
      { customerName: 'Ann Lee', state: 'waiting', position: '1', createdAt: '2027-05-06T18:00:00.000Z' },
      { position: '2', size: '3' },
    ])
    const response = await admin.browser.fetch(`/api/auth/waitlist/export?id=${id}`)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="waitlist-/)
  })
})

test('exports the CSV only to admins, and returns 404 for an unknown event', async () => {
  const { id } = await event()
  await takeSpots(app.services, id, { spots: 1 })
  const path = `/api/auth/event/export?id=${id}`
  const somebody = await app.signIn({ admin: false })
  for (const [response, status] of [
    [await app.request(path), 401],
    [await somebody.fetch(path), 403],
    [await admin.browser.fetch('/api/auth/event/export?id=999999'), 404],
    [await admin.browser.fetch('/api/auth/event/export?id=1%20or%201=1'), 400],
    [await admin.browser.fetch('/api/auth/event/export'), 400],
    [await admin.browser.fetch(`${path}&form=both`), 400],
    [await app.request(path.replace('event', 'waitlist')), 401],
    [await somebody.fetch(path.replace('event', 'waitlist')), 403],
    [await admin.browser.fetch('/api/auth/waitlist/export?id=999999'), 404],
  ] as const) {
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('Guest 1')
  }
})
