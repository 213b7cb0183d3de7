/**
 * E-mails that were sent or are queued (R9.1), messages from admins to guests, and notifications to admins.
 * The row of an e-mail stores only its type and ids. The site looks up recipient and text when it sends the
 * e-mail.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { auditEntries } from './audit.ts'
import { invoices, reservations } from './booking.ts'
import { events } from './events.ts'
import { waitlistEntries } from './waitlist.ts'
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'

/** The types of e-mails (R9.3). */
export const EMAIL_TYPES = [
  'invoice-success',
  'signup-success-simple',
  'welcome-info',
  'info-remind',
  'invoice-remind',
  'late-refund',
  'late-refund-admin',
  'cancellation',
  'refund',
  'waitlist-offer',
  'waitlist-confirm',
  'lost-link',
  'new-link',
  'deletion-receipt',
  'dates-moved',
  'message',
  'news',
  'stay-moved',
  'stay-reinstated',
  'choices-changed',
  'companion-invited',
  'confirm-spots',
  'companion-cancelled',
  'pays-now',
  'arrival-overdue',
  'arrival-overdue-host',
  'card-charge-soon',
  'card-declined',
  'card-charge-failed-admin',
  'staff-invitation',
] as const
export type EmailType = (typeof EMAIL_TYPES)[number]
/** Types of e-mails that are about a reservation. */
export type ReservationEmailType = Exclude<EmailType, 'waitlist-confirm' | 'news' | 'staff-invitation'>

const EMAIL_STATUSES = ['queued', 'sent', 'failed', 'dropped'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/**
 * The guests to whom a message can go. `all`: every guest with a confirmed stay. `waitlist`: every waitlist
 * entry. `chosen`: the guests whom the admin selected.
 */
const AUDIENCES = ['all', 'unpaid', 'without-details', 'waitlist', 'chosen'] as const
export type Audience = (typeof AUDIENCES)[number]

/**
 * A message from an admin to guests of an event. Each guest gets an e-mail. When the last of these e-mails is
 * purged, the message is purged too.
 */
export const guestMessages = pgTable(
  'guest_messages',
  {
    id: serial('id').primaryKey(),
    /** The random id of the row. Its encrypted values are bound to it. */
    uuid: uuid('uuid').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    audience: text('audience').$type<Audience>().notNull(),
    /** The message's subject, as an admin typed it. It may name people. */
    subject: sealed('subject'),
    body: sealed('body'),
    /**
     * The random attempt key of the admin's form. Sending the form a second time with the same key sends no
     * second message.
     */
    attempt: text('attempt').notNull().unique(),
    /** The admin who wrote the message, as `admin:<id at the identity provider>`. */
    writtenBy: text('written_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('guest_messages_by_event').on(table.eventId, table.id),
    oneOf('guest_messages_audience', 'audience', AUDIENCES),
    check('guest_messages_whole', sql`(subject is null) = (body is null)`),
    sealedOnly('guest_messages', 'subject', 'body'),
  ],
)

export const emails = pgTable(
  'emails',
  {
    id: serial('id').primaryKey(),
    emailType: text('email_type').$type<EmailType>().notNull(),
    reservationId: integer('reservation_id').references(() => reservations.id, { onDelete: 'cascade' }),
    /** The recipient's waitlist entry, if the recipient has no reservation. */
    waitlistEntryId: integer('waitlist_entry_id').references(() => waitlistEntries.id, {
      onDelete: 'cascade',
    }),
    invoiceId: integer('invoice_id').references(() => invoices.id, { onDelete: 'set null' }),
    /** The admin's message that the e-mail contains. Set only for e-mails of type `message`. */
    guestMessageId: integer('guest_message_id').references(() => guestMessages.id, { onDelete: 'cascade' }),
    /**
     * Names the cause of the e-mail. Only one row can have the same dedupe key, so one cause sends one
     * e-mail.
     */
    dedupeKey: text('dedupe_key').notNull().unique(),
    status: text('status').$type<EmailStatus>().notNull().default('queued'),
    /**
     * The e-mail's subject, written when the e-mail is rendered. It names no guest. Null for a message by an
     * admin, because that subject may name one.
     */
    subject: text('subject'),
    /**
     * The e-mail's Message-ID. All attempts use the same one, so that mail servers recognize a repeated
     * e-mail.
     */
    messageId: text('message_id').notNull().unique(),
    /** Why the last attempt to send the e-mail failed, without personal data. */
    failure: text('failure'),
    /** The sent e-mail (subject, html, text) as encrypted JSON, bound to the Message-ID. The purge deletes it. */
    content: sealed('content'),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('emails_by_reservation').on(table.reservationId),
    index('emails_by_waitlist_entry').on(table.waitlistEntryId),
    index('emails_by_guest_message').on(table.guestMessageId),
    index('emails_unsent')
      .on(table.status, table.id)
      .where(sql`status in ('queued', 'failed')`),
    oneOf('emails_type', 'email_type', EMAIL_TYPES),
    oneOf('emails_status', 'status', EMAIL_STATUSES),
    check('emails_sent', sql`(status = 'sent') = (sent_at is not null)`),
    sealedOnly('emails', 'content'),
  ],
)

/**
 * Counts e-mails of one type to one mailbox, because anyone can cause some types of e-mail. The counts are in
 * a separate table, so that deleting a reservation does not reset them. A job deletes old counts.
 */
export const recipientCounts = pgTable(
  'recipient_counts',
  {
    /**
     * Keyed hash of the e-mail type and the mailbox (`Sealer.lookup`). It differs from every other stored
     * hash of the same address.
     */
    recipient: text('recipient').primaryKey(),
    mails: integer('mails').notNull(),
    since: instant('since').notNull(),
  },
  (table) => [index('recipient_counts_by_age').on(table.since)],
)

/**
 * The audit entries that the notifications to admins have handled. The site e-mailed each of them, or no
 * admin wanted an e-mail about it.
 */
export const news = pgTable(
  'news',
  {
    auditEntryId: integer('audit_entry_id')
      .primaryKey()
      .references(() => auditEntries.id, { onDelete: 'cascade' }),
    /** The e-mail that contained the notification. Null if no admin wanted it by e-mail. */
    emailId: integer('email_id').references(() => emails.id, { onDelete: 'set null' }),
  },
  (table) => [index('news_by_email').on(table.emailId)],
)

/**
 * The time up to which each admin has seen the notifications. A visit shows everything since the previous
 * visit.
 */
export const newsVisits = pgTable('news_visits', {
  /** The admin who has seen the notifications, as `admin:<id at the identity provider>`. */
  admin: text('admin').primaryKey(),
  /** The list that the admin sees in this visit begins at this time. */
  since: instant('since').notNull(),
  /** The list that the admin sees in this visit ends at this time. The next visit's list starts here. */
  seenUntil: instant('seen_until').notNull(),
  /** When the admin last opened the list of notifications. A visit ends some time after that. */
  seenAt: instant('seen_at').notNull(),
})
