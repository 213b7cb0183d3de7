/** Creates the sample content (R22.6) once, at the first start of an empty site. */
import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { events } from '#platform/database/schema/events.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import type { Services } from '#platform/services.ts'
import { findFact } from '#platform/site-facts.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { SAMPLE_EVENTS } from './events.ts'
import { type SampleVenue, stepsOfActivity } from './activity.ts'
import { sampleGuest } from './guests.ts'
import { invitePeople, makeCalendar, makeCodes, makeEvent, makeRooms } from './venue.ts'
import { runSteps, type SampleContext, type SampleParts, type Step } from './sample-runner.ts'
import { type Retreat, stepsOfStays } from './stays.ts'

/**
 * Creates the sample data in one transaction, so that an interrupted start leaves nothing behind. Dates count
 * from today at the ranch. Returns false if the sample data was already created, or if the site has its own
 * events.
 */
export async function fillSampleData(services: Services, parts: SampleParts): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    if (!(await markFilled(tx, services.now()))) return false
    // Reuses query plans, because the same statements run hundreds of times. Planning them each time would
    // take longer than running them.
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
    await runSteps(tx, services, { ...parts, steps: sampleSteps(services) })
    return true
  })
}

/** Returns all steps of the sample data, in any order. */
function sampleSteps({ now: clock, settings }: Services): Step[] {
  const now = clock()
  const today = ranchDay(now)
  let count = 0
  const nextGuest = () => sampleGuest(count++)
  const retreats = SAMPLE_EVENTS.map((sample): Retreat => {
    const { guests, waiting = 0, unconfirmed = 0 } = sample
    const stays = Array.from({ length: guests }, () => ({ guest: nextGuest(), id: 0, uuid: '' }))
    const line = Array.from({ length: waiting + unconfirmed }, nextGuest)
    return { sample, startDateDate: addDays(today, sample.startsIn), id: 0, stays, waitlist: line }
  })
  const retreatOf = (urlName: string): Retreat => {
    const found = retreats.find(({ sample }) => sample.event.urlName === urlName)
    if (!found) throw new Error(`No sample event ${urlName}`)
    return found
  }
  const venue: SampleVenue = { now, today, retreats, retreatOf }
  return [
    { at: ranchInstant(addDays(today, OPENED), 9), act: (context) => openVenue(context, venue) },
    // A real identity provider does not know the sample people.
    ...(settings.identity.kind === 'sandbox'
      ? [{ at: ranchInstant(addDays(today, OPENED), 10), act: invitePeople }]
      : []),
    ...retreats.flatMap((retreat) => stepsOfStays(retreat, venue)),
    ...stepsOfActivity(venue),
  ]
}

/** Days from today to the opening of the venue, which is before the first sample guest signs up. */
const OPENED = -150

async function openVenue(context: SampleContext, { today, retreats, retreatOf }: SampleVenue): Promise<void> {
  await makeRooms(context)
  for (const retreat of retreats) await makeEvent(context, retreat)
  await makeCodes(context, today, retreatOf('leather-and-light'))
  await makeCalendar(context, today)
}

const FILLED_AT = 'sample_data_filled_at'

/**
 * Records that the sample data was created. Returns false if it was created before, or if the site has its
 * own events.
 */
async function markFilled(tx: Transaction, now: Date): Promise<boolean> {
  const marked = await tx
    .insert(siteFacts)
    .values({ key: FILLED_AT, value: now.toISOString() })
    .onConflictDoNothing()
    .returning({ key: siteFacts.key })
  return marked.length > 0 && (await tx.$count(events)) === 0
}

/** Returns true if the site has sample events, from this start or from an earlier one. */
export async function holdsSampleData({ db }: Pick<Services, 'db'>): Promise<boolean> {
  if ((await findFact(db, FILLED_AT)) === undefined) return false
  const urlNames = SAMPLE_EVENTS.map(({ event }) => event.urlName)
  return (await db.$count(events, inArray(events.urlName, urlNames))) > 0
}
