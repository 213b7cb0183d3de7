/** The words for each kind of mail. */
import type { EmailContent } from '../content.ts'
import { adminSignUpLetter } from './admin-sign-up.ts'
import { cancellationLetter } from './cancellation.ts'
import { confirmationLetter } from './confirmation.ts'
import { datesMovedLetter } from './dates-moved.ts'
import { deletionLetter } from './deletion.ts'
import { lateRefundAdminLetter, lateRefundLetter } from './late-refund.ts'
import type { Letter } from './letter.ts'
import { lostLinkLetter } from './lost-link.ts'
import { refundLetter } from './refund.ts'
import { infoRemindLetter, invoiceRemindLetter } from './reminders.ts'
import { waitlistConfirmLetter } from './waitlist-confirm.ts'
import { waitlistOfferLetter } from './waitlist-offer.ts'
import { welcomeLetter } from './welcome.ts'

export function letterFor(mail: EmailContent): Letter {
  switch (mail.type) {
    case 'invoice-success':
      return confirmationLetter(mail)
    case 'signup-success-simple':
      return adminSignUpLetter(mail)
    case 'welcome-info':
      return welcomeLetter(mail)
    case 'dates-moved':
      return datesMovedLetter(mail)
    case 'info-remind':
      return infoRemindLetter(mail)
    case 'invoice-remind':
      return invoiceRemindLetter(mail)
    case 'cancellation':
      return cancellationLetter(mail)
    case 'refund':
      return refundLetter(mail)
    case 'late-refund':
      return lateRefundLetter(mail)
    case 'late-refund-admin':
      return lateRefundAdminLetter(mail)
    case 'waitlist-offer':
      return waitlistOfferLetter(mail)
    case 'waitlist-confirm':
      return waitlistConfirmLetter(mail)
    case 'lost-link':
      return lostLinkLetter(mail)
    case 'deletion-receipt':
      return deletionLetter(mail)
  }
}
