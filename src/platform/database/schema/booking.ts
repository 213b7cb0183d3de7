/** Reservations, their invoices and the payment intents for them (R2.7). Payments are in `payments.ts`. */
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

/**
 * A hold (`pending`) becomes confirmed or expired. A confirmed stay can be canceled, and confirmed again if
 * an admin undoes the cancellation. An expired hold whose payment came late becomes confirmed or refunded.
 */
export const RESERVATION_STATUSES = ['pending', 'confirmed', 'cancelled', 'expired', 'refunded'] as const
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]

export const reservations = pgTable(
  'reservations',
  {
    id: serial('id').primaryKey(),
    /**
     * The id in the guest's private link, and the only secret of that link. The row's encrypted values are
     * bound to it.
     */
    uuid: uuid('uuid').notNull().unique(),
    /**
     * Token in the link to the directions. It only records that the guest opened them, and gives access to nothing.
     */
    attendeeToken: uuid('attendee_token').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    status: text('status').$type<ReservationStatus>().notNull(),
    holdExpiresAt: instant('hold_expires_at'),
    /**
     * Hash of the sign-up form's random attempt key. A form that is sent again with the same key gets the
     * first reply again.
     */
    attemptHash: text('attempt_hash').unique(),
    /**
     * Keyed hash of the network from which the hold was made. One network may hold only a few unpaid spots
     * (R2.9). Null after an hour.
     */
    madeFrom: text('made_from'),

    customerName: sealed('customer_name'),
    /** The guest's e-mail address. Null if the guest has none (R30.7), or after the purge. */
    email: sealed('email'),
    /** Keyed hash of the e-mail address, by which reservations can be found (`Sealer.lookup`). */
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
    /**
     * Evidence of consent: the hash of the Terms of Stay that the guest agreed to (this column), and when
     * (the next column).
     */
    consentTermsHash: text('consent_terms_hash'),
    consentAt: instant('consent_at'),

    /**
     * The leaver's reservation, if this reservation takes over its spot once this one is paid (R6.2). Until
     * the leaver's stay ends, this reservation does not count as another taken spot.
     */
    replacesId: integer('replaces_id').references((): AnyPgColumn => reservations.id, {
      onDelete: 'set null',
    }),

    /**
     * For a party (R39), the payer's reservation, also on the payer's own row. Null for a guest who is not in
     * a party.
     */
    partyId: integer('party_id').references((): AnyPgColumn => reservations.id, { onDelete: 'set null' }),
    /**
     * Price of this guest's own stay in a party, in cents. Null for a guest who is not in a party
     * (docs/decisions/0079).
     */
    share: integer('share'),
    /**
     * True if the payer got this guest's private link to pass it on. Then the guest's page hides details that
     * the guest has entered (R39.4).
     */
    linkHandedOn: boolean('link_handed_on').notNull().default(false),
    /**
     * The reservations of all payers who received this guest's link to pass on, also for a party that the
     * guest has left. A trigger adds each payer, and empties the list when the link changes
     * (migrations/0040).
     */
    linkKnownTo: integer('link_known_to').array().notNull().default([]),

    /**
     * The discount code of the sign-up. In a party, only the payer's row has it. Each active row with a code
     * counts as one use of the code.
     */
    codeId: integer('code_id').references(() => codes.id, { onDelete: 'set null' }),
    /**
     * Cents that the discount code takes off this guest's own stay (R41). They are already subtracted from
     * the price.
     */
    discount: integer('discount').notNull().default(0),

    /**
     * Price of the stay with its chosen options, in cents. For a payer, it is the price of the whole party's
     * stays. For a companion, it is 0. Despite the column's name, this is not `totalDue` of the API, which also includes
     * extra charges and goodwill (`reservation-money.ts`, docs/decisions/0007).
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

/**
 * Options that a guest has chosen from those of the event (R37). They identify nobody, so the purge keeps them for the
 * books.
 */
export const reservationOptions = pgTable(
  'reservation_options',
  {
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    optionId: integer('option_id')
      .notNull()
      .references(() => eventOptions.id),
    /**
     * Price of the option in cents when the guest chose it. It is part of the reservation's price, and stays
     * the same if the option's price changes.
     */
    price: integer('price').notNull(),
    /** When the guest chose the option. A payment before that time did not pay for it. */
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

/** Invoices: amounts to pay. Payments decide whether an invoice is paid. */
export const invoices = pgTable(
  'invoices',
  {
    id: serial('id').primaryKey(),
    reservationId: integer('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<InvoicePurpose>().notNull(),
    /** The invoice's amount in cents, never zero. */
    amount: integer('amount').notNull(),
    due: date('due', { mode: 'string' }),
    /** The invoice's name, as an admin typed it ("Leather lesson"). The purge deletes it. */
    description: words('description'),
    /**
     * True if the invoice is for something in addition to the price of the stay. All other invoices are for
     * parts of the price.
     */
    extra: boolean('extra').notNull().default(false),
    /** When a reminder to pay this invoice was last sent. */
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /**
     * True if the invoice is not fully paid, so that unpaid invoices can be found quickly. Only the database
     * trigger `payments_moved` writes this column (migrations/0007, docs/decisions/0007).
     */
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
 * Splits a party's invoice by guest (R39.3). The amounts of an invoice's lines add up to its own amount. An
 * invoice without lines is for the guest of its own reservation.
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
    amount: integer('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceId, table.reservationId] }),
    index('invoice_lines_by_reservation').on(table.reservationId),
    check('invoice_lines_amount', sql`amount > 0`),
  ],
)

/**
 * Status of a payment intent. `open`: can still be paid. `succeeded`: its payment is in `payments`.
 * `canceled`: can never be paid.
 */
const INTENT_STATUSES = ['open', 'succeeded', 'canceled'] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

/** The payment intents that the site created at the card provider. */
export const paymentIntents = pgTable(
  'payment_intents',
  {
    /** The payment intent's id at the card provider (`pi_…`). */
    id: text('id').primaryKey(),
    /** The event for whose sign-up the intent was created. Null for an intent that pays an invoice. */
    eventId: integer('event_id').references(() => events.id, { onDelete: 'set null' }),
    /**
     * The invoice that the intent pays. Null until a sign-up uses the intent, and again after that invoice
     * was deleted.
     */
    invoiceId: integer('invoice_id').references(() => invoices.id, { onDelete: 'set null' }),
    amount: integer('amount').notNull(),
    /** The card provider's customer to whom the guest's card can be saved (R42). Null if there is none. */
    customer: text('customer'),
    /**
     * Version of the text by which the guest agreed to save the card. Null without consent, or after the
     * consent ended.
     */
    consentVersion: text('consent_version'),
    consentAt: instant('consent_at'),
    /**
     * Keyed hash of the network that requested the intent. Null once the intent's declined cards no longer
     * count against that network.
     */
    madeFrom: text('made_from'),
    status: text('status').$type<IntentStatus>().notNull().default('open'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Grows whenever the site writes a newer status that the card provider reported. */
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

/**
 * Links by which guests pass on their spots. The person who books by such a link takes the spot over (R6.1).
 */
export const replacementLinks = pgTable(
  'replacement_links',
  {
    id: serial('id').primaryKey(),
    /**
     * The secret in the link to pass on a spot. It opens the event's sign-up, and reveals nothing about the
     * guest who passes the spot on.
     */
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
