/** The waitlist (R7.1). */
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
 * unconfirmed: no place yet: nobody has pressed the button behind the mail to the address; waiting: in line; offered: a spot is held for them; booked: they took it; declined, lapsed: they did not;
 * skipped: an admin has passed them over.
 */
const ENTRY_STATES = ['unconfirmed', 'waiting', 'offered', 'booked', 'declined', 'lapsed', 'skipped'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: serial('id').primaryKey(),
    /** The row's name in sealed values, and behind the mailed link that confirms the address: that entry's only secret. */
    uuid: uuid('uuid').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    customerName: sealed('customer_name'),
    /** Null: an admin put them there without one, or it was purged. */
    email: sealed('email'),
    emailHash: text('email_hash'),
    /** Told to the admin who put them there. */
    phone: sealed('phone'),
    /** The spots that they want, their own included (R39.7). */
    size: integer('size').notNull().default(1),
    /** An admin put them there. */
    byHand: boolean('by_hand').notNull().default(false),
    state: text('state').$type<EntryState>().notNull().default('unconfirmed'),
    /** The order on the waitlist; equal ones by id. An admin may change it. */
    position: integer('position').notNull().default(0),
    purgedAt: instant('purged_at'),
    /** The time when the address was confirmed, by its button or by an admin who vouches for it. */
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

/** open: the spot is held; the others say how it ended. withdrawn: an admin, or the end of the event's sign-up. */
const OFFER_STATES = ['open', 'accepted', 'declined', 'lapsed', 'withdrawn'] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** A freed spot, held for the next on the waitlist as a pending reservation until the offer ends. */
export const waitlistOffers = pgTable(
  'waitlist_offers',
  {
    id: serial('id').primaryKey(),
    /** Behind the mail's link: accepts or declines this one offer, and opens nothing else. */
    token: uuid('token').notNull().unique(),
    entryId: integer('entry_id')
      .notNull()
      .references(() => waitlistEntries.id, { onDelete: 'cascade' }),
    /** The hold; null once it was deleted. */
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
