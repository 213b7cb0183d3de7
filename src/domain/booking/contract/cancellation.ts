/** Endpoints to cancel a stay, by an admin or by its guest, and to cancel an event (R5.1, R5.3). */
import { z } from 'zod'
import {
  EVENT_CANCELLED,
  EVENT_ENDED,
  EVENT_NOT_FOUND,
  EVENT_STARTED,
} from '#domain/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, id, instantText, optionalText } from '#shared/fields.ts'
import type { UndoProblem } from '../domain/admin-actions.ts'
import { adminReservation } from './admin.ts'
import { IN_PARTY, MONEY_MOVES, OF_RESERVATION, OF_VERSION, ofVersion } from './reservation.ts'
import { CANCELLED_BY, memberRefund, CANCEL_SCOPES } from './refunds.ts'

/** For a party: cancel one guest or the whole party, and who pays for the others from then on. */
const whoGoes = { party: z.enum(CANCEL_SCOPES).default('one'), newPayer: id().nullish() }

export const PARTY_FAILURES = {
  pays_for_others:
    'This guest pays for others who still come. Please say who pays from now on, or cancel for all of them.',
  not_payer: 'Only the payer can cancel for the whole party.',
  payer_unfit: 'That guest cannot pay for the others. Please choose another who still comes.',
} as const

export const cancelReservation = endpoint({
  name: 'booking.cancelReservation',
  route: 'POST auth/cancelReservation',
  summary:
    'Cancels a reservation, or with `party` `all` the payer’s whole party: frees the spots, cancels open payments, requests the refunds once and e-mails the guests. `refund` overrides the amount by the Terms and needs a `reason`; so does `replacementFound` if it refunds more. A payer who cancels alone names the next payer in `newPayer`',
  access: 'admin',
  body: z.object({
    ...ofVersion,
    cancelledBy: z.enum(CANCELLED_BY).default('guest'),
    replacementFound: z.boolean().default(false),
    /** Total refund in cents. Missing: the amount by the Terms of Stay. */
    refund: cents().min(0, 'Please enter $0.00 or more').optional(),
    reason: optionalText(500),
    sendEmail: z.boolean().default(true),
    ...whoGoes,
  }),
  reply: z.object({ reservation: adminReservation }),
  failures: {
    ...OF_VERSION,
    not_cancellable: 'This reservation is no longer active, so there is nothing to cancel.',
    ...PARTY_FAILURES,
    event_ended:
      'The retreat is over, so this stay can no longer be canceled. To return money, refund an invoice.',
    ...MONEY_MOVES,
  },
})

export const UNDO_REFUSED = {
  in_party: IN_PARTY,
  not_undoable: 'There is no canceled stay here to bring back. Please add the guest again.',
  refunded:
    'A refund was made or is due since the cancellation, so it cannot be undone. Please add the guest again.',
  replaced: 'Somebody has taken over this spot, so the cancellation cannot be undone.',
  event_cancelled: EVENT_CANCELLED,
  event_ended: EVENT_ENDED,
  event_full: 'No spaces left, so the cancellation cannot be undone.',
  option_sold_out:
    'Something the guest had chosen has sold out, so the cancellation cannot be undone. Please add the guest again.',
  code_used_up:
    'Others have used up the code that this guest signed up with. Allow it one more use on the Codes page, then undo the cancellation.',
} as const satisfies Record<UndoProblem, string>

export const undoCancellation = endpoint({
  name: 'booking.undoCancellation',
  route: 'POST auth/undoCancellation',
  summary:
    'Undoes the cancellation of a stay and restores its invoices. Refused if no spot is free, or if the cancellation has a refund',
  access: 'admin',
  body: z.object({ ...ofVersion, sendEmail: z.boolean().default(true) }),
  reply: z.object({ reservation: adminReservation }),
  failures: { ...OF_VERSION, ...UNDO_REFUSED },
})

const cancelProgress = z.object({
  cancelledAt: instantText().nullable(),
  /** Reservations that are canceled or had ended (`done`), and those still to cancel (`left`). */
  done: z.int(),
  left: z.int(),
  /** Refunds that Stripe has not made yet. */
  refundsLeft: z.int(),
  /** Cents still to be refunded by hand, including refunds that Stripe refused. */
  owed: z.int(),
})

export type CancelProgress = z.output<typeof cancelProgress>

/** The effects of canceling an event now. All amounts in cents. */
const eventCancellationPlan = z.object({
  startDateDate: day(),
  endDateDate: day(),
  /** Confirmed reservations. Each is canceled, and its guest is e-mailed. */
  guests: z.int(),
  /** Spots held now, by a card form or by a waitlist offer. */
  holds: z.int(),
  /** Waitlist entries and the spots they want. They get no more offers. */
  waiting: z.int(),
  spotsWanted: z.int(),
  /** Cents refunded through Stripe, including its fees. */
  refundToCards: cents(),
  /** Cents that were paid manually and must be refunded by hand. */
  refundByHand: cents(),
  /** Cents that disputes hold or claim. They are not refunded. */
  disputed: cents(),
})

export type EventCancellationPlan = z.output<typeof eventCancellationPlan>

const EVENT_OVER =
  'This retreat is over, so it can no longer be canceled. To return money, refund single invoices.'

export const cancelEvent = endpoint({
  name: 'booking.cancelEvent',
  route: 'POST auth/event/cancel',
  summary:
    'Cancels an event: closes sign-up, and cancels and refunds every reservation in full in the background. Idempotent',
  access: 'admin',
  body: z.object({ id: id() }),
  reply: z.object({ progress: cancelProgress }),
  failures: { not_found: EVENT_NOT_FOUND, event_ended: EVENT_OVER },
})

export const getEventCancellationPlan = endpoint({
  name: 'booking.getEventCancellationPlan',
  route: 'GET auth/event/cancellationPlan',
  summary:
    'Returns how many guests and waitlist entries canceling an event now would affect, and the amounts it would refund',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: eventCancellationPlan,
  failures: { not_found: EVENT_NOT_FOUND, event_cancelled: EVENT_CANCELLED, event_ended: EVENT_OVER },
})

export const getCancelProgress = endpoint({
  name: 'booking.getCancelProgress',
  route: 'GET auth/event/cancelProgress',
  summary: 'Returns the progress of an event’s cancellation',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: cancelProgress,
  failures: { not_found: EVENT_NOT_FOUND },
})

/** The refund if the stay were canceled today. Amounts in cents. */
const guestPlan = z.object({
  /** The ranch day of this plan, and the ranch days from it to the start. */
  today: day(),
  daysBefore: z.int(),
  /** Today's tier of the Terms of Stay in words, and the percentage it refunds. */
  tier: z.string(),
  percent: z.int(),
  /** Paid, less earlier refunds. */
  paid: cents(),
  /** Part of `paid` that disputes hold now. The bank has withdrawn it, so it is not refunded. */
  disputed: cents(),
  /** Card processing fees that the Terms let the venue keep. */
  fees: cents(),
  /**
   * False if Stripe has not reported its fee yet. Then `refund` is the maximum, and the final amount is computed
   * automatically later.
   */
  feesKnown: z.boolean(),
  /** Cents to refund. `refundToCard` is returned to the card, `refundByHand` by hand for manual payments. */
  refund: cents(),
  refundToCard: cents(),
  refundByHand: cents(),
  /** Party members who would be canceled, with the cents refunded to the payer for each. Empty for a guest alone. */
  members: z.array(memberRefund),
})

export type GuestPlan = z.output<typeof guestPlan>

const OWN_STAY_FAILURES = {
  ...OF_RESERVATION,
  not_payer: PARTY_FAILURES.not_payer,
  event_cancelled: EVENT_CANCELLED,
  event_started: EVENT_STARTED,
  hold: 'This is only a hold. It ends by itself; there is nothing to cancel.',
  not_cancellable: 'This stay is no longer active, so there is nothing to cancel.',
} as const

export const getCancellation = endpoint({
  name: 'booking.getCancellation',
  route: 'GET reservation/cancellation',
  summary: 'Returns what canceling a stay today would refund, by its private link',
  access: 'link',
  query: z.object({ uuid: z.string().max(100), party: whoGoes.party }),
  reply: guestPlan,
  failures: OWN_STAY_FAILURES,
})

export const cancelOwnStay = endpoint({
  name: 'booking.cancelOwnStay',
  route: 'POST reservation/cancel',
  summary:
    'Cancels a guest’s stay by its private link, or with `party` `all` the payer’s whole party. A payer who cancels alone names the next payer in `newPayer`. `refund` is the amount that the guest was shown; if it has changed, nothing is canceled. Idempotent',
  access: 'link',
  body: z.object({
    uuid: z.string().max(100),
    refund: cents().min(0, 'Please enter $0.00 or more'),
    ...whoGoes,
  }),
  reply: z.object({ refund: cents(), refundToCard: cents(), refundByHand: cents(), feesKnown: z.boolean() }),
  failures: {
    ...OWN_STAY_FAILURES,
    ...PARTY_FAILURES,
    moved: 'The amount has changed in the meantime. Nothing was canceled.',
    ...MONEY_MOVES,
  },
})
