/** Writes the sample content. The only place where tables of several features are written at once. */
import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { invoices, payments, reservations } from '#platform/database/schema/booking.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { eventPhotos, events } from '#platform/database/schema/events.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { type Sealer, sealRecord } from '#platform/sealing.ts'
import { venueDomain } from '#shared/venue.ts'
import type { SampleBooking } from './bookings.ts'
import type { SampleGuest } from './guests.ts'

const FILLED_AT = 'sample_data_filled_at'

/** Marks the house as filled. False: it was already, or somebody's own events are there. */
export async function markFilled(tx: Transaction, now: Date): Promise<boolean> {
  const marked = await tx
    .insert(siteFacts)
    .values({ key: FILLED_AT, value: now.toISOString() })
    .onConflictDoNothing()
    .returning({ key: siteFacts.key })
  if (marked.length === 0) return false
  const own = await tx.select({ id: events.id }).from(events).limit(1)
  return own.length === 0
}

/** Whether the house was filled, and one of these events is still there. */
export async function findFilled(db: Database, urlNames: string[]): Promise<boolean> {
  const [mark] = await db.select().from(siteFacts).where(eq(siteFacts.key, FILLED_AT))
  if (!mark) return false
  const left = await db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.urlName, urlNames))
    .limit(1)
  return left.length > 0
}

type NewEvent = typeof events.$inferInsert

export async function insertEvent(
  tx: Transaction,
  event: NewEvent,
  photos: { url: string }[],
): Promise<number> {
  const [made] = await tx.insert(events).values(event).returning({ id: events.id })
  const eventId = made?.id ?? 0
  if (photos.length > 0) await tx.insert(eventPhotos).values(photos.map((photo) => ({ eventId, ...photo })))
  return eventId
}

export interface NewBooking extends SampleBooking {
  guest: SampleGuest
  /** Set: what the guest told us has been deleted. */
  purgedAt: Date | null
  termsHash: string
}

/** All bookings of one event, table by table. */
export async function insertBookings(
  tx: Transaction,
  sealer: Sealer,
  { eventId, bookings }: { eventId: number; bookings: NewBooking[] },
): Promise<void> {
  if (bookings.length === 0) return
  const named = bookings.map((booking) => ({ uuid: randomUUID(), booking }))
  const made = await tx
    .insert(reservations)
    .values(named.map(({ uuid, booking }) => reservationColumns(sealer, { uuid, eventId, ...booking })))
    .returning({ id: reservations.id, uuid: reservations.uuid })
  const ids = new Map(made.map(({ id, uuid }) => [uuid, id]))
  const booked = named.map(({ uuid, booking }) => ({ reservationId: ids.get(uuid) ?? 0, ...booking }))
  await insertInvoices(tx, booked)
  await insertMails(tx, booked)
}

function reservationColumns(sealer: Sealer, booking: NewBooking & { uuid: string; eventId: number }) {
  const { uuid, eventId, signedUpAt, purgedAt, price } = booking
  const consents = !booking.detailsMissing
  return {
    uuid,
    attendeeToken: randomUUID(),
    eventId,
    status: 'confirmed' as const,
    ...personal(sealer, booking),
    safetyConsent: consents,
    photoConsent: consents,
    consentTermsHash: consents ? booking.termsHash : null,
    consentAt: consents ? signedUpAt : null,
    price,
    directionsViewedAt: booking.directionsViewedAt,
    purgedAt,
    createdAt: signedUpAt,
    updatedAt: purgedAt ?? signedUpAt,
  }
}

function personal(sealer: Sealer, { uuid, guest, detailsMissing, purgedAt }: NewBooking & { uuid: string }) {
  if (purgedAt) return {}
  const { customerName, email, notes } = guest
  const known = detailsMissing ? { customerName, email, notes } : { ...guest }
  const sealed = sealRecord(sealer, { table: 'reservations', row: uuid }, known)
  return { ...sealed, emailHash: sealer.lookup(email) }
}

type Booked = NewBooking & { reservationId: number }

async function insertInvoices(tx: Transaction, booked: Booked[]): Promise<void> {
  const asked = booked.flatMap(({ reservationId, signedUpAt, invoices: list }) =>
    list.map((invoice) => ({ reservationId, createdAt: signedUpAt, ...invoice })),
  )
  if (asked.length === 0) return
  const made = await tx
    .insert(invoices)
    .values(
      asked.map(({ payment: _payment, remindedAt, ...columns }) => ({ ...columns, sentAt: remindedAt })),
    )
    .returning({ id: invoices.id, reservationId: invoices.reservationId, purpose: invoices.purpose })
  const ids = new Map(made.map(({ id, reservationId, purpose }) => [`${reservationId} ${purpose}`, id]))
  await tx.insert(payments).values(
    asked.flatMap(({ reservationId, purpose, amount, payment }) => {
      if (!payment) return []
      const invoiceId = ids.get(`${reservationId} ${purpose}`) ?? 0
      return [{ invoiceId, reservationId, amount, ...payment, createdAt: payment.paidAt }]
    }),
  )
}

async function insertMails(tx: Transaction, booked: Booked[]): Promise<void> {
  const rows = booked.flatMap(({ reservationId, mails }) =>
    mails.map(({ type, subject, sentAt, failure = null }) => ({
      emailType: type,
      reservationId,
      dedupeKey: `${type}:${reservationId}`,
      status: failure === null ? ('sent' as const) : ('failed' as const),
      subject,
      failure,
      messageId: `<${randomUUID()}@${venueDomain}>`,
      createdAt: sentAt,
      sentAt: failure === null ? sentAt : null,
    })),
  )
  await tx.insert(emails).values(rows)
}

export async function insertWaiting(
  tx: Transaction,
  sealer: Sealer,
  /** `position`: null while nobody has confirmed the address. */
  waiting: { eventId: number; guest: SampleGuest; createdAt: Date; position: number | null },
): Promise<void> {
  const uuid = randomUUID()
  const { customerName, email } = waiting.guest
  await tx.insert(waitlistEntries).values({
    uuid,
    eventId: waiting.eventId,
    ...sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email }),
    emailHash: sealer.lookup(email),
    ...(waiting.position === null
      ? {}
      : { state: 'waiting', position: waiting.position, confirmedAt: waiting.createdAt }),
    createdAt: waiting.createdAt,
  })
}

export async function insertCalendar(
  tx: Transaction,
  entries: (typeof calendarEvents.$inferInsert)[],
): Promise<void> {
  await tx.insert(calendarEvents).values(entries)
}
