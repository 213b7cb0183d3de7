/** Lists all background jobs of the site. The imports show in which file each job is defined. */
import type { BookingDeps } from '#domain/booking/deps.ts'
import {
  applyPaymentIntentJob,
  beginStaysJob,
  cancelEventJob,
  chargeSavedCardsJob,
  decideWaitingRefundJob,
  expireHoldsJob,
  findMissedPaymentsJob,
  forgetCustomerJob,
  removeLeaverJob,
  sendRefundJob,
} from '#domain/booking/jobs.ts'
import { emailLostLinksJob } from '#domain/booking/use-cases/recover-link.ts'
import {
  emailWaitlistConfirmationJob,
  offerFreeSpotsJob,
  offerSpotsJob,
  passOnStayJob,
  withdrawOfferJob,
} from '#domain/booking/waitlist/jobs.ts'
import { type BackupMaker, makeBackupJob, startBackupJob } from '#domain/desk/backup/jobs.ts'
import {
  reconcilePaymentsJob,
  startReconciliationJob,
} from '#domain/desk/reconciliation/nightly-reconciliation.ts'
import {
  checkFileStoreJob,
  deleteLeftoverPdfJob,
  deleteLeftoverPictureJob,
  deleteUnusedUploadsJob,
  findUnusedUploadsJob,
  makeAvifJob,
  type UploadJobDeps,
} from '#domain/events/uploads/jobs.ts'
import { type PurgeDeps, purgeGuestsJob } from '#domain/guests/privacy/purge.ts'
import { type EmailDeps, sendEmailJob, writeDecoyEmailJob } from '#domain/mail/emails/deliver.ts'
import { enqueueNewsJob } from '#domain/mail/notifications/jobs.ts'
import { enqueueRemindersJob } from '#domain/mail/reminders/jobs.ts'
import { checkWalletDomainJob } from '#domain/money/card-provider/watch-setup.ts'
import { readPayoutsJob } from '#domain/money/statements/jobs.ts'
import { reportOverdueGuestsJob } from '#domain/onsite/arrival/jobs.ts'
import { deleteExpiredSessionsJob } from '#domain/staff/sign-in/sessions.ts'
import type { Job } from '#platform/job.ts'

interface JobDeps extends BookingDeps, EmailDeps, PurgeDeps, UploadJobDeps {
  maker: BackupMaker | null
}

/** Returns the jobs that this site runs. A few jobs exist only with certain settings. */
export const listJobs = (deps: JobDeps): Job[] => [...enqueuedJobs(deps), ...periodicJobs(deps)]

/** Jobs that a visitor, an admin or another job enqueues. */
const enqueuedJobs = ({ maker, ...deps }: JobDeps): Job[] => [
  applyPaymentIntentJob(deps),
  sendRefundJob(deps),
  decideWaitingRefundJob(deps),
  removeLeaverJob(deps),
  cancelEventJob(deps),
  forgetCustomerJob(deps),
  offerSpotsJob(deps),
  withdrawOfferJob(deps),
  passOnStayJob(deps),
  emailWaitlistConfirmationJob(deps),
  emailLostLinksJob(deps),
  sendEmailJob(deps),
  writeDecoyEmailJob(deps),
  makeAvifJob(deps),
  deleteLeftoverPictureJob(deps),
  deleteLeftoverPdfJob(deps),
  deleteUnusedUploadsJob(deps),
  reconcilePaymentsJob(deps),
  ...(maker ? [makeBackupJob({ ...deps, maker })] : []),
]

/** Jobs that run in every time slot, by default once a minute. */
const periodicJobs = ({ maker, ...deps }: JobDeps): Job[] => [
  expireHoldsJob(deps),
  chargeSavedCardsJob(deps),
  beginStaysJob(deps),
  findMissedPaymentsJob(deps),
  enqueueRemindersJob(deps),
  enqueueNewsJob(deps),
  reportOverdueGuestsJob(deps),
  offerFreeSpotsJob(deps),
  readPayoutsJob(deps),
  purgeGuestsJob(deps),
  findUnusedUploadsJob(deps),
  deleteExpiredSessionsJob(deps),
  startReconciliationJob(deps),
  ...(maker ? [startBackupJob(deps)] : []),
  ...(deps.settings.files.kind === 's3' ? [checkFileStoreJob(deps)] : []),
  ...(deps.settings.payments.kind === 'stripe' ? [checkWalletDomainJob(deps)] : []),
]
