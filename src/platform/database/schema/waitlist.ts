/** The tables of the waitlist (R7.1): its entries, and the offers of spots to them. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  serial,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { reservations } from './booking.ts'
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'
import { events } from './events.ts'

/**
 * Status of a waitlist entry. `unconfirmed`: the e-mail address is not confirmed yet. `waiting`: on the
 * waitlist. `offered`: a spot is held for the person. `booked`: the person has a spot. `declined`, `lapsed`:
 * the person declined the offer, or did not answer in time. `skipped`: an admin took the entry off the
 * waitlist, or the purge deleted the person's data while the entry waited or had an offer.
 */
const ENTRY_STATES = ['unconfirmed', 'waiting', 'offered', 'booked', 'declined', 'lapsed', 'skipped'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: serial('id').primaryKey(),
    /**
     * The random id of the row, to which its encrypted values are bound. It is also the secret in the
     * e-mailed link that confirms the address.
     */
    uuid: uuid('uuid').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    customerName: sealed('customer_name'),
    /**
     * The person's e-mail address. Null if an admin added the entry without an address, or after the purge.
     */
    email: sealed('email'),
    emailHash: text('email_hash'),
    /** The person's phone number. Only an admin who adds an entry can enter it. */
    phone: sealed('phone'),
    /** Number of spots that the person wants, including their own (R39.7). */
    size: integer('size').notNull().default(1),
    byHand: boolean('by_hand').notNull().default(false),
    state: text('state').$type<EntryState>().notNull().default('unconfirmed'),
    /** The entry's position on the waitlist. Entries with the same number are ordered by id. */
    position: integer('position').notNull().default(0),
    purgedAt: instant('purged_at'),
    /** When the person confirmed the e-mail address, or when an admin added the entry. */
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('waitlist_once').on(table.eventId, table.emailHash),
    index('waitlist_by_event').on(table.eventId, table.position, table.id),
    index('waitlist_unconfirmed')
      .on(table.createdAt)
      .where(sql`state = 'unconfirmed'`),
    oneOf('waitlist_state', 'state', ENTRY_STATES),
    check('waitlist_size', sql`size between 1 and 6`),
    check('waitlist_confirmed', sql`(state = 'unconfirmed') = (confirmed_at is null)`),
    check(
      'waitlist_named_until_purged',
      sql`(purged_at is null and customer_name is not null and (email is null) = (email_hash is null) and (by_hand or email is not null))
        or (purged_at is not null and customer_name is null and email is null and email_hash is null and phone is null)`,
    ),
    sealedOnly('waitlist', 'customer_name', 'email', 'phone'),
  ],
)

/**
 * Status of an offer. `open`: the offer has not ended, and its spot is still held. `withdrawn`: an admin
 * withdrew the offer, or the event was canceled.
 */
const OFFER_STATES = ['open', 'accepted', 'declined', 'lapsed', 'withdrawn'] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** Offers of freed spots to waitlist entries. A pending reservation holds the spot until the offer ends. */
export const waitlistOffers = pgTable(
  'waitlist_offers',
  {
    id: serial('id').primaryKey(),
    /** The secret in the link that is e-mailed with the offer. It can only accept or decline this offer. */
    token: uuid('token').notNull().unique(),
    entryId: integer('entry_id')
      .notNull()
      .references(() => waitlistEntries.id, { onDelete: 'cascade' }),
    /** The reservation that holds the offered spot. Null once that reservation is deleted. */
    reservationId: integer('reservation_id')
      .unique()
      .references(() => reservations.id, { onDelete: 'set null' }),
    state: text('state').$type<OfferState>().notNull().default('open'),
    madeAt: instant('made_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('waitlist_offers_one_open')
      .on(table.entryId)
      .where(sql`state = 'open'`),
    index('waitlist_offers_to_end')
      .on(table.expiresAt)
      .where(sql`state = 'open'`),
    oneOf('waitlist_offers_state', 'state', OFFER_STATES),
    check('waitlist_offers_ended', sql`(state = 'open') = (ended_at is null)`),
  ],
)
