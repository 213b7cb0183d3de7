/** A reservation with its invoices, as guests and admins see it. */
import { z } from 'zod'
import { eventOption, eventSummary } from '#domain/events/contract/events.ts'
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import { cents, day, id, instantText } from '#shared/fields.ts'
import { eachField, GUEST_DETAILS } from '#shared/guest-details.ts'
import { DETAILS_PROBLEMS } from '../domain/guest-actions.ts'

// Repeats the list of the database schema, because importing it would bundle the database library into the browser's
// code.
const STATUSES = [
  'pending',
  'confirmed',
  'cancelled',
  'expired',
  'refunded',
] as const satisfies readonly ReservationStatus[]

const PURPOSES = ['deposit', 'remainder', 'whole', 'other'] as const satisfies readonly InvoicePurpose[]

/** An option that a guest has chosen, with the price at that time. */
export const chosenOption = z.object({
  id: z.int(),
  kind: z.enum(['lodging', 'extra']),
  name: z.string(),
  price: cents(),
})

export const invoice = z.object({
  id: z.int(),
  reservationId: z.int(),
  /** `other` means that an admin added the invoice, or that it is the paid part of another invoice. */
  purpose: z.enum(PURPOSES),
  /** Name that an admin gave to the invoice. Null: the site derives a name from the purpose. */
  description: z.string().nullable(),
  /**
   * True if the invoice is for a part of the stay's price. False if it is an extra charge, which raises the total.
   */
  partOfPrice: z.boolean(),
  amount: cents(),
  paid: z.boolean(),
  datePaid: instantText().nullable(),
  paymentMethod: z.string().nullable(),
  /**
   * Name of the card that paid the invoice, such as `Visa 4242`. Null for a manual payment, and if the name is
   * unknown or was deleted.
   */
  card: z.string().nullable(),
  due: day().nullable(),
  createdAt: instantText(),
  sent: z.boolean(),
  dateSent: instantText().nullable(),
  /** Cents of the payment that were refunded, are being refunded, or that an admin still owes the guest. */
  refunded: cents(),
  /**
   * True if the guest's bank has withdrawn a part of the payment for a dispute. `withdrawn` is that part in cents.
   */
  disputed: z.boolean(),
  withdrawn: cents(),
  /** How much of the invoice's `amount` is for each guest of the party. */
  lines: z.array(z.object({ reservationId: z.int(), description: z.string(), amount: cents() })),
  /**
   * Stripe's secret for paying the invoice. Null if the invoice is paid, if Stripe cannot be reached, or in a reply
   * to an admin.
   */
  clientSecret: z.string().nullable(),
})

export type Invoice = z.output<typeof invoice>

/** A total in cents. Has no maximum, unlike a single payment, because it adds up many rows. */
const total = () => z.int().meta({ title: 'Cents' })

export const moneyShown = z.object({
  /** Price of the stay. `totalDue` is `price` plus `extras` minus `goodwill`. */
  price: total(),
  extras: total(),
  /** Cents by which goodwill refunds lower the total of the stay. */
  goodwill: total(),
  /**
   * Refunds in cents, by their cause. `late` refunds are for payments that came too late, twice, or without a
   * sign-up. An `overpayment` was paid beyond the total of the stay, so refunding it does not lower that total.
   */
  refunded: z.object({ late: total(), cancellation: total(), overpayment: total(), goodwill: total() }),
  /**
   * Cents that the guest must still pay. `owedNow` is due now, has no due day, or has no invoice yet. `toCome` is
   * due later. Both are 0 if the stay has ended.
   */
  owedNow: total(),
  toCome: total(),
  stillToPay: total(),
  /**
   * `notInvoiced` is the part of `stillToPay` that has no invoice yet. `overInvoiced` is how much more the unpaid
   * invoices ask for than is left to pay of the total. Both in cents.
   */
  notInvoiced: total(),
  overInvoiced: total(),
  credit: total(),
  /** Cents of `totalPaid` that banks have withdrawn because the guest disputes a payment. */
  withdrawn: total(),
  /** True if the stay is active, nothing is left to pay, and no dispute withholds a part of the payments. */
  paidUp: z.boolean(),
})

export type MoneyShown = z.output<typeof moneyShown>

/** A guest of a party, without the details that only this guest may see. */
const partyMember = z.object({
  id: z.int(),
  customerName: z.string(),
  status: z.enum(STATUSES),
  /**
   * True if the party's held spots wait until the payer confirms them by e-mail. The same for all guests of
   * the party.
   */
  waitsForMailbox: z.boolean(),
  payer: z.boolean(),
  /**
   * True if this guest has filled in their details. Null if the guest who sends the request may not know that
   * (R39.4).
   */
  detailsGiven: z.boolean().nullable(),
  /** True if this guest has an e-mail address. Null if the guest who sends the request may not know that. */
  hasEmail: z.boolean().nullable(),
  /**
   * Private link of a guest without an e-mail address, which the payer passes on to that guest. Null once the link
   * was used.
   */
  uuid: z.uuid().nullable(),
  /**
   * What the payer pays for this guest's stay, in cents. For a canceled guest: what the venue keeps. Null if the guest
   * who sends the request may not know that.
   */
  price: total().nullable(),
  /**
   * Set for a canceled guest. `fees` is the part of `price` that is card fees, in cents. `decided` is false while the
   * refund waits for Stripe's fee; then `price` contains the refund too.
   */
  kept: z.object({ fees: cents(), decided: z.boolean() }).nullable(),
})

export const party = z.object({
  payer: z.boolean(),
  /**
   * All guests of the party, the payer first. In replies to a companion, the `uuid` of the others is null.
   */
  members: z.array(partyMember),
})

export type Party = z.output<typeof party>

export const reservation = z.object({
  id: z.int(),
  uuid: z.uuid(),
  status: z.enum(STATUSES),
  holdExpiresAt: instantText().nullable(),
  /** True if the held spots wait until the payer presses the button in the e-mail, not for a payment (R46.2). */
  waitsForMailbox: z.boolean(),
  customerName: z.string(),
  email: z.string(),
  ...eachField(GUEST_DETAILS, () => z.string().nullable()),
  safetyConsent: z.boolean(),
  photoConsent: z.boolean(),
  totalDue: total(),
  totalPaid: total(),
  fullyPaid: z.boolean(),
  money: moneyShown,
  additionalInformationProvided: z.boolean(),
  eventName: z.string(),
  event: eventSummary,
  /** Null if the guest is in no party. A companion's `totalDue` is 0, because the payer has the invoices. */
  party: party.nullable(),
  options: z.array(chosenOption),
  /** Discount by a code, already subtracted from the stay's price. Missing if there is none. */
  discount: z.object({ code: z.string().nullable(), amount: cents() }).optional(),
  invoices: z.array(invoice),
})

export type Reservation = z.output<typeof reservation>

/** What has become of the payments of a stay that has ended, in cents. `paid` is the total of the other amounts. */
const endedMoney = z.object({
  paid: total(),
  /** Cents of refunds that were made. */
  refunded: total(),
  /** Cents of refunds that an admin must still make, because no card can take them or Stripe refused them. */
  toRefundByHand: total(),
  /** Cents of refunds that are requested from Stripe but not made yet. */
  toRefundToCards: total(),
  /** Cents that the venue keeps, including what banks have withdrawn because of disputes. */
  kept: total(),
  /** Cents of `kept` that are card fees, which the Terms of Stay do not refund. */
  fees: total(),
  /** True while the refund waits for Stripe's fee. Then `kept` contains the refund too. */
  undecided: z.boolean(),
})

export type EndedMoney = z.output<typeof endedMoney>

/** Fields about a stay that has ended. They are missing while the stay is active, and in lists of reservations. */
export const shownEnd = { ended: endedMoney.optional() }

/** What was paid for a stay until its cancellation, and how much of that amount is refunded. All in cents. */
const cancelledStay = z.object({
  by: z.enum(['guest', 'retreat']),
  paid: cents(),
  refund: cents(),
  /** False if Stripe has not reported its fee for the payment yet. Then the refund is not decided either. */
  feesKnown: z.boolean(),
  /** True if another guest took over the spot. That guest's payments then decide the refund (R45.1). */
  replaced: z.boolean(),
  /**
   * True if the guest who took over the spot still has to pay. That payment may raise the refund of this stay
   * (R45.3).
   */
  awaitsTaker: z.boolean(),
})

/** A card that Stripe saves for paying the remainder (R42). */
const keptCard = z.object({
  /** Name of the card, such as `Visa 4242`; null if unknown. */
  card: z.string().nullable(),
  /**
   * The amount that the saved card will be charged, and the first possible day for that. Null if no unpaid invoice
   * has a due day.
   */
  charge: z
    .object({
      amount: cents(),
      on: day(),
      /** True if the bank has already declined the saved card. */
      declined: z.boolean(),
    })
    .nullable(),
})

export type KeptCard = z.output<typeof keptCard>

/** Fields about a saved card. They are missing if the guest saved no card. */
export const shownCard = {
  keptCard: keptCard.optional(),
  /**
   * True if a card was saved and then deleted, and the remainder is not paid. The guest must then pay the remainder
   * themselves.
   */
  cardForgotten: z.boolean().optional(),
}

/** A reservation, with the fields that only the guest's own page shows. */
export const guestReservation = reservation.extend({
  /**
   * Token in the guest's link to the directions. It serves only to record that the guest has opened them, so the
   * guest can safely forward the link.
   */
  attendeeToken: z.uuid(),
  directionsSeen: z.boolean(),
  /** The host's phone number. Null unless the stay is confirmed and the event is not canceled. */
  hostPhone: z.string().nullable(),
  /** True if the guest agreed to the same Terms of Stay that are published now. */
  termsCurrent: z.boolean(),
  /** Why the guest cannot save the final details now; null if they can. */
  detailsProblem: z.enum(DETAILS_PROBLEMS).nullable(),
  /** The last day on which the guest can change the final details. */
  changeUntil: day(),
  /** Name of the guest's room, from a week before the start, if the event shows rooms. Otherwise null. */
  room: z.string().nullable(),
  /** Options that this guest can choose now; empty once choices can no longer change. */
  offered: z.array(eventOption),
  /** The day on which all personal data of the stay is deleted. */
  deletedOn: day(),
  cancellation: cancelledStay.nullable(),
  ...shownEnd,
  ...shownCard,
  /**
   * Taxes that `totalDue` includes, with their rates in hundredths of a percent and their amounts in cents. Missing if
   * there are none.
   */
  taxes: z.array(z.object({ name: z.string(), rate: z.int(), amount: cents() })).optional(),
  /**
   * Totals of the stay's refunds in cents. Refunds to a card: `underWay` and `done`. Refunds without a card: `owed`
   * and `given` by an admin.
   */
  refundTotals: z.object({
    underWay: cents(),
    /** Cents that Stripe holds back because the venue's balance there is too low. Not part of `underWay`. */
    held: cents(),
    done: cents(),
    owed: cents(),
    given: cents(),
  }),
})

export type GuestReservation = z.output<typeof guestReservation>

/** Fields of a request that changes a reservation: its id, and its version when the admin read it. */
export const ofVersion = { id: id(), version: z.int() }

const STALE = 'Someone else has changed this reservation in the meantime. Nothing was saved.'

export const RESERVATION_NOT_FOUND = [404, 'Reservation not found'] as const

export const PURGED = [410, 'This information has been deleted, as promised.'] as const

/** Failures of every call about one reservation, found by private link or id. */
export const OF_RESERVATION = { not_found: RESERVATION_NOT_FOUND, purged: PURGED } as const

/** Failures of an admin's changes that send the `version` of the reservation. */
export const OF_VERSION = { ...OF_RESERVATION, stale: STALE } as const

export const IN_PARTY =
  'This guest’s stay was paid together with others, so the cancellation cannot be undone. Please add the guest again.'

export const COMPANION_STAYS =
  'Someone else pays for this guest. Move the payer, and the whole party moves too. Or split this guest off first.'

export const NOT_COMPANION = 'You don’t pay for this guest, so you can’t change their stay.'

/** Failures of a change if a bank, Stripe or the guest has changed a payment in the meantime. */
export const MONEY_MOVES = {
  payment_processing:
    'A bank is working on a payment right now. Nothing was changed. Please wait for its answer, then try again.',
  payment_arrived:
    'A payment arrived just now and is recorded. Nothing else was changed. Please check the reservation again.',
  changed_meanwhile: 'A guest is paying at this moment. Nothing was changed. Please try again.',
} as const
