/** E-mails sent or waiting (R9.1); what admins write to guests, and what the site tells admins. An e-mail's row holds type and ids; recipient and text are read at sending. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { auditEntries } from './audit.ts'
import { invoices, reservations } from './booking.ts'
import { events } from './events.ts'
import { waitlistEntries } from './waitlist.ts'
import { instant, oneOf, sealed, sealedOnly } from './columns.ts'

/** The types of mails (R9.3). */
const EMAIL_TYPES = [
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
] as const
export type EmailType = (typeof EMAIL_TYPES)[number]

const EMAIL_STATUSES = ['queued', 'sent', 'failed', 'dropped'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** all: everybody whose stay stands; waitlist: everybody in line; chosen: those that were ticked, or one guest. */
const AUDIENCES = ['all', 'unpaid', 'without-details', 'waitlist', 'chosen'] as const
export type Audience = (typeof AUDIENCES)[number]

/** A message of an admin to guests of an event: each of them has an e-mail of it. Emptied with the last of them. */
export const guestMessages = pgTable(
  'guest_messages',
  {
    id: serial('id').primaryKey(),
    /** The row's name in sealed values. */
    uuid: uuid('uuid').notNull().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    audience: text('audience').$type<Audience>().notNull(),
    /** Free text, which may name people. */
    subject: sealed('subject'),
    body: sealed('body'),
    /** The page's key: the same one again sends nothing more. */
    attempt: text('attempt').notNull().unique(),
    /** `admin:<subject>`. */
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
    /** The waitlist entry that the e-mail is to, where there is no reservation. */
    waitlistEntryId: integer('waitlist_entry_id').references(() => waitlistEntries.id, {
      onDelete: 'cascade',
    }),
    invoiceId: integer('invoice_id').references(() => invoices.id, { onDelete: 'set null' }),
    /** The message that an admin wrote, of a `message`. */
    guestMessageId: integer('guest_message_id').references(() => guestMessages.id, { onDelete: 'cascade' }),
    /** The cause's key: a second row for the same cause is impossible. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    status: text('status').$type<EmailStatus>().notNull().default('queued'),
    /** Known once it was rendered; names no guest, and is not kept of what an admin wrote. */
    subject: text('subject'),
    /** Stays the same over all tries, so a repeat can be recognised. */
    messageId: text('message_id').notNull().unique(),
    /** Why the last try failed, without personal data. */
    failure: text('failure'),
    /** The mail as it went out (subject, html, text), as sealed JSON under the Message-ID; emptied by the purge. */
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
 * The number of mails of one cause, of those that anybody can bring about, that went to a mailbox since an instant. Apart from the
 * reservations, so that neither deleting nor emptying one forgets it; swept away when its time is over.
 */
export const recipientCounts = pgTable(
  'recipient_counts',
  {
    /** Keyed hash of the cause and the mailbox (`Sealer.lookup`): equal to nothing else that is stored of it. */
    recipient: text('recipient').primaryKey(),
    mails: integer('mails').notNull(),
    since: instant('since').notNull(),
  },
  (table) => [index('recipient_counts_by_age').on(table.since)],
)

/** News that the site has told admins by e-mail, or was told not to: each once. The entry of the audit is the news. */
export const news = pgTable(
  'news',
  {
    auditEntryId: integer('audit_entry_id')
      .primaryKey()
      .references(() => auditEntries.id, { onDelete: 'cascade' }),
    /** Null: nobody wanted an e-mail of it. */
    emailId: integer('email_id').references(() => emails.id, { onDelete: 'set null' }),
  },
  (table) => [index('news_by_email').on(table.emailId)],
)

/** Until when each admin has seen what happened. A visit shows all since the one before. */
export const newsVisits = pgTable('news_visits', {
  /** `admin:<subject>`. */
  admin: text('admin').primaryKey(),
  /** The beginning of what this visit shows. */
  since: instant('since').notNull(),
  /** The end of what was shown: there the next visit begins. */
  seenUntil: instant('seen_until').notNull(),
  /** When it was last shown: a visit is over some time after it. */
  seenAt: instant('seen_at').notNull(),
})
