/** Queries that only read, for the guests to whom automatic reminders may be sent. */
import { and, asc, between, eq, gt, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { columns, type Database, isAnyOf } from '#platform/database/database.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { cardCharges, savedCards } from '#platform/database/schema/payments.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { additionalInformationProvided, FINAL_DETAILS } from '#shared/guest-details.ts'
import type { Planned } from './plan-rules.ts'
import {
  type Mail,
  type NotAsked,
  openBases,
  readCause,
  REMINDER_TYPES,
  type ReminderType,
  type ReservationToRemind,
} from './rules.ts'

/**
 * SQL condition for reservations whose guests may get reminders: confirmed, not purged, with an e-mail address, and
 * for an event that is not canceled.
 */
const stands = and(
  eq(reservations.status, 'confirmed'),
  isNotNull(reservations.emailHash),
  isNull(reservations.purgedAt),
  isNull(events.cancelledAt),
)

/**
 * SQL for why the site does not ask the guest to pay an unpaid invoice (`NotAsked`). Null if the site asks the guest.
 * Names the table `invoices` itself, because Drizzle leaves it out in a query of a single table.
 */
const notAsked = sql<NotAsked | null>`case when ${invoices.purpose} <> 'remainder' then null
  when exists (select from ${savedCards} as card where card.reservation_id = invoices.reservation_id and card.ended_at is null)
    then 'card_kept'
  when exists (select from ${cardCharges} as charge
    where charge.invoice_id = invoices.id and charge.status = 'stopped' and charge.started_at is not null)
    then 'maybe_charged' end`

/**
 * Returns reservations with an id larger than `after` for which a reminder may be due on `today`. Returns their ids
 * in ascending order.
 */
export async function listOpen(
  db: Database,
  { today, after, limit }: { today: Day; after: number; limit: number },
): Promise<number[]> {
  const { from, to } = openBases('invoice-remind', today)
  const starts = (['info-remind', 'welcome-info'] as const).map((type) => openBases(type, today))
  const firstStart = starts.map((open) => open.from).toSorted()[0] as Day
  const lastStart = starts
    .map((open) => open.to)
    .toSorted()
    .at(-1) as Day
  const byStart = db
    .select({ id: reservations.id })
    .from(events)
    .innerJoin(reservations, eq(reservations.eventId, events.id))
    .where(and(between(events.startDateDate, firstStart, lastStart), stands, gt(reservations.id, after)))
  const byDue = db
    .select({ id: reservations.id })
    .from(invoices)
    .innerJoin(reservations, eq(reservations.id, invoices.reservationId))
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(and(between(invoices.due, from, to), stands, gt(reservations.id, after), invoices.unpaid))
  const found = await union(byStart, byDue).orderBy(asc(reservations.id)).limit(limit)
  return found.map(({ id }) => id)
}

/**
 * Returns these reservations with their unpaid invoices and reminder e-mails, by id, with four SQL statements. Omits
 * reservations whose guests get no reminders.
 */
export const readStays = (db: Database, ids: number[]) => read(db, inArray(reservations.id, ids))

/** Returns the reservations of an event as `readStays` does. */
export const readStaysOf = (db: Database, eventId: number) => read(db, eq(reservations.eventId, eventId))

async function read(db: Database, which: SQL): Promise<ReservationToRemind[]> {
  const found = await db
    .select({
      reservationId: reservations.id,
      createdAt: reservations.createdAt,
      eventId: reservations.eventId,
      start: events.startDateDate,
      ...columns(reservations, ...FINAL_DETAILS),
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(and(which, stands))
    .orderBy(asc(reservations.id))
  const ids = found.map(({ reservationId }) => reservationId)
  const open = Map.groupBy(await listUnpaid(db, ids), ({ reservationId }) => reservationId)
  const through = await listAskedThroughPayer(db, ids)
  const sent = await listReminderEmails(db, isAnyOf(emails.reservationId, ids))
  const mails = Map.groupBy(sent, ({ reservationId }) => reservationId)
  return found.map((row) => ({
    reservationId: row.reservationId,
    eventId: row.eventId,
    start: row.start,
    madeOn: ranchDay(row.createdAt),
    // An empty detail is stored as null and not encrypted. So missing details are found without decrypting anything.
    detailsMissing: !additionalInformationProvided(row) || through.has(row.reservationId),
    invoices: (open.get(row.reservationId) ?? []).filter((one) => one.notAsked === null),
    notAsked: (open.get(row.reservationId) ?? []).flatMap(({ due, notAsked: why }) =>
      why === null ? [] : [{ due, why }],
    ),
    mails: mails.get(row.reservationId) ?? [],
  }))
}

/**
 * Returns those of these payers whom the site asks for the details of companions without an e-mail address (R39.4).
 */
async function listAskedThroughPayer(db: Database, payers: number[]): Promise<Set<number | null>> {
  const found = await db
    .select({ payer: reservations.partyId, ...columns(reservations, ...FINAL_DETAILS) })
    .from(reservations)
    .where(
      and(
        isAnyOf(reservations.partyId, payers),
        ne(reservations.id, reservations.partyId),
        eq(reservations.status, 'confirmed'),
        isNull(reservations.emailHash),
        isNull(reservations.purgedAt),
      ),
    )
  return new Set(found.filter((row) => !additionalInformationProvided(row)).map(({ payer }) => payer))
}

async function listUnpaid(db: Database, reservationIds: number[]) {
  const found = await db
    .select({ ...columns(invoices, 'id', 'reservationId', 'due', 'createdAt'), notAsked })
    .from(invoices)
    .where(and(isAnyOf(invoices.reservationId, reservationIds), isNotNull(invoices.due), invoices.unpaid))
  return found.flatMap(({ due, createdAt, ...invoice }) =>
    due === null ? [] : [{ ...invoice, due, madeOn: ranchDay(createdAt) }],
  )
}

/** This e-mail also asks the guest to pay. So it counts as a payment reminder that an admin sent. */
const ASKS_TO_PAY = 'card-declined'

async function listReminderEmails(db: Database, which: SQL): Promise<(Mail & { reservationId: number })[]> {
  const found = await db
    .select({
      reservationId: sql<number>`${emails.reservationId}`,
      type: emails.emailType,
      invoiceId: emails.invoiceId,
      key: emails.dedupeKey,
      status: sql<Mail['status']>`${emails.status}`,
      ...columns(emails, 'createdAt', 'sentAt'),
    })
    .from(emails)
    .where(
      and(which, inArray(emails.emailType, [...REMINDER_TYPES, ASKS_TO_PAY]), ne(emails.status, 'dropped')),
    )
  // The query above selects only e-mails of reminder types, apart from `ASKS_TO_PAY`.
  return found.map(({ key, ...mail }) => ({
    ...mail,
    type: mail.type === ASKS_TO_PAY ? 'invoice-remind' : (mail.type as ReminderType),
    cause: readCause(key),
  }))
}

/** Returns all reminder e-mails to guests of an event, including guests who no longer come. */
export const listMailsOf = (db: Database, eventId: number): Promise<Mail[]> => {
  const ofEvent = db
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.eventId, eventId))
  // Compares with an array, because PostgreSQL may read all e-mails for a join.
  return listReminderEmails(db, sql`${emails.reservationId} = any(array(${ofEvent}))`)
}

/**
 * Returns what the plan of automatic e-mails needs to know about an event, or undefined if the event does not exist.
 */
export async function findRemindedEvent(db: Database, id: number): Promise<Planned['event'] | undefined> {
  const [found] = await db
    .select({ start: events.startDateDate, cancelledAt: events.cancelledAt })
    .from(events)
    .where(eq(events.id, id))
  return found && { start: found.start, cancelled: found.cancelledAt !== null }
}
