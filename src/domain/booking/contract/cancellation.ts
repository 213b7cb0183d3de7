/** Endpoints by which an admin or a guest cancels a stay, and an admin cancels an event (R5.1, R5.3). */
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
import { IN_PARTY, MONEY_MOVES, NOT_COMPANION, OF_RESERVATION, OF_VERSION, ofVersion } from './reservation.ts'
import { CANCELLED_BY, memberRefund, CANCEL_SCOPES } from './refunds.ts'

/** For a party: whether to cancel one guest or the whole party, and which guest then pays for the others. */
const whoGoes = { party: z.enum(CANCEL_SCOPES).default('one'), newPayer: id().nullish() }

export const PARTY_FAILURES = {
  pays_for_others:
    'This guest pays for others who are still coming. Please choose who pays from now on, or cancel for all of them.',
  not_payer: 'Only the payer can cancel for the whole party.',
  payer_unfit: 'That guest cannot pay for the others. Please choose someone who is still coming.',
} as const

export const cancelReservation = endpoint({
  name: 'booking.cancelReservation',
  route: 'POST auth/cancelReservation',
  summary:
    'Cancels a guest’s stay as an admin, or with `party` set to `all` the payer’s whole party. Refunds what the Terms of Stay promise (everything if `cancelledBy` is `retreat`), or the amount `refund`. Needs a `reason` if `refund` is not what the Terms promise, or if `replacementFound` (somebody else takes the spot) raises the refund. To cancel only a payer whose companions still come, send in `newPayer` the id of the companion who pays next. E-mails the guests unless `sendEmail` is `false`',
  needs: 'money.refund',
  body: z.object({
    ...ofVersion,
    cancelledBy: z.enum(CANCELLED_BY).default('guest'),
    replacementFound: z.boolean().default(false),
    /** Total refund in cents. If missing, the Terms of Stay set the amount. */
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
      'The retreat is over, so you can no longer cancel this stay. To refund money, refund an invoice.',
    ...MONEY_MOVES,
  },
})

export const UNDO_REFUSED = {
  in_party: IN_PARTY,
  not_undoable: 'This cancellation cannot be undone. Please add the guest again.',
  refunded:
    'Since the cancellation, money was refunded by hand, or a refund to a card was started. So it cannot be undone. Please add the guest again.',
  replaced: 'Another guest has taken over this spot, so the cancellation cannot be undone.',
  event_cancelled: EVENT_CANCELLED,
  event_ended: EVENT_ENDED,
  event_full: 'No spaces left, so the cancellation cannot be undone. Please add a spot to the event first.',
  option_sold_out:
    'Something the guest had chosen has sold out, so the cancellation cannot be undone. Please add the guest again.',
  code_used_up:
    'Others have used up the code that this guest signed up with. Allow it one more use on the Codes page, then undo the cancellation.',
} as const satisfies Record<UndoProblem, string>

export const undoCancellation = endpoint({
  name: 'booking.undoCancellation',
  route: 'POST auth/undoCancellation',
  summary:
    'Undoes the cancellation of a stay: the guest has the spot and the invoices again. Refunds that are only due by hand are withdrawn. E-mails the guest unless `sendEmail` is `false`. Fails if the spot or a chosen option is no longer available, if the discount code is used up, if since the cancellation a refund was given by hand or started to a card, if the guest was in a party, or if the event is canceled or over',
  needs: 'money.refund',
  body: z.object({ ...ofVersion, sendEmail: z.boolean().default(true) }),
  reply: z.object({ reservation: adminReservation }),
  failures: { ...OF_VERSION, ...UNDO_REFUSED },
})

const cancelProgress = z.object({
  cancelledAt: instantText().nullable(),
  /**
   * `done` is how many reservations were canceled or had already ended. `left` is how many still have to be
   * canceled.
   */
  done: z.int(),
  left: z.int(),
  /** Number of refunds that Stripe has not made yet. */
  refundsLeft: z.int(),
  /** How many of `refundsLeft` Stripe holds back because the venue's balance there is too low. */
  refundsHeld: z.int(),
  /**
   * Cents of refunds that an admin must give in cash or by transfer, including refunds that Stripe refused.
   */
  owed: z.int(),
})

export type CancelProgress = z.output<typeof cancelProgress>

/** What would happen if the event were canceled now. All amounts in cents. */
const eventCancellationPlan = z.object({
  startDateDate: day(),
  endDateDate: day(),
  /** Number of confirmed reservations that would be canceled. */
  guests: z.int(),
  /** Number of e-mails about the cancellation: one for each guest and each hold with an e-mail address. */
  emails: z.int(),
  /** Names of the confirmed guests without an e-mail address. An admin must call them. */
  toCall: z.array(z.string()),
  /** Number of spots that are held now: for a payment, a confirmation by e-mail or a waitlist offer. */
  holds: z.int(),
  /**
   * `waiting` is the number of waitlist entries that would get no more offers. `spotsWanted` is how many spots these
   * entries want together.
   */
  waiting: z.int(),
  spotsWanted: z.int(),
  /**
   * Cents that would be refunded through Stripe. Guests get back all they paid, so the venue bears Stripe's
   * fees.
   */
  refundToCards: cents(),
  /** Cents of manual payments, which an admin would have to refund without Stripe. */
  refundByHand: cents(),
  /** Cents of payments that guests dispute with their banks. They would not be refunded. */
  disputed: cents(),
})

export type EventCancellationPlan = z.output<typeof eventCancellationPlan>

const EVENT_OVER =
  'This retreat is over, so you can no longer cancel it. To refund money, refund single invoices.'

export const cancelEvent = endpoint({
  name: 'booking.cancelEvent',
  route: 'POST auth/event/cancel',
  summary:
    'Cancels an event. Sign-up closes immediately; then a background job cancels every reservation, refunds it in full and e-mails the guest. Returns the progress. Fails if the event is over; calling it again changes nothing',
  needs: 'events.edit',
  body: z.object({ id: id() }),
  reply: z.object({ progress: cancelProgress }),
  failures: { not_found: EVENT_NOT_FOUND, event_ended: EVENT_OVER },
})

export const getEventCancellationPlan = endpoint({
  name: 'booking.getEventCancellationPlan',
  route: 'GET auth/event/cancellationPlan',
  summary:
    'Returns what would happen if an event were canceled now: the numbers of guests, e-mails, holds and waitlist entries, the guests without an e-mail address, and the amounts to refund. Changes nothing. Fails if the event is already canceled or over',
  needs: 'events.edit',
  query: z.object({ id: id() }),
  reply: eventCancellationPlan,
  failures: { not_found: EVENT_NOT_FOUND, event_cancelled: EVENT_CANCELLED, event_ended: EVENT_OVER },
})

export const getCancelProgress = endpoint({
  name: 'booking.getCancelProgress',
  route: 'GET auth/event/cancelProgress',
  summary:
    'Returns the progress of an event’s cancellation: how many reservations are canceled and how many are left, how many refunds Stripe has not made yet, and the cents that an admin must refund without Stripe',
  needs: 'events.edit',
  query: z.object({ id: id() }),
  reply: cancelProgress,
  failures: { not_found: EVENT_NOT_FOUND },
})

/** What the Terms refund by the day of canceling. Amounts in cents. */
const refundSchedule = z.object({
  today: day(),
  /** The rules that are not over today, the earliest first. */
  rows: z.array(
    z.object({
      /** The first and last day of the rule. `from` is null for the rule that begins with the sign-up. */
      from: day().nullable(),
      until: day(),
      percent: z.int(),
      refund: cents(),
      /** The largest refund if another guest takes over the spot. Null if that changes nothing. */
      ifTaken: cents().nullable(),
    }),
  ),
  /** Cents paid that the rows refund. */
  paid: cents(),
  /** Card fees that a cancellation today would not refund. */
  fees: cents(),
  /** False if Stripe has not reported its fee yet. Then `fees` and the refunds are estimates. */
  feesKnown: z.boolean(),
})

/** What would be refunded if the guest canceled the stay today. Amounts in cents. */
const guestPlan = z.object({
  /** `today` is the day at the ranch, and `daysBefore` is how many days are left until the event starts. */
  today: day(),
  daysBefore: z.int(),
  /** How much of the money the rule of the Terms of Stay that applies today refunds. */
  percent: z.int(),
  /** Cents paid for the stay, minus earlier refunds. */
  paid: cents(),
  /**
   * Cents of `paid` that a bank has withdrawn because the guest disputes the payment. They are not refunded.
   */
  disputed: cents(),
  /** Card processing fees that the Terms let the venue keep. */
  fees: cents(),
  /**
   * False if Stripe has not reported its fee yet. Then `refund` is the maximum, and the site computes the final
   * amount later.
   */
  feesKnown: z.boolean(),
  /**
   * Cents to refund. `refundToCard` is refunded through Stripe. `refundByHand` is for manual payments, and an admin
   * gives it without Stripe.
   */
  refund: cents(),
  refundToCard: cents(),
  refundByHand: cents(),
  schedule: refundSchedule,
  /**
   * Guests of the party whose stays would be canceled, each with the refund in cents. Empty for a guest
   * without a party.
   */
  members: z.array(memberRefund),
})

export type GuestPlan = z.output<typeof guestPlan>

const OWN_STAY_FAILURES = {
  ...OF_RESERVATION,
  not_payer: PARTY_FAILURES.not_payer,
  not_companion: NOT_COMPANION,
  event_cancelled: EVENT_CANCELLED,
  event_started: EVENT_STARTED,
  hold: 'This is only a hold. It ends automatically, so there is nothing to cancel.',
  not_cancellable: 'This stay is no longer active, so there is nothing to cancel.',
} as const

export const getCancellation = endpoint({
  name: 'booking.getCancellation',
  route: 'GET reservation/cancellation',
  summary:
    'Returns the refund that a guest would get for canceling the stay today, by the private link. With `party` set to `all`, returns the refund for the payer’s whole party; with `companion`, the refund for one guest for whom the payer pays. Changes nothing. Fails if the stay is only held, already canceled or at an event that has started',
  access: 'link',
  query: z.object({ uuid: z.string().max(100), party: whoGoes.party, companion: id().optional() }),
  reply: guestPlan,
  failures: OWN_STAY_FAILURES,
})

export const cancelOwnStay = endpoint({
  name: 'booking.cancelOwnStay',
  route: 'POST reservation/cancel',
  summary:
    'Cancels a guest’s stay by its private link, or with `party` set to `all` the payer’s whole party, or with `companion` one guest for whom the payer pays, and refunds what the Terms of Stay promise. Send in `refund` the amount that the guest has seen (`GET reservation/cancellation`). If the guest would get another amount now, cancels nothing and fails with `moved`. A payer whose companions still come must send in `newPayer` the id of the companion who pays next, unless `party` is `all`. Sending the request again returns the same reply',
  access: 'link',
  body: z.object({
    uuid: z.string().max(100),
    refund: cents().min(0, 'Please enter $0.00 or more'),
    ...whoGoes,
    /** Id of the companion whose stay the payer cancels. */
    companion: id().nullish(),
  }),
  reply: z.object({ refund: cents(), refundToCard: cents(), refundByHand: cents(), feesKnown: z.boolean() }),
  failures: {
    ...OWN_STAY_FAILURES,
    ...PARTY_FAILURES,
    moved: 'The amount has changed in the meantime. Nothing was canceled.',
    ...MONEY_MOVES,
  },
})
