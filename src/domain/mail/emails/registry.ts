/** Maps every e-mail type to its definition. The code does not compile if a type is missing here. */
import type { EmailType } from '#platform/database/schema/emails.ts'
import type { EntryEmail, InvitationEmail, MessageEmail, NewsEmail, ReservationEmail } from './definition.ts'
import { arrivalOverdue, arrivalOverdueHost } from './types/arrival-overdue.tsx'
import { cancellation } from './types/cancellation.tsx'
import { cardChargeFailedAdmin, cardChargeSoon, cardDeclined } from './types/card-charges.tsx'
import { choicesChanged } from './types/choices-changed.tsx'
import { companionCancelled } from './types/companion-cancelled.tsx'
import { companionInvited } from './types/companion-invited.tsx'
import { confirmSpots } from './types/confirm-spots.tsx'
import { datesMoved } from './types/dates-moved.tsx'
import { deletionReceipt } from './types/deletion-receipt.tsx'
import { infoRemind } from './types/info-remind.tsx'
import { invoiceRemind } from './types/invoice-remind.tsx'
import { invoiceSuccess } from './types/invoice-success.tsx'
import { lateRefund, lateRefundAdmin } from './types/late-refund.tsx'
import { lostLink } from './types/lost-link.tsx'
import { message } from './types/message.tsx'
import { newLink } from './types/new-link.tsx'
import { news } from './types/news.tsx'
import { paysNow } from './types/pays-now.tsx'
import { refund } from './types/refund.tsx'
import { stayMoved } from './types/stay-moved.tsx'
import { stayReinstated } from './types/stay-reinstated.tsx'
import { staffInvitation } from './types/staff-invitation.tsx'
import { signupSuccessSimple } from './types/signup-success-simple.tsx'
import { waitlistConfirm } from './types/waitlist-confirm.tsx'
import { waitlistOffer } from './types/waitlist-offer.tsx'
import { welcomeInfo } from './types/welcome-info.tsx'

export const EMAILS = {
  'invoice-success': invoiceSuccess,
  'signup-success-simple': signupSuccessSimple,
  'welcome-info': welcomeInfo,
  'info-remind': infoRemind,
  'invoice-remind': invoiceRemind,
  'late-refund': lateRefund,
  'late-refund-admin': lateRefundAdmin,
  cancellation,
  refund,
  'waitlist-offer': waitlistOffer,
  'waitlist-confirm': waitlistConfirm,
  'lost-link': lostLink,
  'new-link': newLink,
  'deletion-receipt': deletionReceipt,
  'dates-moved': datesMoved,
  'arrival-overdue': arrivalOverdue,
  'arrival-overdue-host': arrivalOverdueHost,
  'stay-moved': stayMoved,
  'stay-reinstated': stayReinstated,
  'choices-changed': choicesChanged,
  'companion-invited': companionInvited,
  'confirm-spots': confirmSpots,
  'companion-cancelled': companionCancelled,
  'pays-now': paysNow,
  'card-charge-soon': cardChargeSoon,
  'card-declined': cardDeclined,
  'card-charge-failed-admin': cardChargeFailedAdmin,
  message,
  news,
  'staff-invitation': staffInvitation,
} satisfies Record<EmailType, EmailDefinition>

/**
 * The definition of any e-mail type. Its facts (the data for the e-mail's text) have no common type, so pass them only
 * to functions of the same definition.
 */
type EmailDefinition =
  | ReservationEmail<unknown>
  | EntryEmail<unknown>
  | MessageEmail<unknown>
  | NewsEmail<unknown>
  | InvitationEmail<unknown>

export const definitionOf = (type: EmailType): EmailDefinition => EMAILS[type]
