/** Cancelling a stay, by an admin or by its guest, and cancelling an event (R5.1, R5.3). */
import { z } from 'zod'
import {
  EVENT_CANCELLED,
  EVENT_ENDED,
  EVENT_NOT_FOUND,
  EVENT_STARTED,
} from '#features/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, id, instantText, optionalText } from '#shared/fields.ts'
import type { UndoProblem } from '../domain/admin-actions.ts'
import { adminReservation } from './admin.ts'
import { IN_PARTY, MONEY_MOVES, OF_RESERVATION, OF_VERSION, ofVersion } from './reservation.ts'
import { CANCELLED_BY, memberRefund, WHO_GOES } from './refunds.ts'

/** Of a party: whether one goes, or the payer and the whole party; and who pays for the others from then on. */
const whoGoes = { party: z.enum(WHO_GOES).default('one'), newPayer: id().nullish() }

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
    'Cancels a reservation, or with `party` `all` everybody for whom it pays: frees the spots, ends the open payments, asks for the refunds once and tells the guests. `refund` overrides the sum of the terms and needs a `reason`; so does `replacementFound` where it refunds more. A payer who cancels alone names the next one in `newPayer`',
  access: 'admin',
  body: z.object({
    ...ofVersion,
    cancelledBy: z.enum(CANCELLED_BY).default('guest'),
    replacementFound: z.boolean().default(false),
    /** The whole sum to refund, in cents; missing: what the terms give. */
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
    'Undoes the cancellation of a stay while a spot is free and nothing was or is to be refunded because of it; its invoices are as they were',
  access: 'admin',
  body: z.object({ ...ofVersion, sendEmail: z.boolean().default(true) }),
  reply: z.object({ reservation: adminReservation }),
  failures: { ...OF_VERSION, ...UNDO_REFUSED },
})

const cancelProgress = z.object({
  cancelledAt: instantText().nullable(),
  /** Reservations that were cancelled or had ended; that still stand. */
  done: z.int(),
  left: z.int(),
  /** Refunds that the provider has not made yet. */
  refundsLeft: z.int(),
  /** Cents that are still to be refunded by hand; what the provider refused among them. */
  owed: z.int(),
})

export type CancelProgress = z.output<typeof cancelProgress>

/** The plan of cancelling an event now. All sums in cents. */
const eventCancellationPlan = z.object({
  startDateDate: day(),
  endDateDate: day(),
  /** Confirmed reservations: each is cancelled, and told by mail. */
  guests: z.int(),
  /** Spots that are held at this moment, at a card form or by an offer to the waitlist. */
  holds: z.int(),
  /** Entries of the waitlist, and the spots that they want: they are offered nothing any more. */
  waiting: z.int(),
  spotsWanted: z.int(),
  /** Cents that go back through the provider, fees too. */
  refundToCards: cents(),
  /** Cents that came otherwise, and are owed by hand. */
  refundByHand: cents(),
  /** Cents that banks hold or ask for: nothing of them goes back. */
  disputed: cents(),
})

export type EventCancellationPlan = z.output<typeof eventCancellationPlan>

const EVENT_OVER =
  'This retreat is over, so it can no longer be canceled. To return money, refund single invoices.'

export const cancelEvent = endpoint({
  name: 'booking.cancelEvent',
  route: 'POST auth/event/cancel',
  summary:
    'The retreat cancels: nobody can sign up any more, and every reservation is canceled with a full refund, one after the other in the background; repeating it does nothing more',
  access: 'admin',
  body: z.object({ id: id() }),
  reply: z.object({ progress: cancelProgress }),
  failures: { not_found: EVENT_NOT_FOUND, event_ended: EVENT_OVER },
})

export const getEventCancellationPlan = endpoint({
  name: 'booking.getEventCancellationPlan',
  route: 'GET auth/event/cancellationPlan',
  summary:
    'Whom canceling an event now would concern, and what would be refunded, by the rules that canceling itself follows',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: eventCancellationPlan,
  failures: { not_found: EVENT_NOT_FOUND, event_cancelled: EVENT_CANCELLED, event_ended: EVENT_OVER },
})

export const getCancelProgress = endpoint({
  name: 'booking.getCancelProgress',
  route: 'GET auth/event/cancelProgress',
  summary: 'How far the canceling of an event has come',
  access: 'admin',
  query: z.object({ id: id() }),
  reply: cancelProgress,
  failures: { not_found: EVENT_NOT_FOUND },
})

/** The plan of cancelling today. Sums in cents. */
const guestPlan = z.object({
  /** The ranch's day that it was worked out on, and how many there are until the start. */
  today: day(),
  daysBefore: z.int(),
  /** Today's tier of the Terms of Stay, in words, and what it gives of what was paid. */
  tier: z.string(),
  percent: z.int(),
  /** Paid, net of what was refunded before. */
  paid: cents(),
  /** Of it, the cents that disputes hold at present: a bank has taken them back, and nothing is refunded of them. */
  disputed: cents(),
  /** The card company's fees that the terms keep. */
  fees: cents(),
  /** False: the card company has not told its fee yet. `refund` is then the most that comes back; the sum follows by itself. */
  feesKnown: z.boolean(),
  /** Cents that come back: to the card, and by hand those that did not come by card. */
  refund: cents(),
  refundToCard: cents(),
  refundByHand: cents(),
  /** Of a party: who would be canceled, with the cents of each that come back to who paid. Empty: they came alone. */
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
  summary: 'What canceling a stay today would refund, by its private link',
  access: 'link',
  query: z.object({ uuid: z.string().max(100), party: whoGoes.party }),
  reply: guestPlan,
  failures: OWN_STAY_FAILURES,
})

export const cancelOwnStay = endpoint({
  name: 'booking.cancelOwnStay',
  route: 'POST reservation/cancel',
  summary:
    'A guest cancels their stay by its private link, or with `party` `all` everybody for whom they pay. A payer who cancels alone names the next one in `newPayer`. `refund` is the sum that they were shown: when it is another one by now, nothing is canceled. Repeating it does nothing more',
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
