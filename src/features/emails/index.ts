/**
 * What other features may use of the e-mails on the server: an e-mail is enqueued in the transaction of its cause,
 * written and sent later by the outbox.
 */
export { listProgress, progressOf } from './progress.ts'
export { previewTyped, refusalOf, requestEmailIn, type ShowingDeps } from './admin-emails.ts'
export type { EmailSent, Leave } from './deliver.ts'
export { type EmailQueue, emailQueue, enqueueLimitedEmail } from './queue.ts'
export {
  deleteEmailsToEntries,
  EMAIL_JOB,
  emptyEmails,
  emptyLinkLists,
  enqueueEmail,
  DECOY_EMAIL_JOB,
  listEmails,
  type ListedEmail,
  openContent,
  retractEmails,
  wasEmailed,
} from './store/emails.ts'
export { forgetRecipients } from './store/emails.ts'
export { listStaysOf, lockUnpurged } from './store/stays.ts'
export type { WritingDeps } from './write.ts'
