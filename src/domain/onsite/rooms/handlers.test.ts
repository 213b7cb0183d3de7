import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { reservationOptions, reservations } from '#platform/database/schema/booking.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import { roomAssignments, rooms } from '#platform/database/schema/rooms.ts'
import { sealRecord } from '#platform/sealing.ts'
import { getReservation as getOwn } from '#domain/booking/contract/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { getKitchenSheet } from '#domain/guests/hosts/contract.ts'
import { exportReservation } from '#domain/guests/privacy/contract.ts'
import { purgeReservation } from '#domain/guests/privacy/purge.ts'
import { type EventRow, makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { makeByCall } from '#test/support/events/admin-calls.ts'
import {
  assignRoom,
  createRoom,
  deleteRoom,
  getBoard,
  listRooms,
  orderRooms,
  type Room,
  showRooms,
  suggestRooms,
  updateRoom,
} from './contract.ts'

let event: EventRow
const app = await openTestApp({ now: new Date('2027-06-01T16:00:00Z') })
const admin = await app.signIn({ admin: true })
beforeEach(async () => {
  await app.services.db.delete(rooms)
  event = await makeEvent(app.services.db, {})
})

const NEW = {
  name: 'Juniper',
  floor: 'Ground floor',
  beds: ['queen' as const],
  accessible: true,
  notes: null,
}

async function makeRoom(name: string, beds: Room['beds'], more: Partial<Room> = {}): Promise<Room> {
  const made = await admin.call(createRoom, { body: { room: { ...NEW, ...more, name, beds } } })
  if (!made.ok) throw new Error(made.message)
  return made.data.room
}

async function makeGuest(
  customerName: string,
  details: { address?: string; notes?: string } = {},
  of = event,
) {
  const { db, sealer } = app.services
  const email = `${randomUUID()}@example.test`
  const made = await makeReservation(app.services, of.id, { customerName, email, status: 'confirmed' })
  const sealed = sealRecord(sealer, { table: 'reservations', row: made.uuid }, details)
  if (Object.keys(details).length > 0)
    await db.update(reservations).set(sealed).where(eq(reservations.id, made.id))
  return made
}

const at = (room: { id: number }, bed = 0, side = 0) => ({ roomId: room.id, bed, side })
type At = ReturnType<typeof at>

const assign = (
  guest: { id: number },
  to: At | null,
  { from, of = event }: { from?: At | null; of?: EventRow } = {},
) =>
  admin.call(assignRoom, {
    body: { eventId: of.id, reservationId: guest.id, to, ...(from !== undefined && { from }) },
  })

async function boardOf(of = event) {
  const found = await admin.call(getBoard, { query: { id: of.id } })
  if (!found.ok) throw new Error(found.message)
  return found.data
}

const placesIn = (board: Awaited<ReturnType<typeof boardOf>>) =>
  board.guests.map(({ name, place }) => [
    name,
    place && board.rooms.find(({ id }) => id === place.roomId)?.name,
  ])

describe('the rooms of the ranch', () => {
  test('stay in the order that admins set, and each has a unique name (R38.1)', async () => {
    const juniper = await makeRoom('Juniper', ['queen'])
    const mesa = await makeRoom('Mesa', ['single', 'bunk'])
    expect(await admin.call(createRoom, { body: { room: NEW } })).toMatchObject({ code: 'name_taken' })
    const ordered = await admin.call(orderRooms, { body: { ids: [mesa.id] } })
    expect(ordered.ok && ordered.data.rooms.map(({ name }) => name)).toEqual(['Mesa', 'Juniper'])
    const edited = { ...NEW, name: 'Big Juniper', beds: ['king' as const] }
    const edit = (version: number, room = edited) =>
      admin.call(updateRoom, { body: { id: juniper.id, version, room: { ...room, beds: [...room.beds] } } })
    expect(await edit(juniper.version)).toMatchObject({ data: { room: { name: 'Big Juniper', version: 2 } } })
    expect(await edit(juniper.version)).toMatchObject({ ok: true })
    expect(await edit(juniper.version, { ...edited, name: 'Other' })).toMatchObject({ code: 'stale' })
    expect(await edit(2, { ...edited, name: 'Mesa' })).toMatchObject({ code: 'name_taken' })
    expect(await admin.call(deleteRoom, { query: { id: mesa.id } })).toMatchObject({ ok: true })
    const left = await admin.call(listRooms)
    expect(left.ok && left.data.map(({ name }) => name)).toEqual(['Big Juniper'])
    expect((await auditOf(app, 'room', juniper.id)).map(({ action, fields }) => [action, fields])).toEqual([
      ['room.created', null],
      ['rooms.ordered', null],
      ['room.updated', ['beds', 'name']],
    ])
  })

  test('cannot be deleted while a coming guest is assigned to a bed there', async () => {
    const room = await makeRoom('Juniper', ['queen'])
    const guest = await makeGuest('Ana Ortiz')
    await assign(guest, at(room))
    const drop = () => admin.call(deleteRoom, { query: { id: room.id } })
    expect(await drop()).toMatchObject({ status: 409, code: 'room_in_use' })
    await app.services.db
      .update(reservations)
      .set({ status: 'cancelled' })
      .where(eq(reservations.id, guest.id))
    expect(await drop()).toMatchObject({ ok: true })
  })
})

describe('a place in a bed', () => {
  test('is given, changed or freed only if the guest is where the admin saw, or already has the wanted place (R38.2)', async () => {
    const room = await makeRoom('Juniper', ['queen', 'bunk'])
    const guest = await makeGuest('Ana Ortiz')
    expect(await assign(guest, at(room), { from: null })).toMatchObject({
      data: { board: { guests: [{ name: 'Ana Ortiz', place: { ...at(room), byHand: true } }] } },
    })
    expect(await assign(guest, at(room), { from: null })).toMatchObject({ ok: true })
    expect(await assign(guest, at(room, 1), { from: null })).toMatchObject({ code: 'stale' })
    expect(await assign(guest, at(room, 1, 1), { from: at(room) })).toMatchObject({ ok: true })
    expect(await assign(guest, at(room, 2))).toMatchObject({ code: 'no_such_place' })
    expect(await assign(guest, null, { from: at(room, 1, 1) })).toMatchObject({
      data: { board: { guests: [{ place: null }] } },
    })
    const told = await auditOf(app, 'reservation', guest.id)
    expect(told.map(({ action, actor }) => [action, actor.split(':')[0]])).toEqual([
      ['room.assigned', 'admin'],
      ['room.assigned', 'admin'],
      ['room.freed', 'admin'],
    ])
  })

  test('goes to one of two guests who are assigned at the same time, and the other reply names that guest', async () => {
    const room = await makeRoom('Juniper', ['single'])
    const guests = await Promise.all([makeGuest('Ana Ortiz'), makeGuest('Ben Roe')])
    const answers = await Promise.all(guests.map((guest) => assign(guest, at(room), { from: null })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const winner = answers[0]?.ok ? 'Ana Ortiz' : 'Ben Roe'
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      status: 409,
      code: 'place_taken',
      message: `${winner} has this place now. Nothing was changed.`,
    })
  })

  test('is freed when the stay is canceled or moved, and is assigned again after an undo if nobody else has it (R38.8)', async () => {
    const room = await makeRoom('Juniper', ['single'])
    const [ana, ben] = [await makeGuest('Ana Ortiz'), await makeGuest('Ben Roe')]
    await assign(ana, at(room))
    const set = (status: 'cancelled' | 'confirmed') =>
      app.services.db.update(reservations).set({ status }).where(eq(reservations.id, ana.id))
    await set('cancelled')
    await set('confirmed')
    expect(placesIn(await boardOf())).toEqual([
      ['Ana Ortiz', 'Juniper'],
      ['Ben Roe', null],
    ])
    await set('cancelled')
    expect(await assign(ben, at(room))).toMatchObject({ ok: true })
    await set('confirmed')
    expect(placesIn(await boardOf())).toEqual([
      ['Ana Ortiz', null],
      ['Ben Roe', 'Juniper'],
    ])
    const other = await makeEvent(app.services.db, {})
    await app.services.db.update(reservations).set({ eventId: other.id }).where(eq(reservations.id, ben.id))
    expect(placesIn(await boardOf(other))).toEqual([['Ben Roe', null]])
    expect(await assign(ana, at(room), { of: other })).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('the rooms board of an event', () => {
  test('shows admins companions, lodging, wishes, and the rooms that other events or the family use (R38.4)', async () => {
    const { db } = app.services
    const [juniper, mesa] = [
      await makeRoom('Juniper', ['queen']),
      await makeRoom('Mesa', ['single', 'single']),
    ]
    const ana = await makeGuest('Ana Ortiz', {
      address: '12 Oak St, Taos',
      notes: 'No bunk bed please. Snores.',
    })
    const ben = await makeGuest('Ben Ortiz', { address: '12 oak st. Taos' })
    const [option] = await db
      .insert(eventOptions)
      .values({ eventId: event.id, kind: 'lodging', name: 'A room of your own', perRoom: 1 })
      .returning()
    await db.insert(reservationOptions).values({ reservationId: ana.id, optionId: option?.id ?? 0, price: 0 })
    const neighbors = await makeEvent(db, {
      name: 'Cooking',
      startDateDate: '2027-07-04',
      endDateDate: '2027-07-06',
    })
    const cook = await makeGuest('Cy Cook', {}, neighbors)
    await assign(cook, at(mesa), { of: neighbors })
    await db.insert(calendarEvents).values([
      { title: 'Aunt Lou in Juniper', start: '2027-07-03', end: '2027-07-03', color: '#662255' },
      { title: 'Cousins stay', start: '2027-07-05', end: '2027-07-09', color: '#662255' },
    ])
    await assign(ana, at(juniper))
    await assign(ben, at(juniper, 0, 1))
    const { guests, conflicts } = await boardOf()
    expect(guests).toMatchObject([
      {
        name: 'Ana Ortiz',
        together: [ben.id],
        lodging: { name: 'A room of your own', perRoom: 1 },
        misfit: 'booked “A room of your own” for one guest in a room, but 2 are in Juniper',
        words: ['No bunk bed', 'Snores'],
      },
      { name: 'Ben Ortiz', together: [ana.id], lodging: null, words: [] },
    ])
    expect(conflicts.map(({ kind }) => kind)).toEqual(['too_few', 'taken_elsewhere', 'per_room'])
    await db.delete(calendarEvents)
  })

  test('shows at most 500 guests, including all who have a bed', async () => {
    const juniper = await makeRoom('Juniper', ['queen'])
    const { id: _, ...first } = await makeGuest('Ann First')
    const gone = { purgedAt: app.clock.now(), customerName: null, email: null, emailHash: null }
    await app.services.db.insert(reservations).values(
      Array.from({ length: 501 }, () => {
        return { ...first, ...gone, uuid: randomUUID(), attendeeToken: randomUUID() }
      }),
    )
    const placed = await makeGuest('Zoe Last')
    await assign(placed, at(juniper))
    const board = await boardOf()
    expect(board).toMatchObject({ nameless: 498, unshown: 3, conflicts: [{ kind: 'too_few' }] })
    expect(board.guests.map(({ name }) => name)).toEqual(['Ann First', 'Zoe Last'])
    expect(board.conflicts[0]?.text).toBe('503 guests, but the rooms have 2 places.')
  })

  test('gets suggested beds, which never move a guest whose bed an admin chose (R38.3)', async () => {
    const [juniper, mesa] = [await makeRoom('Juniper', ['queen']), await makeRoom('Mesa', ['single'])]
    const byHand = await makeGuest('Ana Ortiz')
    for (const name of ['Ben Roe', 'Cy Moe']) await makeGuest(name)
    await assign(byHand, at(mesa))
    const suggestFor = (again: boolean) => admin.call(suggestRooms, { body: { eventId: event.id, again } })
    const first = await suggestFor(false)
    expect(first).toMatchObject({
      data: { placed: 1, explanations: [expect.stringMatching(/^Cy Moe has no place yet/)] },
    })
    expect(placesIn(await boardOf())).toEqual([
      ['Ana Ortiz', 'Mesa'],
      ['Ben Roe', 'Juniper'],
      ['Cy Moe', null],
    ])
    expect((await boardOf()).guests[1]?.place).toMatchObject({ roomId: juniper.id, byHand: false })
    expect(await suggestFor(true)).toMatchObject({ data: { placed: 0 } })
    expect((await admin.call(suggestRooms, { body: { eventId: 999_999 } })).ok).toBe(false)
  })
})

/** Adds an event with two lodgings, and guests who booked them. The last guest booked none. */
async function retreat() {
  const juniper = await makeRoom('Juniper', ['queen'])
  const bunkhouse = await makeRoom('Bunkhouse', ['bunk', 'bunk', 'bunk'])
  const lodging = { kind: 'lodging' as const, price: 0 }
  const { id, options } = await makeByCall(admin, {
    options: [
      { ...lodging, name: 'A room of your own', price: 35_000, perRoom: 1, rooms: [juniper.id] },
      { ...lodging, name: 'Bunkhouse', rooms: [bunkhouse.id] },
    ],
  })
  const [row] = await app.services.db.select().from(events).where(eq(events.id, id))
  if (!row) throw new Error('no event')
  const guestWith = async (name: string, nth?: 0 | 1) => {
    const made = await makeGuest(name, {}, row)
    const optionId = options[nth ?? 0]?.id ?? 0
    if (nth !== undefined)
      await app.services.db.insert(reservationOptions).values({ reservationId: made.id, optionId, price: 0 })
    return made
  }
  const ana = await guestWith('Ana Own', 0)
  const bea = await guestWith('Bea Bunk', 1)
  const cy = await guestWith('Cy None')
  return { event: row, juniper, bunkhouse, ana, bea, cy, guestWith }
}

describe('rooms of lodging', () => {
  test('are suggested only to guests who booked them, and to nobody beyond the beds they have (R38.9)', async () => {
    const { event, bunkhouse, juniper, guestWith } = await retreat()
    await guestWith('Dee Own', 0)
    const suggested = await admin.call(suggestRooms, { body: { eventId: event.id } })
    expect(suggested).toMatchObject({
      data: {
        placed: 2,
        explanations: [
          'Dee Own has no place yet: no bed that fits is free in the rooms of “A room of your own”.',
          'Cy None has no place yet: no bed is free that they would not share with a stranger, except in rooms that are sold as lodging.',
        ],
      },
    })
    const board = await boardOf(event)
    expect(placesIn(board)).toEqual([
      ['Ana Own', 'Juniper'],
      ['Bea Bunk', 'Bunkhouse'],
      ['Cy None', null],
      ['Dee Own', null],
    ])
    expect(board.rooms).toMatchObject([
      { id: juniper.id, lodging: { name: 'A room of your own', guests: 1 } },
      { id: bunkhouse.id, lodging: { name: 'Bunkhouse', guests: 6 } },
    ])
  })

  test('can be given to anyone by hand, and the desk sees what does not fit (R38.9)', async () => {
    const { event, bunkhouse, juniper, ana, bea, cy } = await retreat()
    const desk = await app.signIn({ role: 'desk' })
    const put = (guest: { id: number }, to: At) =>
      desk.call(assignRoom, { body: { eventId: event.id, reservationId: guest.id, to } })
    for (const [side, guest] of [ana, bea].entries()) await put(guest, at(bunkhouse, 0, side))
    expect(await put(cy, at(juniper))).toMatchObject({
      data: {
        board: {
          guests: [
            { misfit: 'booked “A room of your own”, but got Bunkhouse with 1 other' },
            { misfit: null },
            { misfit: 'got Juniper, which is sold as “A room of your own”' },
          ],
          conflicts: [
            {
              kind: 'lodging',
              roomId: juniper.id,
              reservationIds: [cy.id],
              text: 'Cy None got Juniper, which is sold as “A room of your own”.',
            },
            { kind: 'lodging', roomId: bunkhouse.id, reservationIds: [ana.id] },
          ],
        },
      },
    })
    await put(ana, at(juniper, 0, 1))
    const { guests } = await boardOf(event)
    expect(guests[0]).toMatchObject({
      misfit: 'booked “A room of your own” for one guest in a room, but 2 are in Juniper',
    })
    const kitchen = await app.signIn({ role: 'kitchen' })
    expect(await kitchen.call(getBoard, { query: { id: event.id } })).toMatchObject({ code: 'forbidden' })
  })
})

test('shows guests their room a week before the start if allowed, and earlier on the kitchen sheet (R38.6, R38.7)', async () => {
  const room = await makeRoom('Juniper', ['queen'])
  const guest = await makeGuest('Ana Ortiz')
  await assign(guest, at(room))
  const sheet = await admin.call(getKitchenSheet, { query: { eventUrlName: event.urlName } })
  expect(sheet).toMatchObject({ data: { contacts: [{ room: 'Juniper, queen bed' }] } })
  const own = async () => {
    const found = await app.browser().call(getOwn, { query: { uuid: guest.uuid } })
    return found.ok ? found.data.room : found.code
  }
  const show = (roomsShown: boolean) => admin.call(showRooms, { body: { id: event.id, roomsShown } })
  const starts = (startDateDate: string) =>
    app.services.db.update(events).set({ startDateDate }).where(eq(events.id, event.id))
  await starts('2027-06-09')
  expect(await show(true)).toMatchObject({
    data: { board: { event: { roomsShown: true, shownFrom: '2027-06-02' } } },
  })
  expect(await own()).toBe(null)
  await starts('2027-06-08')
  expect(await own()).toBe('Juniper')
  await show(false)
  expect(await own()).toBe(null)
  expect((await auditOf(app, 'event', event.id)).map(({ action }) => action)).toEqual([
    'rooms.shown',
    'rooms.hidden',
  ])
})

test("includes a guest's room in their data export and deletes it in the purge (R38.8)", async () => {
  const room = await makeRoom('Juniper', ['queen'])
  const { uuid, id } = await makeGuest('Ana Ortiz')
  await assign({ id }, at(room))
  expect(await app.browser().call(exportReservation, { query: { uuid } })).toMatchObject({
    data: { room: 'Juniper, queen bed' },
  })
  const { db, sealer, settings, now, log } = app.services
  const copies = { capturedMails: async () => [], forgetMails: async () => {} }
  await purgeReservation({ db, sealer, settings, now, log, copies }, id)
  expect(await db.select().from(roomAssignments).where(eq(roomAssignments.reservationId, id))).toEqual([])
  expect(await assign({ id }, at(room))).toMatchObject({ code: 'not_found' })
  expect(await boardOf()).toMatchObject({ guests: [], nameless: 1 })
})
