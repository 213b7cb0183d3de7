/** Signed-in sessions. */
import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
