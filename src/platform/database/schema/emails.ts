/** Mails sent or waiting (R9.1). A row holds kind and ids; recipient and text are read at sending. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { invoices, reservations } from './booking.ts'
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
] as const
export type EmailType = (typeof EMAIL_TYPES)[number]

const EMAIL_STATUSES = ['queued', 'sent', 'failed', 'dropped'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

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
    /** The cause's key: a second row for the same cause is impossible. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    status: text('status').$type<EmailStatus>().notNull().default('queued'),
    /** Known once it was rendered; names no guest. */
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
 * How many mails of one cause, of those that anybody can bring about, went to a mailbox since an instant. Apart from the
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
