/**
 * The kinds of jobs as versions before November 2026 named them. Each start renames stored jobs. A migration would rename them
 * too early: during an upgrade, a process of the old version still enqueues jobs under old names. Remove this file when no site
 * runs such a version anymore.
 */
import type { Database } from '#platform/database/database.ts'
import { renameKinds } from '#platform/outbox.ts'

export const NEW_NAMES = {
  'apply-intent': 'apply-payment-intent',
  refund: 'send-refund',
  'awaited-refund': 'decide-waiting-refund',
  'left-party': 'remove-leaver',
  'offer-stay': 'pass-on-stay',
  'waitlist-confirm': 'email-waitlist-confirmation',
  'lost-link': 'email-lost-links',
  email: 'send-email',
  'mail-for-nobody': 'write-decoy-email',
  'uploads.avif': 'make-avif',
  'uploads.sweep': 'delete-leftover-picture',
  'uploads.sweep-document': 'delete-leftover-pdf',
  'uploads.forget': 'delete-unused-uploads',
  'books.prove': 'reconcile-payments',
  'backup.make': 'make-backup',
  'tick.expire-holds': 'expire-holds',
  'tick.reconcile': 'find-missed-payments',
  'tick.charge-kept': 'charge-saved-cards',
  'tick.offers': 'offer-free-spots',
  'tick.reminders': 'enqueue-reminders',
  'tick.news': 'enqueue-news',
  'tick.overdue': 'report-overdue-guests',
  'tick.statements': 'read-payouts',
  'tick.purge': 'purge-guests',
  'tick.forget-uploads': 'find-unused-uploads',
  'tick.expire-sessions': 'delete-expired-sessions',
  'tick.books': 'start-reconciliation',
  'tick.backup': 'start-backup',
  'tick.probe-files': 'check-file-store',
  'tick.probe-wallets': 'check-wallet-domain',
}

/** Renames stored jobs of older versions, so that this version finds and runs those jobs. */
export const renameFormerJobs = (db: Database): Promise<void> => renameKinds(db, NEW_NAMES)
