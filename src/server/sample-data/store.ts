/** Writes the sample content. The only place where tables of several features are written at once. */
import { randomUUID } from 'node:crypto'
import { getTableColumns, getTableName, inArray, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { eventOptions, eventPhotos, events } from '#platform/database/schema/events.ts'
import { type BedKind, roomAssignments, rooms } from '#platform/database/schema/rooms.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import { findFact } from '#platform/site-facts.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import type { Sealer } from '#platform/sealing.ts'
import { type Booking, type RowSink, waitlistColumns } from './booking-rows.ts'
import type { SampleGuest } from './bookings.ts'
import type { SampleEvent } from './events.ts'

const FILLED_AT = 'sample_data_filled_at'

/** Marks the house as filled. False: it was already, or somebody's own events are there. */
export async function markFilled(tx: Transaction, now: Date): Promise<boolean> {
  const marked = await tx
    .insert(siteFacts)
    .values({ key: FILLED_AT, value: now.toISOString() })
    .onConflictDoNothing()
    .returning({ key: siteFacts.key })
  if (marked.length === 0) return false
  return (await tx.$count(events)) === 0
}

/** Numbers the history by time, as one that was lived is: it is read by its numbers. */
export async function orderHistory(tx: Transaction): Promise<void> {
  await tx.execute(sql`update audit_entries set id = ordered.nth
    from (select id, (max(id) over () + row_number() over (order by at, id))::int as nth from audit_entries) ordered
    where audit_entries.id = ordered.id`)
  await tx.execute(
    sql`select setval(pg_get_serial_sequence('audit_entries', 'id'), (select max(id) from audit_entries))`,
  )
}

/** True when the house was filled, and one of these events is still there. */
export async function findFilled(db: Database, urlNames: string[]): Promise<boolean> {
  if ((await findFact(db, FILLED_AT)) === undefined) return false
  return (await db.$count(events, inArray(events.urlName, urlNames))) > 0
}

export async function insertSampleEvent(
  tx: Transaction,
  event: typeof events.$inferInsert,
  { photos, options = [] }: Pick<SampleEvent, 'photos' | 'options'>,
): Promise<number> {
  const [made] = await tx.insert(events).values(event).returning({ id: events.id })
  const eventId = made?.id ?? 0
  if (photos.length > 0) await tx.insert(eventPhotos).values(photos.map((photo) => ({ eventId, ...photo })))
  const offered = options.map((option, sort) => ({ ...option, eventId, sort }))
  if (offered.length > 0) await tx.insert(eventOptions).values(offered)
  return eventId
}

type Rows = RowSink & Pick<Writer, 'end'>

/** A place for the rows of these bookings, which `end` writes: under numbers that nobody else gets. */
export async function openBookingRows(tx: Transaction, sealer: Sealer, bookings: Booking[]): Promise<Rows> {
  const asked = bookings.flatMap((booking) => booking.invoices)
  const counts: [PgTable, number][] = [
    [reservations, bookings.length],
    [invoices, asked.length],
    [payments, asked.filter(({ paid }) => paid !== null).length],
    [emails, bookings.flatMap(({ mails }) => mails).length],
    [auditEntries, 0],
  ]
  const numbers = new Map<PgTable, number[]>()
  for (const [table, count] of counts) numbers.set(table, await takeNumbers(tx, table, count))
  const writer = openWriter(
    tx,
    counts.map(([table]) => table),
  )
  return { sealer, add: writer.add, end: writer.end, id: (table) => numbers.get(table)?.shift() ?? 0 }
}

async function takeNumbers(tx: Transaction, table: PgTable, count: number): Promise<number[]> {
  const found = await tx.execute(
    sql`select nextval(pg_get_serial_sequence(${getTableName(table)}, 'id'))::int as id from generate_series(1, ${count}::int)`,
  )
  return rows<{ id: number }>(found).map(({ id }) => id)
}

export async function insertWaiting(
  tx: Transaction,
  sealer: Sealer,
  /** `position`: null while nobody has confirmed the address. */
  waiting: { eventId: number; guest: SampleGuest; createdAt: Date; position: number | null },
): Promise<void> {
  await tx.insert(waitlistEntries).values(waitlistColumns(sealer, { ...waiting, uuid: randomUUID() }))
}

export interface SampleRoom {
  name: string
  floor: string
  beds: BedKind[]
  accessible: boolean
  notes: string | null
}

/** The rooms, and in the first bed of each one of these guests. */
export async function insertRooms(
  tx: Transaction,
  sample: readonly SampleRoom[],
  guests: { reservationId: number; eventId: number; byHand: boolean; madeAt: Date }[],
): Promise<void> {
  const made = await tx
    .insert(rooms)
    .values(sample.map((room, sort) => ({ ...room, sort })))
    .returning({ id: rooms.id })
  const places = guests.map((guest, index) => ({ ...guest, roomId: made[index]?.id ?? 0, bed: 0, side: 0 }))
  if (places.length > 0) await tx.insert(roomAssignments).values(places)
}

export async function insertCalendar(
  tx: Transaction,
  entries: (typeof calendarEvents.$inferInsert)[],
): Promise<void> {
  await tx.insert(calendarEvents).values(entries)
}

// Rows of many tables, written in batches: one statement and one parameter for each table and batch.

/** So many rows of a table are written at once. */
const BATCH = 1000

interface Writer {
  /** All rows of a table name the same columns. */
  add<Table extends PgTable>(table: Table, row: Table['$inferInsert']): void
  /** Writes them all. */
  end(): Promise<void>
}

type Row = Record<string, unknown>

/** `tables` in the order in which their rows may be written: what is referred to comes first. */
export function openWriter(tx: Transaction, tables: readonly PgTable[]): Writer {
  const waiting = new Map<PgTable, Row[]>(tables.map((table) => [table, []]))
  return {
    add: (table, row) => void waiting.get(table)?.push(row),
    end: async () => {
      for (const [table, rows] of waiting)
        for (let at = 0; at < rows.length; at += BATCH)
          await tx.execute(insertStatement(table, rows.slice(at, at + BATCH)))
    },
  }
}

function insertStatement(table: PgTable, rows: Row[]) {
  const all = getTableColumns(table)
  const named = Object.entries(all).filter(([key]) => key in (rows[0] ?? {}))
  const columns = named.map(([, column]) => sql.identifier(column.name))
  const types = named.map(
    ([key, column]) => sql`${sql.identifier(key)} ${sql.raw(plainType(column.getSQLType()))}`,
  )
  const keys = named.map(([key]) => sql.identifier(key))
  return sql`insert into ${table} (${list(columns)}) select ${list(keys)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (${list(types)})`
}

const list = (parts: ReturnType<typeof sql.identifier>[] | ReturnType<typeof sql>[]) =>
  sql.join(parts as ReturnType<typeof sql>[], sql`, `)
const plainType = (type: string) => type.replace('bigserial', 'bigint').replace('serial', 'integer')
