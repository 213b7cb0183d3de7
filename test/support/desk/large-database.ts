/**
 * Creates ten thousand events with a hundred thousand reservations, as a site has after years. Most events
 * are over, and their guests' data is purged.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { reservations } from '#platform/database/schema/booking.ts'
import { sealRecord } from '#platform/sealing.ts'
import type { TestApp } from '#test/support/app.ts'

const EVENTS = 10_000
const GUESTS = 10
/**
 * How many events are in the future, one for each day from today on. The data of their guests is not purged.
 */
const AHEAD = 500
const BATCH = 1_000

/** Fills the database. Each stay has two invoices. In every tenth stay the second invoice is unpaid. */
export async function fillLargeDatabase({ services: { db, sealer } }: TestApp, today: string): Promise<void> {
  await db.execute(sql`insert into events
      (name, url_name, host_cell, admin_email, cost, start_date, start_date_date, end_date, end_date_date, spots)
    select 'Retreat ' || n, 'retreat-' || n, '505-555-0100', 'howdy@twelvemile.example', 90000,
      'Morning', ${today}::date + (n - ${EVENTS - AHEAD}::int - 1), 'Evening', ${today}::date + (n - ${EVENTS - AHEAD}::int), 12
    from generate_series(1, ${EVENTS}::int) n`)
  await db.execute(sql`insert into reservations
      (uuid, attendee_token, event_id, status, total_due, purged_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), e.id, 'confirmed', 90000, now(), e.start_date_date - 60
    from events e, generate_series(1, ${GUESTS}::int) where e.start_date_date < ${today}::date`)
  const ahead = await db.execute<{ id: number }>(
    sql`select id::int from events where start_date_date >= ${today}::date order by id`,
  )
  const ids = (ahead as unknown as { rows: { id: number }[] }).rows.map(({ id }) => id)
  const rows = ids.flatMap((eventId) =>
    Array.from({ length: GUESTS }, (_, nth) => {
      const uuid = randomUUID()
      const email = `guest-${eventId}-${nth}@example.test`
      const named = { customerName: `Guest ${nth} of ${eventId}`, email }
      return {
        uuid,
        attendeeToken: randomUUID(),
        eventId,
        status: 'confirmed' as const,
        ...sealRecord(sealer, { table: 'reservations', row: uuid }, named),
        emailHash: sealer.lookup(email),
        price: 90_000,
      }
    }),
  )
  for (let at = 0; at < rows.length; at += BATCH)
    await db.insert(reservations).values(rows.slice(at, at + BATCH))
  await fillBooks(db)
}

async function fillBooks(db: TestApp['services']['db']): Promise<void> {
  await db.execute(sql`insert into invoices (reservation_id, purpose, amount, due)
    select r.id, p.purpose, 45000, e.start_date_date - p.days
    from reservations r join events e on e.id = r.event_id,
      (values ('deposit', 60), ('remainder', 30)) p (purpose, days)`)
  await db.execute(sql`insert into payments (invoice_id, reservation_id, method, amount, paid_at)
    select id, reservation_id, 'check', amount, due::timestamptz
    from invoices where purpose = 'deposit' or reservation_id % 10 <> 0`)
  await db.execute(sql`insert into refunds (payment_id, key, amount, reason, status, provider_refund_id)
    select id, 'key-' || id, 1000, 'test', 'succeeded', 're-' || id from payments where id % 20 = 0`)
  await db.execute(sql`insert into emails (email_type, reservation_id, dedupe_key, message_id, status, sent_at)
    select 'welcome-info', id, 'welcome-' || id, '<' || id || '@x>', 'sent', now() from reservations`)
  await db.execute(sql`insert into outbox (kind, payload, dedupe_key, run_at, done_at)
    select 'send-email', jsonb_build_object('emailId', id), 'email-' || id, now(), now() from emails`)
  await db.execute(sql`analyze`)
}
