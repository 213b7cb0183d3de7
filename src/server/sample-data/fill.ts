/** The sample content (R22.6), filled in once: at the first start of an empty house. */
import type { Services } from '#platform/services.ts'
import { addDays, type Day, formatDay, ranchDay, ranchInstant } from '#shared/days.ts'
import { venue } from '#shared/venue.ts'
import { sampleBookings } from './bookings.ts'
import { sampleCalendar } from './calendar.ts'
import { SAMPLE_EVENTS } from './events.ts'
import { sampleGuest } from './guests.ts'
import type { SampleEvent } from './sample-event.ts'
import {
  findFilled,
  insertBookings,
  insertCalendar,
  insertEvent,
  insertWaiting,
  markFilled,
} from './store.ts'

/** The default of `PURGE_AFTER_DAYS`, as it would have been for an event that is long over. */
const PURGED_AFTER_DAYS = 14

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
    if (!(await markFilled(tx, instant))) return false
    let guest = 0
    for (const sample of SAMPLE_EVENTS) {
      const { startDateDate, endDateDate, ...dates } = datesOf(sample, today)
      const columns = { ...sample.event, ...dates, startDateDate, endDateDate, ...HOUSE }
      const eventId = await insertEvent(tx, columns, sample.photos)
      const purgedAt = sample.purged ? ranchInstant(addDays(endDateDate, PURGED_AFTER_DAYS), 3) : null
      const bookings = sampleBookings(sample, instant).map((booking) => {
        return { ...booking, guest: sampleGuest(guest++), purgedAt, termsHash }
      })
      await insertBookings(tx, sealer, { eventId, bookings })
      for (let waiting = 0; waiting < (sample.waiting ?? 0); waiting += 1) {
        const createdAt = ranchInstant(addDays(today, -2 * (sample.waiting ?? 0) + waiting), 11)
        await insertWaiting(tx, sealer, {
          eventId,
          guest: sampleGuest(guest++),
          createdAt,
          position: waiting + 1,
        })
      }
      for (let asking = 0; asking < (sample.unconfirmed ?? 0); asking += 1)
        await insertWaiting(tx, sealer, {
          eventId,
          guest: sampleGuest(guest++),
          createdAt: instant,
          position: null,
        })
    }
    await insertCalendar(tx, sampleCalendar(today))
    return true
  })
}

/** Whether sample events are in the house, from this start or an earlier one. */
export async function holdsSampleData({ db }: Pick<Services, 'db'>): Promise<boolean> {
  return findFilled(
    db,
    SAMPLE_EVENTS.map(({ event }) => event.urlName),
  )
}

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
