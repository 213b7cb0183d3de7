/** Reads the audit entries that `platform/audit.ts` writes. */
import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import { columns, type Database } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'

interface AuditPage {
  /** The kinds of changed things to list. Null for all kinds. */
  entities: string[] | null
  /** The event whose audit entries to list. Null for the whole site. */
  eventId: number | null
  /** The reservation whose audit entries to list. Null for entries of any reservation or none. */
  reservationId: number | null
  /** Lists only audit entries whose id is smaller than this. Null to start with the newest. */
  before: number | null
  limit: number
}

/**
 * Returns audit entries, newest first, with the names of changed things that still exist. Details and guests' names
 * stay sealed. An audit entry has no copy of a guest's name. So once the guest's data is deleted, this returns no
 * name. `invoice` is the changed invoice, or the invoice that the changed payment paid.
 */
export async function listEntries(
  db: Database,
  { entities, eventId, reservationId, before, limit }: AuditPage,
) {
  return db
    .select({
      ...columns(auditEntries, 'id', 'uuid', 'at', 'actor', 'actorEmail', 'action', 'entity', 'entityId'),
      ...columns(auditEntries, 'eventId', 'reservationId'),
      event: { name: events.name, urlName: events.urlName },
      ...columns(auditEntries, 'fields', 'details'),
      invoice: columns(invoices, 'id', 'purpose', 'description', 'extra', 'amount'),
      paid: payments.amount,
      guest: { uuid: reservations.uuid, customerName: reservations.customerName },
      waiting: { uuid: waitlistEntries.uuid, customerName: waitlistEntries.customerName },
      calendarTitle: calendarEvents.title,
    })
    .from(auditEntries)
    .leftJoin(events, eq(events.id, auditEntries.eventId))
    .leftJoin(reservations, eq(reservations.id, auditEntries.reservationId))
    .leftJoin(payments, and(eq(auditEntries.entity, 'payment'), eq(payments.id, auditEntries.entityId)))
    .leftJoin(
      invoices,
      or(
        and(eq(auditEntries.entity, 'invoice'), eq(invoices.id, auditEntries.entityId)),
        eq(invoices.id, payments.invoiceId),
      ),
    )
    .leftJoin(
      waitlistEntries,
      and(eq(auditEntries.entity, 'waitlist'), eq(waitlistEntries.id, auditEntries.entityId)),
    )
    .leftJoin(
      calendarEvents,
      and(eq(auditEntries.entity, 'calendar_event'), eq(calendarEvents.id, auditEntries.entityId)),
    )
    .where(
      and(
        entities === null ? undefined : inArray(auditEntries.entity, entities),
        eventId === null ? undefined : eq(auditEntries.eventId, eventId),
        reservationId === null ? undefined : eq(auditEntries.reservationId, reservationId),
        before === null ? undefined : lt(auditEntries.id, before),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}

/**
 * Returns the audit entries about the deletion of these events or calendar events. The details of each entry contain
 * the name.
 */
export async function listDeletionEntries(
  db: Database,
  action: 'event.deleted' | 'calendar_event.deleted',
  ids: number[],
) {
  if (ids.length === 0) return []
  return db
    .select({ id: auditEntries.entityId, uuid: auditEntries.uuid, details: auditEntries.details })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, action), inArray(auditEntries.entityId, ids)))
}
