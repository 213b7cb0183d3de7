/**
 * Access to pages: the people who work at the venue, their sessions, and the links of hosts, who do not sign in.
 */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { type Role, ROLES } from '#shared/roles.ts'
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'
import { events } from './events.ts'

/** Where a person's role comes from: an invitation, the site's settings, or a claim of the identity provider. */
const ROLE_SOURCES = ['invitation', 'settings', 'claim'] as const
export type RoleSource = (typeof ROLE_SOURCES)[number]

/**
 * The people who work at the venue (docs/decisions/0107). Only an invitation's row gives its person a role. The other
 * rows record who has signed in with a role of another source, so that owners see everyone who has access.
 */
export const people = pgTable(
  'people',
  {
    id: serial('id').primaryKey(),
    uuid: uuid('uuid').notNull().unique(),
    /** Null if the identity provider reports no address. */
    email: sealed('email'),
    emailHash: text('email_hash').unique(),
    name: sealed('name'),
    role: text('role').$type<Role>().notNull(),
    source: text('source').$type<RoleSource>().notNull(),
    /** The identity provider and the person's id there. Null until an invited person has signed in. */
    issuer: text('issuer'),
    subject: text('subject'),
    createdAt: instant('created_at').notNull(),
    /** When the person last used the site. Exact to an hour, so that most requests write nothing. */
    lastSeenAt: instant('last_seen_at'),
  },
  (table) => [
    unique('people_by_subject').on(table.issuer, table.subject),
    oneOf('people_role', 'role', ROLES),
    oneOf('people_source', 'source', ROLE_SOURCES),
    check('people_subject', sql`(issuer is null) = (subject is null)`),
    check('people_email', sql`(email is null) = (email_hash is null)`),
    check('people_known', sql`email is not null or subject is not null`),
    sealedOnly('people', 'email', 'name'),
  ],
)

/** Sessions. A row's key is the hash of the cookie, so that nobody who reads the table can use a session. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    uuid: uuid('uuid').notNull().unique(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** Ends with its person, so that someone who was removed is signed out. Null for people who do not work here. */
    personId: integer('person_id').references(() => people.id, { onDelete: 'cascade' }),
    email: sealed('email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /**
     * What the identity provider says about the person. At each request, the site decides from this and from
     * `people` what the person's role is.
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
    index('sessions_by_person').on(table.personId),
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
