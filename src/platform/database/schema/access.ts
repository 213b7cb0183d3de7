/** The keys that open pages: sessions of those who signed in, and the links of hosts, who do not. */
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { instant, sealed, sealedOnly } from './columns.ts'
import { events } from './events.ts'

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

/** The links by which the host of an event sees without signing in who comes, and what the kitchen must know. */
export const hostLinks = pgTable(
  'host_links',
  {
    id: serial('id').primaryKey(),
    token: uuid('token').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Medical conditions are shown; allergies always are. */
    withMedical: boolean('with_medical').notNull().default(false),
    /** `admin:<subject>`. */
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    /** The last ranch day on which it opens. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('host_links_by_event').on(table.eventId),
    check('host_links_made_by', sql`made_by like 'admin:%'`),
  ],
)
