/** Fills an empty database with the years of a house: events, guests, money that adds up, mails, lines, a calendar. */
import { sql } from 'drizzle-orm'
import { auditEntries } from '#platform/database/schema/access.ts'
import {
  invoices,
  paymentIntents,
  payments,
  refunds,
  reservations,
  webhookEvents,
} from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { hostLinks } from '#platform/database/schema/host-links.ts'
import { outbox } from '#platform/database/schema/jobs.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { siteId } from '#platform/site-facts.ts'
import { onceMade } from '#sandbox/own-tables.ts'
import { DDL, objects } from '#sandbox/payments/tables.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { addEvent, addLine } from './event-rows.ts'
import { countNumbers, type FillWith, type House, OFFER_HOURS } from './house.ts'
import { planEvents, type PlannedEvent, type Size } from './plan.ts'
import { chanceOf } from './random.ts'
import { planStay, type Stay } from './stay.ts'
import { addHeld, addStay } from './stay-rows.ts'
import { openWriter } from './writer.ts'

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

export class NotEmpty extends Error {}

/**
 * Fills it: the same size, seed and day give the same house, but for the seals. Gives how many rows of each table
 * were written. Throws `NotEmpty` when any event, reservation or calendar entry is there.
 */
export async function fillScale(given: FillWith, size: Size): Promise<ReadonlyMap<string, number>> {
  const { db, now, sandbox } = given
  for (const table of [events, reservations, calendarEvents])
    if (
      (
        await db
          .select({ one: sql`1` })
          .from(table)
          .limit(1)
      ).length > 0
    )
      throw new NotEmpty('This database is not empty. Nothing was written.')
  if (sandbox) await onceMade(db, DDL)()
  const chance = chanceOf(size.seed)
  const today = ranchDay(now)
  const writer = openWriter(db, sandbox ? [...TABLES, objects] : TABLES)
  const numbers = countNumbers()
  const house: House = { ...given, writer, chance, today, numbers, siteId: await siteId(db) }
  for (const event of planEvents(size, today, chance)) {
    await addWhole(house, event)
    if (event.id % EVENTS_PER_ENTRY === 0)
      writer.add(calendarEvents, {
        title: `Family visit ${event.id}`,
        start: addDays(event.start, 1),
        end: addDays(event.start, 3),
        color: '#8F3A20',
      })
  }
  await writer.end()
  await db.execute(sql`analyze`)
  return writer.counts
}

async function addWhole(house: House, event: PlannedEvent): Promise<void> {
  const { chance, today, now, sandbox } = house
  const isHeld = event.start > addDays(today, 2) && event.waiting > 0 && event.guests > 0
  const count = isHeld ? event.guests - 1 : event.guests
  const stays = Array.from({ length: count }, () =>
    planStay({ event, today, now, chance, cards: sandbox }),
  ).sort(byTime)
  addEvent(house, event, stays.filter(({ status }) => status === 'confirmed').length + (isHeld ? 1 : 0))
  for (const stay of stays) {
    addStay(house, event, stay)
    await house.writer.pause()
  }
  const expiresAt = new Date(now.getTime() + OFFER_HOURS * 3_600_000)
  addLine(house, event, isHeld ? addHeld(house, event, expiresAt) : null)
}

const byTime = (one: Stay, other: Stay) => one.signedUpAt.getTime() - other.signedUpAt.getTime()
