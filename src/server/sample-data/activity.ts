/**
 * Steps of the sample data other than sign-ups and payments (R22.7). Guests arrive, are moved, cancel, have a
 * cancellation undone, and wait for spots. An admin sends a message and assigns rooms, and the site sends
 * reminders. Last, the oldest event is purged.
 */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { pressArrival, tellArrival, tickByHost } from '#domain/onsite/arrival/contract.ts'
import { getReservationByAdmin, moveReservation } from '#domain/booking/contract/admin.ts'
import { cancelReservation, undoCancellation } from '#domain/booking/contract/cancellation.ts'
import { getRefunds, recordRefundByHand } from '#domain/booking/contract/refunds.ts'
import { sendInfoReminder } from '#domain/mail/emails/contract.ts'
import { remainderDay } from '#domain/events/rules.ts'
import { makeHostLink } from '#domain/guests/hosts/contract.ts'
import { listRecipients, sendMessage } from '#domain/mail/messages/contract.ts'
import { REMINDER_TYPES, stagesOf } from '#domain/mail/reminders/rules.ts'
import { assignRoom, getBoard, suggestRooms } from '#domain/onsite/rooms/contract.ts'
import { confirmEntry, createWaitlist } from '#domain/booking/waitlist/contract/entries.ts'
import { addEntry } from '#domain/booking/waitlist/contract/admin.ts'
import { onlyRow } from '#platform/database/database.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { addDays, type Day, ranchInstant, ranchTimeInstant } from '#shared/days.ts'
import type { SampleGuest } from './guests.ts'
import { PURGED_AFTER_DAYS, type SampleContext, type Step } from './sample-runner.ts'
import { type Retreat, type SampleStay, stayOf } from './stays.ts'

export interface SampleVenue {
  now: Date
  today: Day
  retreats: readonly Retreat[]
  retreatOf(urlName: string): Retreat
}

export function stepsOfActivity(venue: SampleVenue): Step[] {
  const { retreats } = venue
  return [
    ...retreats.flatMap((retreat) => [
      ...stepsOfWaitlist(venue, retreat),
      ...stepsOfRooms(venue, retreat),
      ...stepsOfChanges(venue, retreat),
      ...stepsOfPurge(retreat),
    ]),
    ...stepsOfReminders(venue),
    ...stepsOfArrivals(venue),
    ...stepsOfMessage(venue),
    ...stepsOfPhoneEntry(venue),
  ]
}

/** Returns the instant of an hour at the ranch, on the day that is `days` days ago. */
const daysAgo = ({ today }: SampleVenue, days: number, hour: number) =>
  ranchInstant(addDays(today, -days), hour)

/**
 * Runs the automatic reminders on each past day on which the site may have sent a reminder of a sample event.
 */
function stepsOfReminders({ today, retreats }: SampleVenue): Step[] {
  const days = retreats.flatMap(({ startDateDate }) =>
    REMINDER_TYPES.flatMap((type) => {
      const base = type === 'invoice-remind' ? remainderDay(startDateDate) : startDateDate
      return stagesOf(type).map((stage) => addDays(base, stage.days))
    }),
  )
  return [...new Set(days)]
    .filter((day) => day < today)
    .map((day) => ({
      at: ranchInstant(day, 9),
      act: (context) => context.runPeriodicJob('enqueue-reminders'),
    }))
}

/** Purges the guests' data. First the guests get an e-mail, and an hour later the data is deleted. */
function stepsOfPurge({ sample, startDateDate }: Retreat): Step[] {
  if (!sample.purged) return []
  const day = addDays(startDateDate, sample.days + PURGED_AFTER_DAYS)
  return [9, 10].map((hour) => ({
    at: ranchInstant(day, hour),
    act: (context) => context.runPeriodicJob('purge-guests'),
  }))
}

const TIMES = ['14:30', '15:00', '15:15', '16:00', null, '16:30', '17:15'] as const

/**
 * Returns when and how the sample guest with this number arrives. The fourth guest is picked up. The fifth
 * has not said anything.
 */
function arrivalPlanOf(day: Day, nth: number) {
  const time = TIMES[nth]
  return time ? ({ day, time, by: nth === 3 ? 'fetched' : 'car' } as const) : null
}

/**
 * Returns the steps of guests' arrivals. Guests of the last retreat gave their arrival times and were marked
 * as arrived. A few guests of the next retreat have given theirs.
 */
function stepsOfArrivals(venue: SampleVenue): Step[] {
  const over = venue.retreatOf('spring-branding')
  const next = venue.retreatOf('desert-cooking')
  const link = { token: '' }
  const makeLink = async ({ admin }: SampleContext) => {
    const { hostLink } = await admin(makeHostLink, { body: { eventId: over.id } })
    link.token = hostLink.token ?? ''
  }
  return [
    { at: ranchInstant(addDays(over.startDateDate, -3), 10), act: makeLink },
    ...TIMES.flatMap((time, nth) => [
      ...stepsOfPlan(over, nth, ranchInstant(addDays(over.startDateDate, -2), 12)),
      {
        at: ranchTimeInstant(over.startDateDate, time ?? '18:05'),
        act: (context: SampleContext) => arrive(context, stayOf(over, nth), nth % 2 === 0 ? link : null),
      },
    ]),
    ...[0, 1, 3].flatMap((nth) => stepsOfPlan(next, nth, daysAgo(venue, 3, 13 + nth))),
  ]
}

function stepsOfPlan(retreat: Retreat, nth: number, at: Date): Step[] {
  const told = arrivalPlanOf(retreat.startDateDate, nth)
  const act = async ({ guest }: SampleContext) => {
    await guest(tellArrival, { body: { uuid: stayOf(retreat, nth).uuid, told } })
  }
  return told === null ? [] : [{ at, act }]
}

/**
 * Marks a guest as arrived. The host does that by the host link. If the event has no host link, the guest
 * presses the button.
 */
async function arrive(
  { now, guest }: SampleContext,
  { id, uuid }: SampleStay,
  link: { token: string } | null,
) {
  const at = now().toISOString()
  if (link) await guest(tickByHost, { body: { token: link.token, reservationId: id, here: true, at } })
  else await guest(pressArrival, { body: { uuid, press: 'here', at } })
}

const MESSAGE = {
  subject: 'A knife of your own',
  body: 'If you have a knife that you like, bring it: you will cut more onions than ever before.\n\nAprons are here.',
}

function stepsOfMessage(venue: SampleVenue): Step[] {
  const retreat = venue.retreatOf('desert-cooking')
  const act = async ({ admin }: SampleContext) => {
    const { id: eventId } = retreat
    const { guests } = await admin(listRecipients, { query: { eventId } })
    const order = { eventId, audience: 'all' as const, recipients: guests.length, attempt: randomUUID() }
    await admin(sendMessage, { body: { ...order, ...MESSAGE } })
  }
  return [{ at: daysAgo(venue, 1, 10), act }]
}

/**
 * Returns the steps of changes: an admin moves a stay from another event, a stay is canceled by mistake, a
 * companion cancels, and an e-mail bounces.
 */
function stepsOfChanges(venue: SampleVenue, retreat: Retreat): Step[] {
  const { moved, reinstated, cancels, bouncedReminder } = retreat.sample
  const steps: [number | undefined, [Date, (context: SampleContext, stay: SampleStay) => Promise<void>][]][] =
    [
      [moved?.guest, [[daysAgo(venue, 2, 14), (context, stay) => move(context, stay, retreat)]]],
      [
        reinstated,
        [
          [daysAgo(venue, 9, 15), cancelByMistake],
          [daysAgo(venue, 9, 16), undoCancel],
        ],
      ],
      [
        cancels,
        [
          [daysAgo(venue, 10, 11), cancel],
          [daysAgo(venue, 10, 12), refundByHand],
        ],
      ],
      [bouncedReminder, [[daysAgo(venue, 1, 9), remindBouncing]]],
    ]
  return steps.flatMap(([nth, acts]) =>
    nth === undefined
      ? []
      : acts.map(([at, act]) => ({ at, act: (context) => act(context, stayOf(retreat, nth)) })),
  )
}

/** Returns the id and version of a stay, because an admin's change must send both. */
async function versionOf({ admin }: SampleContext, { id }: SampleStay) {
  const { version } = await admin(getReservationByAdmin, { query: { id } })
  return { id, version }
}

async function move(context: SampleContext, stay: SampleStay, { id: eventId }: Retreat): Promise<void> {
  await context.admin(moveReservation, { body: { ...(await versionOf(context, stay)), eventId } })
}

async function cancelByMistake(context: SampleContext, stay: SampleStay): Promise<void> {
  const mistake = { refund: 0, reason: 'Another guest was meant.', sendEmail: false }
  await context.admin(cancelReservation, { body: { ...(await versionOf(context, stay)), ...mistake } })
}

async function undoCancel(context: SampleContext, stay: SampleStay): Promise<void> {
  await context.admin(undoCancellation, { body: await versionOf(context, stay) })
}

async function cancel(context: SampleContext, stay: SampleStay): Promise<void> {
  await context.admin(cancelReservation, { body: await versionOf(context, stay) })
}

async function refundByHand({ admin }: SampleContext, { id }: SampleStay): Promise<void> {
  const { refunds } = await admin(getRefunds, { query: { id } })
  for (const { id: refundId } of refunds) await admin(recordRefundByHand, { body: { refundId } })
}

async function remindBouncing(
  { admin, bounceFrom }: SampleContext,
  { id, guest }: SampleStay,
): Promise<void> {
  bounceFrom(guest.email)
  await admin(sendInfoReminder, { body: { reservationId: id } })
}

/**
 * Returns the steps in which people join the waitlist of a full event. The second wants two spots, and the
 * last has not confirmed the address.
 */
function stepsOfWaitlist(venue: SampleVenue, retreat: Retreat): Step[] {
  const { waiting = 0 } = retreat.sample
  return retreat.waitlist.map((guest, nth) => {
    const confirms = nth < waiting
    const who = { ...guest, size: nth === 1 ? 2 : 1 }
    const at = confirms ? daysAgo(venue, 2 * waiting - nth, 19) : venue.now
    return { at, act: (context) => join(context, retreat, { who, confirms }) }
  })
}

/**
 * Joins a waitlist. With `confirms`, also confirms the address, with the token that only the e-mail contains.
 */
async function join(
  { db, guest }: SampleContext,
  { id: eventId }: Retreat,
  { who, confirms }: { who: SampleGuest & { size: number }; confirms: boolean },
): Promise<void> {
  const { customerName, email, size } = who
  await guest(createWaitlist, { body: { waitlistData: { eventId, customerName, email, size } } })
  if (!confirms) return
  const { eventId: ofEvent, state, uuid: token } = waitlistEntries
  const isNew = and(eq(ofEvent, eventId), eq(state, 'unconfirmed'))
  const entry = onlyRow(await db.select({ token }).from(waitlistEntries).where(isNew))
  await guest(confirmEntry, { body: { token: entry.token } })
}

/** Returns the step in which an admin adds a caller on the phone to the waitlist. */
function stepsOfPhoneEntry(venue: SampleVenue): Step[] {
  const retreat = venue.retreatOf('founders-quiet-week')
  const person = { customerName: 'Walt Ortega', email: null, phone: '505-555-0187' }
  const act = async ({ admin }: SampleContext) => {
    await admin(addEntry, { body: { waitlistData: { eventId: retreat.id, ...person } } })
  }
  return [{ at: daysAgo(venue, 3, 9), act }]
}

/**
 * Number of guests, counted from the first sign-up, to whom the admin assigns no room. The next step suggests
 * rooms for them.
 */
const LEFT_TO_SUGGEST = 2

/**
 * Returns the steps in which an admin assigns rooms to some guests, and then lets the site suggest rooms for
 * the others.
 */
function stepsOfRooms(venue: SampleVenue, retreat: Retreat): Step[] {
  const { housed = 0, guests } = retreat.sample
  if (housed === 0) return []
  const act = async ({ admin }: SampleContext) => {
    const { id: eventId } = retreat
    const { rooms } = await admin(getBoard, { query: { id: eventId } })
    for (let nth = LEFT_TO_SUGGEST; nth < housed; nth += 1) {
      const to = { roomId: rooms[nth]?.id ?? 0, bed: 0, side: 0 }
      await admin(assignRoom, { body: { eventId, reservationId: stayOf(retreat, nth).id, from: null, to } })
    }
    await admin(suggestRooms, { body: { eventId } })
  }
  // The steps run one day after the last guest who gets a room has signed up, and two days before the next
  // guest signs up.
  return [{ at: daysAgo(venue, 2 + 3 * (guests - housed + 1), 9), act }]
}
