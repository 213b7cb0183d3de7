/** Reservations, their invoices and the intents that may pay them (R2.7); the money itself is in `payments.ts`. */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { InvoicePurpose } from '#shared/invoice-label.ts'
import { SEALED_FIELDS } from '#shared/guest-details.ts'
import { allNull, instant, oneOf, sealed, sealedOnly, words } from './columns.ts'
import { codes } from './codes.ts'
import { eventOptions, events } from './events.ts'

/** pending (a hold) → confirmed → cancelled (→ confirmed, undone by an admin); pending → expired → confirmed | refunded. */
export const RESERVATION_STATUSES = ['pending', 'confirmed', 'cancelled', 'expired', 'refunded'] as const
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]

export const reservations = pgTable(
  'reservations',
  {
    id: serial('id').primaryKey(),
    /** The guest's private link, their only secret; also the row's name in sealed values. */
    uuid: uuid('uuid').notNull().unique(),
    /** Reports "has seen the directions" and opens nothing. */
    attendeeToken: uuid('attendee_token').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    status: text('status').$type<ReservationStatus>().notNull(),
    holdExpiresAt: instant('hold_expires_at'),
    /** Hash of the form's own random key: the same attempt repeats the first reply. */
    attemptHash: text('attempt_hash').unique(),
    /** Keyed hash of the network whose unpaid holds it counts as (R2.9), for an hour; then null. */
    madeFrom: text('made_from'),

    customerName: sealed('customer_name'),
    /** Null: there is none (R30.7), or it was purged. */
    email: sealed('email'),
    /** Keyed hash of the address, to look it up (`Sealer.lookup`). */
    emailHash: text('email_hash'),
    nickname: sealed('nickname'),
    phone: sealed('phone'),
    address: sealed('address'),
    emergencyContactName: sealed('emergency_contact_name'),
    emergencyContactPhone: sealed('emergency_contact_phone'),
    foodAllergies: sealed('food_allergies'),
    medicalConditions: sealed('medical_conditions'),
    otherInformation: sealed('other_information'),
    notes: sealed('notes'),

    safetyConsent: boolean('safety_consent').notNull().default(false),
    photoConsent: boolean('photo_consent').notNull().default(false),
    /** Evidence: which Terms of Stay (hash) were agreed to, and when. */
    consentTermsHash: text('consent_terms_hash'),
    consentAt: instant('consent_at'),

    /** The stay whose spot this one takes over once it is paid (R6.2). While that stay stands, this one takes no spot of its own. */
    replacesId: integer('replaces_id').references((): AnyPgColumn => reservations.id, {
      onDelete: 'set null',
    }),

    /** Of a party (R39): the payer's reservation, also on that one itself. Null: nobody else is paid for, and nobody else pays. */
    partyId: integer('party_id').references((): AnyPgColumn => reservations.id, { onDelete: 'set null' }),
    /** Cents that this guest's own stay costs of the party's price; null outside of a party (docs/decisions/0079). */
    share: integer('share'),
    /** The private link was given to the payer, to hand on: what is told by it is not shown there again (R39.4). */
    linkHandedOn: boolean('link_handed_on').notNull().default(false),

    /** The code with which it was signed up, of a party with the payer alone; each counts as a use of it while it is held or stands. */
    codeId: integer('code_id').references(() => codes.id, { onDelete: 'set null' }),
    /** Cents that the code took off this guest's own stay: it is in the price already (R41). */
    discount: integer('discount').notNull().default(0),

    /**
     * Cents for the stay itself; of a payer the shares of the whole party, of companions 0. In spite of the column's name this is
     * not the contract's `totalDue`, which extra charges and goodwill change too (`reservation-money.ts`, docs/decisions/0045).
     */
    price: integer('total_due').notNull(),
    directionsViewedAt: instant('directions_viewed_at'),
    purgedAt: instant('purged_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('reservations_by_event').on(table.eventId, table.status),
    index('reservations_by_email').on(table.emailHash),
    index('reservations_by_party')
      .on(table.partyId)
      .where(sql`party_id is not null`),
    index('reservations_by_code')
      .on(table.codeId)
      .where(sql`code_id is not null`),
    index('reservations_by_replaced')
      .on(table.replacesId)
      .where(sql`replaces_id is not null`),
    index('reservations_counted')
      .on(table.eventId, table.madeFrom)
      .where(sql`made_from is not null`),
    index('reservations_holds')
      .on(table.holdExpiresAt)
      .where(sql`status = 'pending'`),
    oneOf('reservations_status', 'status', RESERVATION_STATUSES),
    check('reservations_hold', sql`(status = 'pending') = (hold_expires_at is not null)`),
    check('reservations_total_due', sql`total_due >= 0`),
    check('reservations_share', sql`share >= 0`),
    check('reservations_discount', sql`discount >= 0`),
    check(
      'reservations_consent',
      sql`not safety_consent or (consent_terms_hash is not null and consent_at is not null)`,
    ),
    check(
      'reservations_named_until_purged',
      sql`purged_at is not null or (customer_name is not null and (email is null) = (email_hash is null))`,
    ),
    check(
      'reservations_empty_when_purged',
      sql`purged_at is null or (${allNull(([...SEALED_FIELDS, 'emailHash'] as const).map((name) => table[name].name))})`,
    ),
    sealedOnly('reservations', ...SEALED_FIELDS.map((name) => table[name].name)),
  ],
)

/** The choices of a guest among those of the event (R37). They name nobody, so the purge leaves it to the books. */
export const reservationOptions = pgTable(
  'reservation_options',
  {
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    optionId: integer('option_id')
      .notNull()
      .references(() => eventOptions.id),
    /** Cents when it was chosen, part of the reservation's price; later edits of the option leave it. */
    price: integer('price').notNull(),
    /** The time from which payments may be for it. */
    chosenAt: instant('chosen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.reservationId, table.optionId] }),
    index('reservation_options_by_option').on(table.optionId),
    check('reservation_options_price', sql`price >= 0`),
  ],
)

const INVOICE_PURPOSES = ['deposit', 'remainder', 'whole', 'other'] as const satisfies InvoicePurpose[]
export type { InvoicePurpose }

/** Invoices: what is asked for. Whether one is paid is the payments' word. */
export const invoices = pgTable(
  'invoices',
  {
    id: serial('id').primaryKey(),
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<InvoicePurpose>().notNull(),
    /** Cents; never zero. */
    amount: integer('amount').notNull(),
    due: date('due', { mode: 'string' }),
    /** The reason for it, in an admin's words ("Leather lesson"); the purge empties it. */
    description: words('description'),
    /** Comes on top of the price of the stay; the others ask for the price itself. */
    extra: boolean('extra').notNull().default(false),
    /** When a payment reminder was last sent. */
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Written by the trigger `payments_moved` alone (migrations/0007, docs/decisions/0039), so that open invoices are found without the others. */
    unpaid: boolean('unpaid').notNull().default(true),
  },
  (table) => [
    index('invoices_by_reservation').on(table.reservationId),
    index('invoices_by_due').on(table.due),
    index('invoices_unpaid')
      .on(table.due, table.id)
      .where(sql`unpaid`),
    oneOf('invoices_purpose', 'purpose', INVOICE_PURPOSES),
    check('invoices_amount', sql`amount > 0`),
    check('invoices_description', sql`char_length(description) between 1 and 80`),
    check('invoices_extra', sql`not extra or purpose = 'other'`),
    uniqueIndex('invoices_sign_up_once')
      .on(table.reservationId, table.purpose)
      .where(sql`purpose in ('deposit', 'remainder', 'whole')`),
  ],
)

/**
 * Whom an invoice of a party is for (R39.3): a part of its amount for each, which together are all of it. An invoice without any
 * is for the guest with whose reservation it stands.
 */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    /** Cents. */
    amount: integer('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceId, table.reservationId] }),
    index('invoice_lines_by_reservation').on(table.reservationId),
    check('invoice_lines_amount', sql`amount > 0`),
  ],
)

/** open: may still be paid; succeeded: its money is in `payments`; canceled: never will be. */
const INTENT_STATUSES = ['open', 'succeeded', 'canceled'] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

/** Our record of each payment intent that we asked the provider for. */
export const paymentIntents = pgTable(
  'payment_intents',
  {
    /** The provider's id (`pi_…`). */
    id: text('id').primaryKey(),
    /** The event whose deposit it was made for; null for an invoice's. */
    eventId: integer('event_id').references(() => events.id, { onDelete: 'set null' }),
    /** Null until a reservation claims it, and again once its invoice is gone. */
    invoiceId: integer('invoice_id').references(() => invoices.id, { onDelete: 'set null' }),
    amount: integer('amount').notNull(),
    /** The provider's customer with whom it was opened, so that the card with which it is paid can be kept (R42); null: with nobody. */
    customer: text('customer'),
    /** The words by which the guest wants the card kept; null: not, or not any more. */
    consentVersion: text('consent_version'),
    consentAt: instant('consent_at'),
    /** Keyed hash of the network that asked for it, while declines are counted by it; then null. */
    madeFrom: text('made_from'),
    status: text('status').$type<IntentStatus>().notNull().default('open'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Raised whenever a fresh reading of the provider is written. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('payment_intents_one_open')
      .on(table.invoiceId)
      .where(sql`status = 'open'`),
    index('payment_intents_unsettled')
      .on(table.createdAt)
      .where(sql`status = 'open'`),
    index('payment_intents_counted')
      .on(table.madeFrom)
      .where(sql`made_from is not null`),
    oneOf('payment_intents_status', 'status', INTENT_STATUSES),
    check('payment_intents_amount', sql`amount > 0`),
    check(
      'payment_intents_consent',
      sql`(consent_version is null) = (consent_at is null) and (consent_version is null or customer is not null)`,
    ),
  ],
)

/** A guest who cannot come passes on the spot: whoever books by this link takes their place (R6.1). */
export const replacementLinks = pgTable(
  'replacement_links',
  {
    id: serial('id').primaryKey(),
    /** Opens the sign-up of the event, and nothing of the guest's. */
    token: uuid('token').notNull().unique(),
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    madeAt: instant('made_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('replacement_links_one_open')
      .on(table.reservationId)
      .where(sql`ended_at is null`),
  ],
)
