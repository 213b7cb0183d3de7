/** From the rows to what a mail says. Pure: personal fields come in opened, the day and the site's address as arguments. */
import type { Day } from '#shared/days.ts'
import type { Composing } from './composing/common.ts'
import { refundsFor } from './composing/common.ts'
import { deletion } from './composing/deletion.ts'
import { cancellation, lateRefund, lateRefundAdmin, refund } from './composing/money-back.ts'
import { lostLink } from './composing/lost-link.ts'
import {
  adminSignUp,
  confirmation,
  datesMoved,
  infoRemind,
  invoiceRemind,
  welcome,
} from './composing/stay.ts'
import { waitlistOffer } from './composing/waitlist-offer.ts'
import type { EmailContent } from './content.ts'
import type { MailFacts } from './facts/store.ts'
import type { CauseFacts, StayMail } from './rules.ts'

export type { Composing, Guest, Stay } from './composing/common.ts'

interface Cause {
  type: StayMail
  invoiceId: number | null
  /** Undefined: the reservation was deleted. */
  facts: MailFacts | undefined
  today: Day
}

/** The facts that decide whether the mail is still wanted. */
export function causeFacts({ type, invoiceId, facts, today }: Cause): CauseFacts {
  if (!facts) {
    return {
      type,
      reservation: null,
      event: { cancelled: false, begun: false, over: false },
      invoice: null,
      refunds: [],
    }
  }
  const { reservation, event, payments, detailsMissing } = facts
  const invoice = facts.invoices.find(({ id }) => id === invoiceId)
  return {
    type,
    reservation: {
      status: reservation.status,
      purged: reservation.purgedAt !== null,
      detailsMissing,
      cancellation: facts.cancellation !== null,
    },
    event: {
      cancelled: event.cancelledAt !== null,
      begun: today > event.startDateDate,
      over: today > event.endDateDate,
    },
    invoice: invoice
      ? { payment: payments.find((payment) => payment.invoiceId === invoice.id) ?? null }
      : null,
    refunds: refundsFor(facts, invoiceId),
  }
}

/** The e-mail's content. Only for one whose cause is there (`causeProblem`); throws when a row that it tells of is missing. */
export function composeMail(mail: Composing): EmailContent {
  switch (mail.type) {
    case 'invoice-success':
      return confirmation(mail)
    case 'signup-success-simple':
      return adminSignUp(mail)
    case 'welcome-info':
      return welcome(mail)
    case 'dates-moved':
      return datesMoved(mail)
    case 'info-remind':
      return infoRemind(mail)
    case 'invoice-remind':
      return invoiceRemind(mail)
    case 'cancellation':
      return cancellation(mail)
    case 'refund':
      return refund(mail)
    case 'late-refund':
      return lateRefund(mail)
    case 'late-refund-admin':
      return lateRefundAdmin(mail)
    case 'waitlist-offer':
      return waitlistOffer(mail)
    case 'lost-link':
      return lostLink(mail)
    case 'deletion-receipt':
      return deletion(mail)
  }
}
