/** Tests of lodging that has rooms: its stock follows from their beds, whatever happens at the same time (R37.9). */
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getEvent } from '../contract/event.ts'
import { createRoom, deleteRoom, type Room, updateRoom } from '#domain/onsite/rooms/contract.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import { reservationOptions } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { lodgingRooms, rooms } from '#platform/database/schema/rooms.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeReservation } from '#test/support/factories.ts'
import { makeWaitlist } from '#test/support/booking/waitlist.ts'
import { makeByCall, update } from '#test/support/events/admin-calls.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const { browser: admin } = await signInAdmin(app)
const guest = createGuest(app)
beforeEach(() => app.services.db.delete(rooms))

type Beds = Room['beds']

async function makeRoom(name: string, beds: Beds): Promise<Room> {
  const made = await admin.call(createRoom, { body: { room: { name, floor: null, notes: null, beds } } })
  if (!made.ok) throw new Error(made.message)
  return made.data.room
}

const setBeds = ({ id, name }: Room, beds: Beds) =>
  admin.call(updateRoom, { body: { id, room: { name, floor: null, notes: null, beds } } })

const drop = ({ id }: Room) => admin.call(deleteRoom, { query: { id } })

const OWN = { kind: 'lodging' as const, name: 'A room of your own', price: 0, perRoom: 1 }
const SHARED = { kind: 'lodging' as const, name: 'Bunkhouse', price: 0 }

/** Creates a free event with a room of one's own in these rooms. */
async function retreat(
  own: Room[],
  { more = [], ...changes }: Parameters<typeof makeByCall>[1] & { more?: (typeof SHARED)[] } = {},
) {
  const options = [{ ...OWN, rooms: own.map(({ id }) => id) }, ...more]
  const event = await makeByCall(admin, { name: 'Stone Walls', cost: 0, spots: 40, options, ...changes })
  return { ...event, own: event.options[0]?.id ?? 0 }
}

async function seenBy(browser: TestBrowser, urlName: string) {
  const found = await browser.call(getEvent, { query: { eventUrlName: urlName } })
  if (!found.ok || found.data.locked) throw new Error('no event')
  return found.data
}

const visitor = app.browser()
const leftOf = async (urlName: string) => (await seenBy(visitor, urlName)).options.map(({ left }) => left)

let guests = 0
const book = (eventId: number, option: number) => {
  guests += 1
  const email = `guest-${guests}@example.test`
  return guest.order({ eventId, amount: 0, options: [option], email })
}

const repliesOf = async ({ urlName }: { urlName: string }) => {
  const { id: _, urlName: name, options, ...event } = await seenBy(visitor, urlName)
  expect(name).toBe(urlName)
  return JSON.stringify({ ...event, options: options.map((option) => ({ ...option, id: 0 })) })
}

describe('the stock of lodging that has rooms', () => {
  test('is the number of guests that its rooms take, and admins also see the rooms (R37.9)', async () => {
    const [juniper, mesa, bunks] = [
      await makeRoom('Juniper', ['queen']),
      await makeRoom('Mesa', ['single', 'single']),
      await makeRoom('Bunkhouse', ['bunk', 'bunk', 'bunk']),
    ]
    const bunkhouse = { ...SHARED, rooms: [bunks.id] }
    const { urlName } = await retreat([mesa, juniper, mesa], { more: [bunkhouse] })
    expect((await seenBy(visitor, urlName)).options).toMatchObject([
      { stock: 2, left: 2, soldOut: false },
      { stock: 6, left: 6, soldOut: false },
    ])
    expect((await seenBy(admin, urlName)).options).toMatchObject([
      { stock: 2, perRoom: 1, rooms: [juniper.id, mesa.id] },
      { stock: 6, perRoom: null, rooms: [bunks.id] },
    ])
  })

  test('gives visitors the same reply as a stock that an admin typed', async () => {
    const juniper = await makeRoom('Juniper', ['queen'])
    const named = await retreat([juniper])
    const typed = await retreat([], { options: [{ ...OWN, stock: 1 }] })
    expect(await repliesOf(named)).toBe(await repliesOf(typed))
  })

  test('follows the beds when an admin changes them, for visitors of a cached page and for the waitlist', async () => {
    const line = makeWaitlist(app, 'beds')
    const mesa = await makeRoom('Mesa', ['single'])
    const { id, urlName, own } = await retreat([mesa], {
      showWaitlist: true,
      options: [{ ...OWN, perRoom: null, rooms: [mesa.id] }],
    })
    expect(await book(id, own)).toMatchObject({ ok: true })
    expect(await seenBy(visitor, urlName)).toMatchObject({ isFull: true, options: [{ left: 0 }] })
    await line.join(id, 'ana')
    expect(await setBeds(mesa, ['single', 'single'])).toMatchObject({ ok: true })
    expect(await seenBy(visitor, urlName)).toMatchObject({ isFull: false, options: [{ left: 1 }] })
    app.clock.advance({ minutes: 2 })
    await app.runJobs()
    expect(await line.states(id)).toEqual(['ana offered'])
  })

  test('is the same for a client that sends back the options it got, and for a draft and a copy', async () => {
    const juniper = await makeRoom('Juniper', ['queen'])
    const event = await retreat([juniper], { status: 'draft' })
    expect(await update(admin, { id: event.id, options: event.options })).toMatchObject({
      data: { event: { version: event.version, options: [{ stock: 1, rooms: [juniper.id] }] } },
    })
    expect(await update(admin, { id: event.id, status: 'published' })).toMatchObject({
      data: { event: { options: [{ stock: 1, rooms: [juniper.id] }] } },
    })
    const options = event.options.map((option) => ({ ...option, id: null }))
    const copy = await makeByCall(admin, { cost: 0, options, copyPhotosOf: event.id })
    expect(copy.options).toMatchObject([{ stock: 1, rooms: [juniper.id] }])
    const freed = event.options.map((option) => ({ ...option, stock: 7, rooms: [] }))
    expect(await update(admin, { id: event.id, options: freed })).toMatchObject({
      data: { event: { options: [{ stock: 7, rooms: [] }] } },
    })
  })
})

describe('rooms in the options of an event', () => {
  test('are refused at the field of the options, with the remedy, and nothing is saved', async () => {
    const juniper = await makeRoom('Juniper', ['queen'])
    const event = await retreat([juniper])
    const problemOf = async (option: object) => {
      const wanted = [...event.options, { ...SHARED, ...option }]
      const answer = await update(admin, { id: event.id, name: 'Not saved', options: wanted })
      return answer.ok ? null : [answer.status, answer.fields?.['options']]
    }
    const both =
      '“A room of your own” and “Bunkhouse” both have the room “Juniper”. Please take it out of one of them'
    expect(await problemOf({ rooms: [juniper.id] })).toEqual([400, both])
    expect(await problemOf({ rooms: [999_999] })).toEqual([
      400,
      '“Bunkhouse” has a room that was deleted. Please take this room out of it',
    ])
    expect(await problemOf({ kind: 'extra', rooms: [juniper.id] })).toEqual([
      400,
      '“Bunkhouse” is an extra, and only lodging can have rooms. Please remove its rooms',
    ])
    expect(await seenBy(admin, event.urlName)).toMatchObject({ name: 'Stone Walls', version: 1 })
    await expect(
      makeByCall(admin, { cost: 0, options: [...event.options, { ...SHARED, rooms: [juniper.id] }] }),
    ).rejects.toThrow('both have the room')
  })

  test('cannot be taken out while guests have booked them, but guests can get another room', async () => {
    const [juniper, mesa] = [await makeRoom('Juniper', ['queen']), await makeRoom('Mesa', ['single'])]
    const event = await retreat([juniper, mesa])
    await book(event.id, event.own)
    await book(event.id, event.own)
    const have = (own: Room[]) =>
      update(admin, {
        id: event.id,
        options: event.options.map((option) => ({ ...option, rooms: own.map(({ id }) => id) })),
      })
    expect(await have([mesa])).toMatchObject({
      fields: {
        options: expect.stringContaining('is booked 2 times, but its rooms would have beds for 1 guest'),
      },
    })
    const sage = await makeRoom('Sage', ['king'])
    expect(await have([mesa, sage])).toMatchObject({ ok: true })
    expect(await drop(juniper)).toMatchObject({ ok: true })
  })
})

describe('a room of lodging that is booked', () => {
  test('keeps enough beds, and the refusal names the lodging, the event, and what to do', async () => {
    const mesa = await makeRoom('Mesa', ['single', 'single'])
    const options = [{ ...OWN, name: 'Twin', perRoom: null, rooms: [mesa.id] }]
    const { id, own, urlName } = await retreat([mesa], { options })
    await book(id, own)
    expect(await setBeds(mesa, ['single'])).toMatchObject({ ok: true })
    expect(await leftOf(urlName)).toEqual([0])
    expect(await setBeds(mesa, ['single', 'single'])).toMatchObject({ ok: true })
    await book(id, own)
    expect(await setBeds(mesa, ['single'])).toMatchObject({
      status: 409,
      code: 'lodging_booked',
      message:
        '“Twin” of “Stone Walls” is booked 2 times, but its rooms would take only 1 guest. Please give it another room in the event’s form first.',
    })
    expect(await setBeds(mesa, ['bunk'])).toMatchObject({ ok: true })
    expect(await leftOf(urlName)).toEqual([0])
  })

  test('cannot be deleted before it is taken out of the lodging, or before the event is over', async () => {
    const mesa = await makeRoom('Mesa', ['single'])
    const { id } = await retreat([mesa])
    expect(await drop(mesa)).toMatchObject({
      status: 409,
      code: 'room_in_use',
      message:
        '“A room of your own” of “Stone Walls” has this room. Please take the room out of it in the event’s form first.',
    })
    const past = { startDateDate: '2027-05-01', endDateDate: '2027-05-05' }
    await app.services.db.update(events).set(past).where(eq(events.id, id))
    expect(await setBeds(mesa, ['king'])).toMatchObject({ ok: true })
    expect(await drop(mesa)).toMatchObject({ ok: true })
    expect(await app.services.db.select().from(lodgingRooms)).toEqual([])
  })
})

const bookedOf = (option: number) =>
  app.services.db.$count(reservationOptions, eq(reservationOptions.optionId, option))

describe('at the same time', () => {
  test('two guests who want the last bed do not both get it, nor do forty who want three (R37.4, R37.9)', async () => {
    const last = await retreat([await makeRoom('Juniper', ['queen'])])
    const two = await Promise.all([book(last.id, last.own), book(last.id, last.own)])
    expect(two.filter(({ ok }) => ok)).toHaveLength(1)
    expect(two.find(({ ok }) => !ok)).toMatchObject({ status: 409, code: 'event_full' })
    const three = await retreat([
      await makeRoom('Mesa', ['single', 'single']),
      await makeRoom('Sage', ['king']),
      await makeRoom('Aspen', ['double']),
    ])
    const many = await Promise.all(Array.from({ length: 40 }, () => book(three.id, three.own)))
    expect(many.filter(({ ok }) => ok)).toHaveLength(3)
    expect(await bookedOf(three.own)).toBe(3)
  })

  test('a guest books a bed that an admin takes away, and the admin waits for the guest and is refused', async () => {
    const { db } = app.services
    const mesa = await makeRoom('Mesa', ['single', 'single'])
    const { id, own } = await retreat([mesa], { options: [{ ...OWN, perRoom: null, rooms: [mesa.id] }] })
    await book(id, own)
    const guest = { customerName: 'Ana', email: 'ana@example.test', status: 'confirmed' } as const
    let removal: ReturnType<typeof setBeds> | undefined
    await db.transaction(async (tx) => {
      await lockEvent(tx, id)
      removal = setBeds(mesa, ['single'])
      await sleep(500)
      const { id: reservationId } = await makeReservation({ ...app.services, db: tx }, id, guest)
      await tx.insert(reservationOptions).values({ reservationId, optionId: own, price: 0 })
    })
    expect(await removal).toMatchObject({ code: 'lodging_booked' })
    expect(await bookedOf(own)).toBe(2)
  })

  test('guests book and an admin takes beds away, and no guest is left without a bed', async () => {
    const mesa = await makeRoom('Mesa', ['single', 'single', 'single', 'single'])
    const { id, own } = await retreat([mesa], { options: [{ ...OWN, perRoom: null, rooms: [mesa.id] }] })
    await book(id, own)
    const [removed] = await Promise.all([
      setBeds(mesa, ['single', 'single']),
      ...Array.from({ length: 4 }, () => book(id, own)),
    ])
    expect(await bookedOf(own)).toBe(removed.ok ? 2 : 4)
  })

  test('events get a room while an admin takes its beds away or deletes it, and nothing is half done', async () => {
    for (let round = 0; round < 5; round += 1) {
      const mesa = await makeRoom(`Mesa ${round}`, ['single', 'single'])
      const sage = await makeRoom(`Sage ${round}`, ['single', 'single'])
      const { id, own, options } = await retreat([sage], {
        options: [{ ...OWN, perRoom: null, rooms: [sage.id] }],
      })
      await book(id, own)
      await book(id, own)
      const moved = options.map((option) => ({ ...option, rooms: [mesa.id] }))
      const [named, changed, deleted] = await Promise.all([
        update(admin, { id, options: moved }),
        setBeds(mesa, ['single']),
        drop(mesa),
      ])
      const [{ stock, rooms: has } = { stock: null, rooms: [] }] = named.ok
        ? named.data.event.options
        : options
      expect(has).toEqual(named.ok ? [mesa.id] : [sage.id])
      expect(stock).toBe(2)
      // If the event has the room, the room keeps its beds. Otherwise the room is gone or has fewer.
      expect(changed.ok || deleted.ok).toBe(!named.ok)
    }
  })
})
