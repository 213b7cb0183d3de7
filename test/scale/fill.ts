/**
 * Fills an empty database with years of data: events, guests, consistent payments, e-mails, a waitlist and a
 * calendar. The same size and day always give the same data. SQL statements generate all data except the
 * names of guests who are not purged yet.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import { type ReservationStatus, reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { type Sealer, sealRecord } from '#platform/sealing.ts'
import { siteId } from '#platform/site-facts.ts'
import { reservationColumns, waitlistColumns } from '#test/support/booking-rows.ts'
import { sampleGuest } from '#server/sample-data/guests.ts'
import { openWriter } from './write-rows.ts'
import { addDays, type Day, RANCH_ZONE, ranchDay } from '#shared/days.ts'
import { venue, venueDomain } from '#shared/venue.ts'
import { DDL } from '#dev/stripe/store.ts'
import { createTablesOnce } from '#dev/tables.ts'
import { fillCardCompany } from './sandbox-provider.ts'

export interface Size {
  events: number
  reservations: number
}

interface FillWith {
  db: Database
  sealer: Sealer
  now: Date
  purgeAfterDays: number
  /** True to add card payments, with their records in the payment sandbox. */
  sandbox: boolean
}

/** The part of all events that is still to come. There is one event per day. */
const SHARE_AHEAD = 1 / 20
/**
 * One very large event has at most this many guests, and at most a tenth of all guests. If there are enough
 * events, it starts in `BIG_AHEAD` days.
 */
const MANY = 1000
const BIG_AHEAD = 40

const countAhead = (all: number) => Math.min(all, Math.max(4, Math.round(all * SHARE_AHEAD)))

/** Returns the id and URL name of the very large event. */
export function bigEvent(size: Size): { id: number; urlName: string } {
  const ahead = countAhead(size.events)
  const id = size.events - ahead + Math.min(ahead, BIG_AHEAD)
  return { id, urlName: `retreat-${id}` }
}

/** Fills the database. It must be empty. */
export async function fillScale(given: FillWith, size: Size): Promise<void> {
  const { db, sandbox } = given
  if (sandbox) await createTablesOnce(db, DDL)()
  const site = sandbox ? await siteId(db) : null
  await db.transaction(async (tx) => {
    await addEvents(tx, given, size)
    await planStays(tx, given, size)
    await addReservations(tx, given)
    await addChoices(tx, size)
    await joinParties(tx)
    await addInvoices(tx)
    await addInvoiceLines(tx)
    await addPayments(tx, given)
    await addCancellations(tx)
    if (site !== null) await fillCardCompany(tx, site)
    await addMails(tx, given)
    await addWaitlist(tx, given)
    await tx.execute(sql`update events e set spots = taken + case when id % 10 = 3 then 0 else 1 + id % 6 end
      from (select event_id, count(*) filter (where status = 'confirmed') as taken from reservations group by 1) r where event_id = e.id`)
  })
  await db.execute(sql`vacuum analyze`)
}

const ABOUT = 'Days on the ranch: quiet mornings, long tables, an open sky, and work for whoever wants it.'

async function addEvents(tx: Transaction, { now, purgeAfterDays }: FillWith, size: Size): Promise<void> {
  const first = addDays(ranchDay(now), countAhead(size.events) - size.events - 1)
  const big = bigEvent(size).id
  const about = Array.from({ length: 4 }, () => `<p>${ABOUT}</p>`).join('\n')
  await tx.execute(sql`insert into events (id, name, url_name, host, host_cell, admin_email, cost, includes, short_description,
      long_description, start_date, start_date_date, end_date, end_date_date, color, password, spots, show_waitlist, cancelled_at, created_at)
    select n, 'Retreat ' || n, 'retreat-' || n, case when n % 3 = 0 then 'Sam Doe' end, '505-555-0112', ${venue.email},
      case when n = ${big}::int then 90000 else (array[0, 25000, 45000, 60000, 90000, 90001, 120000])[1 + n % 7] end, 'All meals and a bed',
      ${ABOUT}, ${about}, to_char(day, 'FMMonth FMDD') || ', in the afternoon', day, to_char(day + n % 5, 'FMMonth FMDD') || ', at noon',
      day + n % 5, (array['#EBDDC0', '#8F3A20', '#3E5F4A', '#2F4A6B'])[1 + n % 4], case when n % 10 = 7 and n <> ${big}::int then 'Yucca ' || n end,
      0, n % 10 = 3, case when n % 100 = 51 and n <> ${big}::int then least(${now.toISOString()}::timestamptz, day - 20) end, day - 200
    from (select n, ${first}::date + n as day from generate_series(1, ${size.events}::int) n) made`)
  await tx.execute(sql`select setval('events_id_seq', ${size.events}::int)`)
  await tx.execute(sql`insert into audit_entries (uuid, at, actor, action, entity, entity_id, event_id)
    select gen_random_uuid(), created_at, 'admin:the-admin', 'event.created', 'event', id, id from events`)
  await tx.execute(sql`insert into host_links (token, event_id, made_by, made_at, revoked_at)
    select gen_random_uuid(), id, 'admin:the-admin', created_at, ${purgedAt(now, purgeAfterDays)} from events e where id % 20 = 0`)
  await tx.execute(sql`insert into calendar_events (title, start_day, end_day, color)
    select 'Family visit ' || id, start_date_date + 1, start_date_date + 3, '#8F3A20' from events where id % 10 = 0`)
}

/**
 * Returns the SQL expression for the time at which the data of event `e`'s guests was purged. Null if it was
 * not.
 */
const purgedAt = (
  now: Date,
  days: number,
) => sql`case when e.end_date_date + ${days + 1}::int <= ${ranchDay(now)}::date
  then (e.end_date_date + ${days + 1}::int + time '03:00') at time zone ${RANCH_ZONE} end`

/**
 * Plans the reservations, each with an event and a time. Spreads them evenly, except those of the very large
 * event.
 */
async function planStays(tx: Transaction, { now, purgeAfterDays }: FillWith, size: Size): Promise<void> {
  const big = bigEvent(size).id
  const many = Math.min(MANY, Math.floor(size.reservations / 10))
  await tx.execute(sql`create temporary table stays on commit drop as
    select n, e.id as event_id, greatest(e.cost, 0) as price, ${purgedAt(now, purgeAfterDays)} as purged_at,
      least(${now.toISOString()}::timestamptz, (least(e.start_date_date, ${ranchDay(now)}::date) - 1 - n % 120 + time '17:00') at time zone ${RANCH_ZONE}) as signed_up_at,
      case when e.cancelled_at is not null or n % 100 < 6 then 'cancelled' when n % 100 < 9 then 'expired' else 'confirmed' end as status
    from (select n, case when n <= ${many}::int or ${size.events}::int = 1 then ${big}::int else 1 + n % (${size.events}::int - 1) end as place
      from generate_series(1, ${size.reservations}::int) n) made
    join events e on e.id = case when n > ${many}::int and place >= ${big}::int then place + 1 else place end`)
}

/** A hash that stands for the Terms of Stay, because these tests do not check the Terms. */
export const TERMS_HASH = 'f'.repeat(64)

/** Returns the sample guest with this number, and gives the guest a unique e-mail address. */
function guestOf(nth: number) {
  const guest = sampleGuest(nth)
  return { ...guest, email: guest.email.replace('@', `.${nth}@`) }
}

async function addReservations(tx: Transaction, { sealer }: FillWith): Promise<void> {
  await tx.execute(sql`insert into reservations (uuid, attendee_token, event_id, status, total_due, purged_at, created_at, updated_at,
      safety_consent, photo_consent, consent_terms_hash, consent_at)
    select gen_random_uuid(), gen_random_uuid(), event_id, status, price, purged_at, signed_up_at, purged_at, true, true, ${TERMS_HASH}, signed_up_at
    from stays where purged_at is not null`)
  const found = await tx.execute(
    sql`select n, event_id, status, price, signed_up_at::text from stays where purged_at is null order by n`,
  )
  type Named = { n: number; event_id: number; status: ReservationStatus; price: number; signed_up_at: string }
  const writer = openWriter(tx, [reservations])
  for (const stay of rows<Named>(found)) {
    const signedUpAt = new Date(stay.signed_up_at)
    const named = {
      uuid: randomUUID(),
      attendeeToken: randomUUID(),
      eventId: stay.event_id,
      guest: guestOf(stay.n),
    }
    const told = {
      termsHash: stay.n % 5 === 0 ? null : TERMS_HASH,
      directionsViewedAt: stay.n % 2 === 0 ? signedUpAt : null,
    }
    writer.add(reservations, reservationColumns(sealer, { ...stay, ...named, ...told, signedUpAt }))
  }
  await writer.end()
  await tx.execute(sql`insert into audit_entries (uuid, at, actor, action, entity, entity_id, event_id, reservation_id)
    select gen_random_uuid(), created_at, 'guest', 'reservation.confirmed', 'reservation', id, event_id, id
    from reservations where status in ('confirmed', 'cancelled')`)
}

/**
 * Adds options: every fifth event with a price offers a kit, which every third guest takes. The very large
 * event also offers two kinds of rooms, and each of its guests has one.
 */
async function addChoices(tx: Transaction, size: Size): Promise<void> {
  const big = bigEvent(size).id
  await tx.execute(sql`insert into event_options (event_id, kind, name, price, stock, sort)
    select e.id, kind, o.name, o.price, stock, sort from events e join (values ('extra', 'Leather kit', 4000, null::int, 0), ('lodging', 'Bunkhouse', 0, null, 1),
      ('lodging', 'Cabin', 12001, ${MANY}::int, 2)) o (kind, name, price, stock, sort) on e.id = ${big}::int or (kind = 'extra' and e.id % 5 = 2 and cost > 0)`)
  await tx.execute(sql`insert into reservation_options (reservation_id, option_id, price, chosen_at)
    select r.id, o.id, o.price, r.created_at from reservations r join event_options o on o.event_id = r.event_id
    where case o.kind when 'extra' then r.id % 3 = 0 else r.id % 2 = o.sort - 1 end`)
  await tx.execute(sql`update reservations set total_due = total_due + chosen
    from (select reservation_id, sum(price) as chosen from reservation_options group by 1) c where id = reservation_id`)
}

/** Joins every fourth pair of guests of the same event to a party. The first guest pays for both. */
async function joinParties(tx: Transaction): Promise<void> {
  await tx.execute(sql`update reservations r
    set party_id = payer, share = price, total_due = case when r.id = payer then together else 0 end
    from (select id, total_due as price, pair, min(id) over two as payer, count(*) over two as members, sum(total_due) over two as together
      from (select id, event_id, total_due, (row_number() over (partition by event_id order by id) - 1) / 2 as pair
        from reservations where status = 'confirmed') numbered
      window two as (partition by event_id, pair)) party
    where party.id = r.id and members = 2 and pair % 4 = 0`)
}

/**
 * Splits each invoice of a party into the companion's part and the payer's part. If the halves of a price
 * differ by a cent, the deposit is the larger half, as for a single guest.
 */
async function addInvoiceLines(tx: Transaction): Promise<void> {
  await tx.execute(sql`insert into invoice_lines (invoice_id, reservation_id, amount)
    select i.id, r.id, case when r.id <> payer then part else i.amount - part end
    from invoices i join (select id, party_id as payer, sum(share) filter (where id <> party_id) over (partition by party_id) as theirs
      from reservations where party_id is not null) r on r.payer = i.reservation_id,
      lateral (select case i.purpose when 'whole' then theirs when 'deposit' then theirs / 2 else (theirs + 1) / 2 end as part) p`)
}

/**
 * Adds each guest's invoices: half of the price at sign-up and half 30 days before the event, or the full
 * price immediately.
 */
async function addInvoices(tx: Transaction): Promise<void> {
  await tx.execute(sql`insert into invoices (reservation_id, purpose, amount, due, created_at)
    select r.id, p.purpose, p.amount, p.due, r.created_at from reservations r join events e on e.id = r.event_id,
      lateral (select r.created_at::date as signed_up, e.start_date_date - 30 as later) d,
      lateral (values ('whole', total_due, signed_up, signed_up >= later), ('deposit', (total_due + 1) / 2, signed_up, signed_up < later),
        ('remainder', total_due / 2, later, signed_up < later)) p (purpose, amount, due, asked)
    where asked and total_due > 0`)
}

/**
 * Adds payments for most of the due invoices and for nearly all old invoices. Some guests pay early. A
 * quarter of the payments are by card.
 */
async function addPayments(tx: Transaction, { now, sandbox }: FillWith): Promise<void> {
  const today = ranchDay(now)
  await tx.execute(sql`create temporary table paid on commit drop as
    select i.id as invoice_id, i.reservation_id, r.event_id, r.status, i.purpose, i.amount, card, case when card then round(i.amount * 0.029)::int + 30 end as fee,
      case when card then 'pi_3' || lpad(i.id::text, 23, '0') end as intent_id, case when card then 'ch_3' || lpad(i.id::text, 23, '0') end as charge_id,
      least(${now.toISOString()}::timestamptz, case when i.purpose = 'remainder' then i.due + interval '18 hours' else i.created_at + interval '1 minute' end) as paid_at
    from invoices i join reservations r on r.id = i.reservation_id, lateral (select ${sandbox}::boolean and i.id % 4 = 0 as card) by
    where r.status in ('confirmed', 'cancelled') and (i.purpose <> 'remainder'
      or case when i.due > ${today}::date then i.id % 5 = 0 when i.due > ${today}::date - 60 then i.id % 10 > 0 else i.id % 300 > 0 end)`)
  await tx.execute(sql`insert into payment_intents (id, event_id, invoice_id, amount, status, created_at, version)
    select intent_id, case when purpose <> 'remainder' then event_id end, invoice_id, amount, 'succeeded', paid_at, 2 from paid where card`)
  await tx.execute(sql`insert into payments (invoice_id, reservation_id, method, amount, intent_id, charge_id, fee, paid_at, created_at)
    select invoice_id, reservation_id, case when card then 'card' else (array['check', 'transfer', 'cash'])[1 + invoice_id % 3] end, amount,
      intent_id, charge_id, fee, paid_at, paid_at from paid order by invoice_id`)
  await tx.execute(sql`insert into webhook_events (id, type, intent_id, received_at)
    select 'evt_3' || lpad(invoice_id::text, 23, '0'), 'payment_intent.succeeded', intent_id, paid_at from paid where card`)
}

/**
 * Adds cancellations by the venue with full refunds. An admin still owes some refunds of cash, checks and
 * transfers.
 */
async function addCancellations(tx: Transaction): Promise<void> {
  await tx.execute(sql`insert into refunds (payment_id, key, amount, reason, by_hand, status, provider_refund_id, created_at, finished_at)
    select p.id, 'retreat-cancelled:' || coalesce(intent_id, p.id::text), amount, 'retreat-cancelled', intent_id is null,
      case when owed then 'owed' else 'succeeded' end, case when intent_id is not null then 're_3' || lpad(p.id::text, 23, '0') end,
      paid_at, case when owed then null else paid_at end
    from payments p join reservations r on r.id = p.reservation_id, lateral (select intent_id is null and p.id % 20 = 0 as owed) by
    where r.status = 'cancelled'`)
  await tx.execute(sql`insert into cancellations (reservation_id, uuid, cancelled_by, days_before, percent, paid, fees, refund_by_terms, refund_to_cards, refund_by_hand, at)
    select r.id, gen_random_uuid(), 'retreat', greatest(0, e.start_date_date - at::date), 100, paid, fees, paid, by_card, paid - by_card, at
    from reservations r join events e on e.id = r.event_id, lateral (select coalesce(sum(amount), 0) as paid, coalesce(sum(fee), 0) as fees,
      coalesce(sum(amount) filter (where intent_id is not null), 0) as by_card, coalesce(max(paid_at), r.created_at) as at from payments where reservation_id = r.id) m
    where r.status = 'cancelled'`)
  await tx.execute(sql`insert into audit_entries (uuid, at, actor, action, entity, entity_id, event_id, reservation_id)
    select gen_random_uuid(), at, 'admin:the-admin', 'reservation.cancelled', 'reservation', id, event_id, id from cancellations join reservations on id = reservation_id`)
}

const TEXT = 'You are in. Bring boots, a hat, and something warm for the evening.'
const MAIL = {
  subject: 'You’re in',
  html: `<html><body>${`<p>${TEXT}</p>`.repeat(10)}</body></html>`,
  text: TEXT,
}

/**
 * Adds a confirmation e-mail for each stay. Some of the e-mails failed. The e-mails to purged guests have no
 * content.
 */
async function addMails(tx: Transaction, { sealer }: FillWith): Promise<void> {
  await tx.execute(sql`insert into emails (email_type, reservation_id, dedupe_key, status, subject, message_id, created_at, sent_at)
    select type, id, type || ':' || id, 'sent', 'You’re in', '<' || gen_random_uuid() || ${`@${venueDomain}>`}, created_at, created_at
    from reservations, unnest(array['invoice-success', 'deletion-receipt']) type where status in ('confirmed', 'cancelled') and purged_at is not null`)
  const found = await tx.execute(
    sql`select id, created_at::text from reservations where status in ('confirmed', 'cancelled') and purged_at is null order by id`,
  )
  const writer = openWriter(tx, [emails])
  for (const { id, created_at } of rows<{ id: number; created_at: string }>(found)) {
    const messageId = `<${randomUUID()}@${venueDomain}>`
    const failed = id % 500 === 0
    const sealed = sealRecord(
      sealer,
      { table: 'emails', row: messageId },
      { content: failed ? null : JSON.stringify(MAIL) },
    )
    writer.add(emails, {
      emailType: 'invoice-success',
      reservationId: id,
      dedupeKey: `invoice-success:${id}`,
      status: failed ? 'failed' : 'sent',
      subject: MAIL.subject,
      messageId,
      failure: failed ? 'there is no such address (550 5.1.1)' : null,
      ...sealed,
      createdAt: new Date(created_at),
      sentAt: failed ? null : new Date(created_at),
    })
  }
  await writer.end()
  await tx.execute(sql`insert into outbox (kind, payload, dedupe_key, run_at, attempts, done_at, dead_at, created_at)
    select 'send-email', jsonb_build_object('emailId', id), 'email:' || id, created_at, 1, sent_at, case when sent_at is null then created_at end, created_at from emails`)
}

/** Adds three waitlist entries to each full event. */
async function addWaitlist(tx: Transaction, { sealer, now, purgeAfterDays }: FillWith): Promise<void> {
  const found = await tx.execute(
    sql`select e.id, e.start_date_date::text as start, ${purgedAt(now, purgeAfterDays)} is not null as purged from events e where id % 10 = 3 order by id`,
  )
  const writer = openWriter(tx, [waitlistEntries])
  for (const { id, start, purged } of rows<{ id: number; start: Day; purged: boolean }>(found))
    for (const position of [1, 2, 3]) {
      const waiting = { eventId: id, uuid: randomUUID(), guest: guestOf(id * 10 + position), position }
      const createdAt = new Date(Math.min(now.getTime(), Date.parse(addDays(start, position - 30))))
      writer.add(
        waitlistEntries,
        waitlistColumns(sealer, { ...waiting, createdAt, purgedAt: purged ? createdAt : null }),
      )
    }
  await writer.end()
}
