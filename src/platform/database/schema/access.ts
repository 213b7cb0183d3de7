/** Access to pages: the sessions of people who have signed in, and the links of hosts, who do not sign in. */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { instant, sealed, sealedOnly } from './columns.ts'
import { events } from './events.ts'

/** Sessions. A row's key is the hash of the cookie, so that nobody who reads the table can use a session. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    uuid: uuid('uuid').notNull().unique(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    email: sealed('email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /**
     * What the identity provider says about the person. At each request, the site decides from this whether
     * the person is an admin.
     */
    claims: jsonb('claims').$type<Record<string, unknown>>().notNull().default({}),
    tokens: sealed('tokens'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the identity provider last confirmed that the session is still valid. */
    checkedAt: instant('checked_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * End of the lease for renewing this session's tokens. Until then, only one process renews them at the
     * identity provider.
     */
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

/** Links by which the host of an event sees, without signing in, who comes and what the kitchen must know. */
export const hostLinks = pgTable(
  'host_links',
  {
    id: serial('id').primaryKey(),
    token: uuid('token').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** True if the host link also shows medical conditions. It always shows allergies. */
    withMedical: boolean('with_medical').notNull().default(false),
    /** The admin who created the host link, as `admin:<id at the identity provider>`. */
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('host_links_by_event').on(table.eventId),
    check('host_links_made_by', sql`made_by like 'admin:%'`),
  ],
)
