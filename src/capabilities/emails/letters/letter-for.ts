/** The words for each kind of mail. */
import type { EmailContent } from '../content.ts'
import { adminSignUpLetter } from './admin-sign-up.ts'
import { confirmationLetter } from './confirmation.ts'
import { lateRefundAdminLetter, lateRefundLetter } from './late-refund.ts'
import type { Letter } from './letter.ts'

export function letterFor(mail: EmailContent): Letter {
  switch (mail.type) {
    case 'invoice-success':
      return confirmationLetter(mail)
    case 'signup-success-simple':
      return adminSignUpLetter(mail)
    case 'late-refund':
      return lateRefundLetter(mail)
    case 'late-refund-admin':
      return lateRefundAdminLetter(mail)
  }
}
