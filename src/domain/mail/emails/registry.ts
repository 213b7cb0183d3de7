/** Maps every e-mail type to its definition. A missing type is a compile error. */
import type { EmailType } from '#platform/database/schema/emails.ts'
import type { EntryEmail, MessageEmail, NewsEmail, ReservationEmail } from './definition.ts'
import { arrivalOverdue, arrivalOverdueHost } from './types/arrival-overdue.ts'
import { cancellation } from './types/cancellation.ts'
import { cardChargeFailedAdmin, cardChargeSoon, cardDeclined } from './types/card-charges.ts'
import { choicesChanged } from './types/choices-changed.ts'
import { companionCancelled } from './types/companion-cancelled.ts'
import { companionInvited } from './types/companion-invited.ts'
import { confirmSpots } from './types/confirm-spots.ts'
import { datesMoved } from './types/dates-moved.ts'
import { deletionReceipt } from './types/deletion-receipt.ts'
import { infoRemind } from './types/info-remind.ts'
import { invoiceRemind } from './types/invoice-remind.ts'
import { invoiceSuccess } from './types/invoice-success.ts'
import { lateRefund, lateRefundAdmin } from './types/late-refund.ts'
import { lostLink } from './types/lost-link.ts'
import { message } from './types/message.ts'
import { news } from './types/news.ts'
import { newLink } from './types/new-link.ts'
import { paysNow } from './types/pays-now.ts'
import { refund } from './types/refund.ts'
import { stayMoved } from './types/stay-moved.ts'
import { stayReinstated } from './types/stay-reinstated.ts'
import { signupSuccessSimple } from './types/signup-success-simple.ts'
import { waitlistConfirm } from './types/waitlist-confirm.ts'
import { waitlistOffer } from './types/waitlist-offer.ts'
import { welcomeInfo } from './types/welcome-info.ts'

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
} satisfies Record<EmailType, EmailDefinition>

/** A definition with any facts. Facts must only be passed to `words` and `attachesDates` of the same type. */
type EmailDefinition =
  | ReservationEmail<unknown>
  | EntryEmail<unknown>
  | MessageEmail<unknown>
  | NewsEmail<unknown>

export const definitionOf = (type: EmailType): EmailDefinition => EMAILS[type]
