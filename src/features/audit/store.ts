/** Reads what `platform/audit.ts` wrote. */
import { and, desc, eq, lt, or } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/access.ts'
import { invoices, payments } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'

interface AuditPage {
  /** Null: of the whole site. */
  eventId: number | null
  /** Null: of everything. */
  reservationId: number | null
  /** Entries before this one; null: the newest. */
  before: number | null
  limit: number
}

/** Newest first. The details are sealed: they may name guests. `invoice`: what the entry is about, or what its payment paid. */
export async function listEntries(db: Database, { eventId, reservationId, before, limit }: AuditPage) {
  return db
    .select({
      id: auditEntries.id,
      uuid: auditEntries.uuid,
      at: auditEntries.at,
      actor: auditEntries.actor,
      actorEmail: auditEntries.actorEmail,
      action: auditEntries.action,
      entity: auditEntries.entity,
      entityId: auditEntries.entityId,
      eventId: auditEntries.eventId,
      eventName: events.name,
      fields: auditEntries.fields,
      details: auditEntries.details,
      invoice: {
        id: invoices.id,
        purpose: invoices.purpose,
        description: invoices.description,
        extra: invoices.extra,
      },
    })
    .from(auditEntries)
    .leftJoin(events, eq(events.id, auditEntries.eventId))
    .leftJoin(payments, and(eq(auditEntries.entity, 'payment'), eq(payments.id, auditEntries.entityId)))
    .leftJoin(
      invoices,
      or(
        and(eq(auditEntries.entity, 'invoice'), eq(invoices.id, auditEntries.entityId)),
        eq(invoices.id, payments.invoiceId),
      ),
    )
    .where(
      and(
        eventId === null ? undefined : eq(auditEntries.eventId, eventId),
        reservationId === null ? undefined : eq(auditEntries.reservationId, reservationId),
        before === null ? undefined : lt(auditEntries.id, before),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}
