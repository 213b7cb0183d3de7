/** Fills an empty database with the years of a house: events, guests, money that adds up, mails, queues, a calendar. */
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/access.ts'
import {
  invoices,
  paymentIntents,
  payments,
  refunds,
  reservations,
  webhookEvents,
} from '#platform/database/schema/booking.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { hostLinks } from '#platform/database/schema/host-links.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import type { Sealer } from '#platform/sealing.ts'
import { siteId } from '#platform/site-facts.ts'
import { createTablesOnce } from '#sandbox/tables.ts'
import { DDL, objects } from '#sandbox/payments/tables.ts'
import { addBooking, type Booking, type RowSink, waitlistColumns } from '#server/sample-data/booking-rows.ts'
import { type SampleGuest, sampleGuest } from '#server/sample-data/guests.ts'
import { openWriter } from '#server/sample-data/row-writer.ts'
import { addDays, type Day, formatDay, ranchDay, ranchInstant } from '#shared/days.ts'
import { venue } from '#shared/venue.ts'
import { cardCompany } from './card-rows.ts'
import { type Chance, chanceOf, planEvents, type PlannedEvent, type Size } from './plan-events.ts'
import { planBooking } from './plan-booking.ts'

/** What is referred to comes first. */
const TABLES = [
  events,
  reservations,
  invoices,
  paymentIntents,
  payments,
  refunds,
  cancellations,
  waitlistEntries,
  waitlistOffers,
  emails,
  outbox,
  auditEntries,
  hostLinks,
  calendarEvents,
  webhookEvents,
]
/** One entry of the family's calendar for so many events. */
const EVENTS_PER_ENTRY = 10
/** How long a spot is held for the first in the queue. */
const OFFER_HOURS = 24

export interface FillWith {
  db: Database
  sealer: Sealer
  now: Date
  /** `PURGE_AFTER_DAYS` of the settings: after that the guests' data of an event is deleted. */
  purgeAfterDays: number
  /** Whether payments by card may be made up: the provider is our sandbox, which is told of them too. */
  sandbox: boolean
}

interface Filling extends FillWith {
  rows: RowSink
  chance: Chance
  today: Day
  /** Writes when there is enough to write. */
  pause: () => Promise<void>
  /** The next of the sample people, with an address of their own. */
  nextGuest: () => SampleGuest
}

export class NotEmpty extends Error {}

/**
 * Fills it: the same size, seed and day give the same house, but for the seals. Gives how many rows of each table
 * were written. Throws `NotEmpty` when any event, reservation or calendar entry is there.
 */
export async function fillScale(given: FillWith, size: Size): Promise<ReadonlyMap<string, number>> {
  const { db, now, sandbox } = given
  for (const table of [events, reservations, calendarEvents])
    if ((await db.$count(table)) > 0) throw new NotEmpty('This database is not empty. Nothing was written.')
  if (sandbox) await createTablesOnce(db, DDL)()
  const chance = chanceOf(size.seed)
  const today = ranchDay(now)
  const writer = openWriter(db, sandbox ? [...TABLES, objects] : TABLES)
  const last = new Map<PgTable, number>()
  const id = (table: PgTable) => {
    last.set(table, (last.get(table) ?? 0) + 1)
    return last.get(table) ?? 0
  }
  const named = { sealer: given.sealer, add: writer.add, id, uuid: chance.uuid, keepsWork: true }
  const rows = sandbox ? { ...named, cards: cardCompany(writer.add, chance, await siteId(db)) } : named
  let people = 0
  const nextGuest = () => {
    people += 1
    const person = sampleGuest(people)
    return { ...person, email: person.email.replace('@', `.${people}@`) }
  }
  const filling: Filling = { ...given, rows, chance, today, pause: writer.pause, nextGuest }
  for (const event of planEvents(size, today, chance)) await addWhole(filling, event)
  await writer.end()
  await writer.setSequences()
  await db.execute(sql`analyze`)
  return writer.counts
}

/** An event with everybody who signed up and who waits. */
async function addWhole(filling: Filling, event: PlannedEvent): Promise<void> {
  const { chance, today, now, sandbox, rows, nextGuest } = filling
  const isHeld = event.start > addDays(today, 2) && event.waiting > 0 && event.guests > 0
  const count = isHeld ? event.guests - 1 : event.guests
  const purgedAt = purgeOf(filling, event)
  const stays = Array.from({ length: count }, () =>
    planBooking({ event, today, now, chance, cards: sandbox, purgedAt }),
  ).sort((one, other) => one.signedUpAt.getTime() - other.signedUpAt.getTime())
  addEvent(filling, event, stays.filter(({ status }) => status === 'confirmed').length + (isHeld ? 1 : 0))
  for (const stay of stays) {
    addBooking(rows, event.id, { ...stay, guest: nextGuest() })
    await filling.pause()
  }
  const expiresAt = new Date(now.getTime() + OFFER_HOURS * 3_600_000)
  const held: Omit<Booking, 'guest'> = {
    status: 'pending',
    signedUpAt: now,
    holdExpiresAt: expiresAt,
    termsHash: null,
    price: Math.max(0, event.cost),
    invoices: [],
    mails: [],
  }
  const heldId = isHeld ? addBooking(rows, event.id, { ...held, guest: nextGuest() }) : null
  addQueue(filling, event, heldId === null ? null : { reservationId: heldId, expiresAt })
}

const KINDS = ['Retreat', 'Yoga week', 'Branding days', 'Writing week', 'Open house'] as const
const ABOUT = 'Days on the ranch: quiet mornings, long tables, an open sky, and work for whoever wants it.'

/** The name that the event of this number gets, and the one in its address. */
export function namesOf(id: number): { name: string; urlName: string } {
  const name = `${KINDS[id % KINDS.length]} ${id}`
  return { name, urlName: name.toLowerCase().replaceAll(' ', '-') }
}

function addEvent(filling: Filling, event: PlannedEvent, taken: number): void {
  const { rows, chance, now } = filling
  const { id, start, end } = event
  const createdAt = earlier(now, ranchInstant(addDays(start, -200), 9))
  const { name, urlName } = namesOf(id)
  rows.add(events, {
    id,
    name,
    urlName,
    host: id % 3 === 0 ? 'Sam Doe' : null,
    hostCell: '505-555-0112',
    adminEmail: venue.email,
    cost: event.cost,
    includes: 'All meals and a bed',
    shortDescription: `${name}: ${ABOUT}`,
    longDescription: Array.from({ length: 4 }, () => `<p>${ABOUT}</p>`).join('\n'),
    startDate: `${formatDay(start)}, in the afternoon`,
    startDateDate: start,
    endDate: `${formatDay(end)}, at noon`,
    endDateDate: end,
    color: chance.pick(['#EBDDC0', '#8F3A20', '#3E5F4A', '#2F4A6B']),
    password: event.password,
    spots: taken + event.free,
    showWaitlist: event.waiting > 0,
    cancelledAt: event.cancelled ? earlier(now, ranchInstant(addDays(start, -20), 9)) : null,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  })
  rows.add(auditEntries, {
    uuid: chance.uuid(),
    at: createdAt,
    actor: 'admin:the-admin',
    action: 'event.created',
    entity: 'event',
    entityId: id,
    eventId: id,
    reservationId: null,
    fields: null,
    actorEmail: null,
    details: null,
  })
  const madeBy = 'admin:the-admin'
  const revokedAt = purgeOf(filling, event)
  if (id % 20 === 0)
    rows.add(hostLinks, {
      token: chance.uuid(),
      eventId: id,
      withMedical: false,
      madeBy,
      madeAt: createdAt,
      lastDay: end,
      revokedAt,
    })
  if (id % EVENTS_PER_ENTRY === 0)
    rows.add(calendarEvents, {
      title: `Family visit ${id}`,
      start: addDays(start, 1),
      end: addDays(start, 3),
      color: '#8F3A20',
    })
}

/** Those in the queue; `held`: the reservation that holds a spot for the first of them, if one does. */
function addQueue(
  filling: Filling,
  event: PlannedEvent,
  held: { reservationId: number; expiresAt: Date } | null,
): void {
  const { rows, sealer, chance, now, nextGuest } = filling
  const purgedAt = purgeOf(filling, event)
  for (let position = 0; position < event.waiting; position += 1) {
    const id = rows.id(waitlistEntries)
    const offer = position === 0 ? held : null
    const createdAt = earlier(now, ranchInstant(addDays(event.start, -30 + position), 11))
    const entry = {
      uuid: chance.uuid(),
      eventId: event.id,
      guest: nextGuest(),
      createdAt,
      position,
      purgedAt,
    }
    rows.add(waitlistEntries, {
      id,
      ...waitlistColumns(sealer, entry),
      state: offer ? 'offered' : 'waiting',
    })
    if (offer)
      rows.add(waitlistOffers, {
        id: rows.id(waitlistOffers),
        token: chance.uuid(),
        entryId: id,
        reservationId: offer.reservationId,
        state: 'open',
        madeAt: now,
        expiresAt: offer.expiresAt,
        endedAt: null,
      })
  }
}

/** When an event's guests were emptied; null while they are known. */
function purgeOf({ now, purgeAfterDays }: FillWith, { end }: PlannedEvent): Date | null {
  const at = ranchInstant(addDays(end, purgeAfterDays + 1), 3)
  return at <= now ? at : null
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
