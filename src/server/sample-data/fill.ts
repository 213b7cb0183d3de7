/** The sample content (R22.6), filled in once: at the first start of an empty house. */
import type { Services } from '#platform/services.ts'
import { addDays, type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'
import { addBooking } from './booking-rows.ts'
import { sampleBookings, type SampleContext, sampleGuest } from './bookings.ts'
import { addCodes, addGoingsOn, type FilledEvent } from './goings-on.ts'
import { SAMPLE_EVENTS, type SampleEvent } from './events.ts'
import { addParties } from './parties.ts'
import * as store from './store.ts'

/**
 * Fills the house in one transaction; dates count from today at the ranch. False: it was filled before, or
 * has events of its own. `termsHash` is the Terms of Stay that the sample guests agreed to.
 */
export async function fillSampleData(
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  termsHash: string,
): Promise<boolean> {
  const instant = now()
  const today = ranchDay(instant)
  return db.transaction(async (tx) => {
    if (!(await store.markFilled(tx, instant))) return false
    let guests = 0
    const nextGuest = () => sampleGuest(guests++)
    const planned = SAMPLE_EVENTS.map((sample) => ({
      sample,
      bookings: sampleBookings(sample, { now: instant, termsHash, nextGuest }),
      waiting: waitingFor(sample, { now: instant, termsHash, nextGuest }),
    }))
    const bookingRows = await store.openBookingRows(
      tx,
      sealer,
      planned.flatMap(({ bookings }) => bookings),
    )
    const filled = new Map<string, FilledEvent>()
    const housed: Parameters<typeof store.insertRooms>[2] = []
    for (const { sample, bookings, waiting } of planned) {
      const eventId = await store.insertSampleEvent(
        tx,
        { ...sample.event, ...datesOf(sample, today), ...HOUSE },
        sample,
      )
      const stays = bookings.map((booking) => addBooking(bookingRows, eventId, booking))
      const startDateDate = addDays(today, sample.startsIn)
      filled.set(sample.event.urlName, { eventId, startDateDate, stays })
      for (const [index, reservationId] of stays.slice(0, sample.housed ?? 0).entries())
        housed.push({ reservationId, eventId, byHand: index > 1, madeAt: instant })
      for (const entry of waiting) await store.insertWaiting(tx, sealer, { eventId, ...entry })
    }
    await bookingRows.end()
    await store.insertRooms(tx, SAMPLE_ROOMS, housed)
    const house = { tx, sealer, now: instant, filled }
    await addGoingsOn(house)
    await addParties(house)
    await addCodes(house)
    await store.orderHistory(tx)
    await store.insertCalendar(tx, sampleCalendar(today))
    return true
  })
}

/** The waitlist of an event: those in the queue, then those who have not confirmed their address. */
function waitingFor({ waiting = 0, unconfirmed = 0 }: SampleEvent, { now, nextGuest }: SampleContext) {
  const queue = Array.from({ length: waiting }, (_, index) => ({
    guest: nextGuest(),
    createdAt: ranchInstant(addDays(ranchDay(now), index - 2 * waiting), 11),
    position: index + 1,
  }))
  const asking = Array.from({ length: unconfirmed }, () => ({
    guest: nextGuest(),
    createdAt: now,
    position: null,
  }))
  return [...queue, ...asking]
}

/** True when sample events are in the house, from this start or an earlier one. */
export const holdsSampleData = async ({ db }: Pick<Services, 'db'>): Promise<boolean> =>
  store.findFilled(
    db,
    SAMPLE_EVENTS.map(({ event }) => event.urlName),
  )

/** A sample number of a host, and the venue's own address. */
const HOUSE = { hostCell: '505-555-0112', adminEmail: venue.email }

function datesOf({ startsIn, days, arrive, leave }: SampleEvent, today: Day) {
  const startDateDate = addDays(today, startsIn)
  const endDateDate = addDays(startDateDate, days - 1)
  return {
    startDateDate,
    endDateDate,
    startDate: `${formatDay(startDateDate)}, ${arrive}`,
    endDate: `${formatDay(endDateDate)}, ${leave}`,
  }
}

const room = (
  name: string,
  floor: string,
  beds: store.SampleRoom['beds'],
  more: Partial<store.SampleRoom> = {},
): store.SampleRoom => ({ name, floor, beds, accessible: false, notes: null, ...more })

const GROUND = 'Sleeping house, ground floor'
const UPSTAIRS = 'Sleeping house, upstairs'

/** The 11 bedrooms; their names and beds are sample text. */
const SAMPLE_ROOMS: readonly store.SampleRoom[] = [
  room('Juniper', GROUND, ['queen'], { accessible: true, notes: 'Wide door, step-free shower.' }),
  room('Piñon', GROUND, ['king']),
  room('Yucca', GROUND, ['single', 'single'], { accessible: true }),
  room('Sage', GROUND, ['queen']),
  room('Chamisa', GROUND, ['double', 'single']),
  room('Ocotillo', UPSTAIRS, ['queen']),
  room('Mesquite', UPSTAIRS, ['single', 'single']),
  room('Cottonwood', UPSTAIRS, ['king'], { notes: 'Looks east: bright from dawn.' }),
  room('Aspen', UPSTAIRS, ['double']),
  room('Willow', UPSTAIRS, ['queen', 'single']),
  room('Bunkhouse', 'Gathering house, over the kitchen', ['bunk', 'bunk', 'bunk']),
]

/** Title, first day counted from today, days, color. */
const ENTRIES = [
  ['Grandma’s birthday', -130, 1, '#B5476B'],
  ['Roof of the tack room', -112, 12, '#7A5C3E'],
  ['Sam in Las Cruces', -40, 5, '#3F6FA0'],
  ['Blue to the vet', -12, 1, '#8F3A20'],
  ['Cousins visit', -2, 6, '#662255'],
  ['Windmill inspection', 4, 1, '#17696B'],
  ['Hay delivery', 9, 1, '#9A7B1F'],
  ['Everyone home', 24, 4, '#662255'],
  ['No guests: fence week', 33, 7, '#7A5C3E'],
  ['Inez in the leather shop', 88, 6, '#8F3A20'],
  ['School holidays', 96, 10, '#3F6FA0'],
  ['Well pump service', 131, 2, '#17696B'],
] as const

/** A dozen sample entries of the family's calendar; two of them ended more than 90 days ago. */
const sampleCalendar = (today: Day) =>
  ENTRIES.map(([title, startsIn, days, color]) => {
    const start = addDays(today, startsIn)
    return { title, start, end: addDays(start, days - 1), color }
  })
