/** Signed-in sessions and the record of who did what. */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { instant, sealed, sealedOnly } from './columns.ts'

/** A session row's key is the hash of the cookie: reading the table opens no session. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    /** The row's name in sealed values. */
    uuid: uuid('uuid').notNull().unique(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    email: sealed('email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** The provider's claims that the admin rule looks at; decided anew at each request. */
    claims: jsonb('claims').$type<Record<string, unknown>>().notNull().default({}),
    tokens: sealed('tokens'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The time of the provider's last confirmation. */
    checkedAt: instant('checked_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** The end of a lease: until then one process renews the tokens at the provider. */
    leasedUntil: instant('leased_until'),
    leaseToken: text('lease_token'),
  },
  (table) => [
    index('sessions_by_expiry').on(table.expiresAt),
    check('sessions_lifetime', sql`expires_at > created_at`),
    check('sessions_lease', sql`(leased_until is null) = (lease_token is null)`),
    sealedOnly('sessions', 'email', 'tokens'),
  ],
)

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: serial('id').primaryKey(),
    uuid: uuid('uuid').notNull().unique(),
    at: instant('at').notNull().defaultNow(),
    /** `guest`, `admin:<subject>`, `job:<name>`, `provider`. */
    actor: text('actor').notNull(),
    /** `reservation.confirmed`, `event.updated`, … */
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: integer('entity_id').notNull(),
    /** The event that it belongs to, which may be gone by now. */
    eventId: integer('event_id'),
    /** The reservation that it belongs to, which may be gone by now. */
    reservationId: integer('reservation_id'),
    /** Names of the fields that were changed, never their values. */
    fields: jsonb('fields').$type<string[]>(),
    /** The admin's e-mail address as the provider gave it. */
    actorEmail: sealed('actor_email'),
    /** Details of the change as sealed JSON: they may name people. */
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
