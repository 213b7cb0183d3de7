/**
 * What other features may use of the e-mails on the server: an e-mail is enqueued in the transaction of its cause,
 * written and sent later by the outbox.
 */
export { FOR_NOBODY_JOB, type Leave, type MailSent } from './deliver.ts'
export { detailColumns, listStaysOf } from './facts/store.ts'
export { openMail } from './kept.ts'
export { enqueueLimitedEmail } from './recipient-limit/queue.ts'
export { forgetRecipients } from './recipient-limit/store.ts'
export { EMAIL_JOB, enqueueEmail, listEmails, type ListedEmail, lockUnpurged, wasMailed } from './store.ts'
