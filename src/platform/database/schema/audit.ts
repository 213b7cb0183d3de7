/** The table of the audit log: who did what. */
import { index, integer, jsonb, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { instant, sealed, sealedOnly } from './columns.ts'

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: serial('id').primaryKey(),
    uuid: uuid('uuid').notNull().unique(),
    at: instant('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: integer('entity_id').notNull(),
    /** The event that the audit entry is about. The event may have been deleted since. */
    eventId: integer('event_id'),
    /** The reservation that the audit entry is about. The reservation may have been deleted since. */
    reservationId: integer('reservation_id'),
    /** Names of the changed fields, never their values. */
    fields: jsonb('fields').$type<string[]>(),
    /** The acting admin's e-mail address from the identity provider. */
    actorEmail: sealed('actor_email'),
    /** Details of what happened as encrypted JSON, because they may name people. */
    details: sealed('details'),
  },
  (table) => [
    index('audit_entries_by_entity').on(table.entity, table.entityId, table.id),
    index('audit_entries_by_event').on(table.eventId, table.id),
    index('audit_entries_by_reservation').on(table.reservationId, table.id),
    index('audit_entries_by_time').on(table.at),
    sealedOnly('audit_entries', 'actor_email', 'details'),
  ],
)
