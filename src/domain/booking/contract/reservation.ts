/** A reservation with its invoices, as guests and admins see it. */
import { z } from 'zod'
import { eventOption, eventSummary } from '#domain/events/contract/events.ts'
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import { cents, day, id, instantText } from '#shared/fields.ts'
import { eachField, GUEST_DETAILS } from '#shared/guest-details.ts'
import { DETAILS_PROBLEMS } from '../domain/guest-actions.ts'

// Listed here again because importing the schema's list would bundle the database library into the browser.
const STATUSES = [
  'pending',
  'confirmed',
  'cancelled',
  'expired',
  'refunded',
] as const satisfies readonly ReservationStatus[]

const PURPOSES = ['deposit', 'remainder', 'whole', 'other'] as const satisfies readonly InvoicePurpose[]

/** A choice, with the option's price at the time it was made. */
export const chosenOption = z.object({
  id: z.int(),
  kind: z.enum(['lodging', 'extra']),
  name: z.string(),
  price: cents(),
})

export const invoice = z.object({
  id: z.int(),
  reservationId: z.int(),
  /** `other`: an admin added the invoice, or it is the paid part of another one. */
  purpose: z.enum(PURPOSES),
  /** Name that an admin gave it; null: the name follows from its purpose. */
  description: z.string().nullable(),
  /** True: it is for part of the stay's price. False: it is an extra charge, which raises the total. */
  partOfPrice: z.boolean(),
  amount: cents(),
  paid: z.boolean(),
  datePaid: instantText().nullable(),
  paymentMethod: z.string().nullable(),
  /** Card that paid it, such as `Visa 4242`. Null for a manual payment, or if the card is unknown or deleted. */
  card: z.string().nullable(),
  due: day().nullable(),
  createdAt: instantText(),
  sent: z.boolean(),
  dateSent: instantText().nullable(),
  /** Cents refunded, being refunded, or owed by hand. */
  refunded: cents(),
  /** True if disputes hold part of it now; `withdrawn` are the cents they hold. */
  disputed: z.boolean(),
  withdrawn: cents(),
  /** Parts of the amount, each with its guest's reservation. They add up to `amount`. */
  lines: z.array(z.object({ reservationId: z.int(), description: z.string(), amount: cents() })),
  /** Null if it is paid, if Stripe is unreachable, or for an admin. */
  clientSecret: z.string().nullable(),
})

export type Invoice = z.output<typeof invoice>

/** Adds up many rows, so it may exceed the limit of a single payment. */
const total = () => z.int().meta({ title: 'Cents' })

/** The totals of a reservation, in cents. */
export const moneyShown = z.object({
  /** Price of the stay. `totalDue` is `price` plus `extras` less `goodwill`. */
  price: total(),
  /** Extra charges. */
  extras: total(),
  /** Cents by which goodwill refunds lower the total. */
  goodwill: total(),
  /** Refunds by cause. `overpayment` returned more than the total, so it does not lower the total. */
  refunded: z.object({ late: total(), cancellation: total(), overpayment: total(), goodwill: total() }),
  /**
   * Still to be paid. `owedNow` is due now, at any time or not invoiced yet; `toCome` is due later. 0 if the stay
   * has ended.
   */
  owedNow: total(),
  toCome: total(),
  stillToPay: total(),
  /** Part of `stillToPay` without an invoice, and the cents that unpaid invoices ask beyond the total. */
  notInvoiced: total(),
  overInvoiced: total(),
  /** Paid beyond the total. */
  credit: total(),
  /** Part of `totalPaid` that disputes hold now. */
  withdrawn: total(),
  /** True if the stay is active, nothing is left to pay and no bank holds any of it. */
  paidUp: z.boolean(),
})

export type MoneyShown = z.output<typeof moneyShown>

/** One guest of a party. The other guests do not see their details. */
const partyMember = z.object({
  id: z.int(),
  customerName: z.string(),
  status: z.enum(STATUSES),
  /** True if the hold waits for the payer's mailbox, even if this guest's own status differs. */
  waitsForMailbox: z.boolean(),
  /** True if this guest pays for the party. */
  payer: z.boolean(),
  /** True if they have filled in their details; null if this guest may not know (R39.4). */
  detailsGiven: z.boolean().nullable(),
  /** True if they have an e-mail address; null if this guest may not know. */
  hasEmail: z.boolean().nullable(),
  /** Private link of a guest without an e-mail address, for the payer to hand on. Null once it was used. */
  uuid: z.uuid().nullable(),
})

export const party = z.object({
  /** True if this guest pays for the party. */
  payer: z.boolean(),
  /** Everyone in the party, the payer first. A companion sees no `uuid` of the others. */
  members: z.array(partyMember),
})

export type Party = z.output<typeof party>

export const reservation = z.object({
  id: z.int(),
  uuid: z.uuid(),
  status: z.enum(STATUSES),
  holdExpiresAt: instantText().nullable(),
  /** True if the hold waits for the button in the payer's e-mail, not for a payment (R46.2). */
  waitsForMailbox: z.boolean(),
  customerName: z.string(),
  email: z.string(),
  ...eachField(GUEST_DETAILS, () => z.string().nullable()),
  safetyConsent: z.boolean(),
  photoConsent: z.boolean(),
  totalDue: total(),
  totalPaid: total(),
  fullyPaid: z.boolean(),
  /** The amounts behind the totals. */
  money: moneyShown,
  additionalInformationProvided: z.boolean(),
  eventName: z.string(),
  event: eventSummary,
  /** Null for a guest alone. A companion's `totalDue` is 0, because the payer has the invoices. */
  party: party.nullable(),
  /** Chosen options. Their prices are part of the stay's price. */
  options: z.array(chosenOption),
  /** Discount of this stay by a code, already part of the price. Missing if there is none. */
  discount: z.object({ code: z.string().nullable(), amount: cents() }).optional(),
  invoices: z.array(invoice),
})

export type Reservation = z.output<typeof reservation>

/** How a stay was canceled: what was paid by then, and what was decided to be refunded. In cents. */
const cancelledStay = z.object({
  by: z.enum(['guest', 'retreat']),
  paid: cents(),
  refund: cents(),
  /** False if Stripe has not reported its fee yet, so the refund is not decided. */
  feesKnown: z.boolean(),
  /** True if somebody took over the spot. Their payments then decide the refund (R45.1). */
  replaced: z.boolean(),
  /** True if the taker still comes and has not paid everything: more refund may follow (R45.3). */
  awaitsTaker: z.boolean(),
})

/** A card that Stripe keeps for the remainder (R42). */
const keptCard = z.object({
  /** Card name, such as `Visa 4242`; null if unknown. */
  card: z.string().nullable(),
  /** Amount that will be charged, and the first possible day. Null if no invoice with a due day is open. */
  charge: z
    .object({
      amount: cents(),
      on: day(),
      /** True if the bank has declined it before. */
      declined: z.boolean(),
    })
    .nullable(),
})

export type KeptCard = z.output<typeof keptCard>

/** Fields about a saved card, as guests and admins see them. Missing if none was saved. */
export const shownCard = {
  keptCard: keptCard.optional(),
  /** True if a card was saved and is deleted, and the remainder is still open. The guest must pay it. */
  cardForgotten: z.boolean().optional(),
}

/** A reservation, with the fields that only the guest's own page shows. */
export const guestReservation = reservation.extend({
  /** Token of the directions link. It reports that the guest opened them, and gives access to nothing. */
  attendeeToken: z.uuid(),
  directionsSeen: z.boolean(),
  /** The host's phone. Null unless the stay is confirmed and the event is not canceled. */
  hostPhone: z.string().nullable(),
  /** True if the guest agreed to the Terms of Stay that are published now. */
  termsCurrent: z.boolean(),
  /** Why details cannot be given or changed; null if they can. */
  detailsProblem: z.enum(DETAILS_PROBLEMS).nullable(),
  /** Last day on which saved details can be changed. */
  changeUntil: day(),
  /** Name of their room, from a week before the start if the event shows rooms; otherwise null. */
  room: z.string().nullable(),
  /** Options that this guest can choose from; empty once choices can no longer change. */
  offered: z.array(eventOption),
  /** Day on which all personal data is deleted. */
  deletedOn: day(),
  /** Null if the stay was not canceled. */
  cancellation: cancelledStay.nullable(),
  ...shownCard,
  /** Cents being refunded and refunded by card, and owed and given by hand. */
  refundTotals: z.object({ underWay: cents(), done: cents(), owed: cents(), given: cents() }),
})

export type GuestReservation = z.output<typeof guestReservation>

/** A reservation's id, and the version of it that the admin saw. */
export const ofVersion = { id: id(), version: z.int() }

// Refusals that several endpoints share.

const STALE = 'Somebody else has changed this reservation in the meantime. Nothing was saved.'

export const RESERVATION_NOT_FOUND = [404, 'Reservation not found'] as const

export const PURGED = [410, 'This information has been deleted, as promised.'] as const

/** Failures of calls about one reservation, by private link or id. */
export const OF_RESERVATION = { not_found: RESERVATION_NOT_FOUND, purged: PURGED } as const

/** Failures of an admin's changes that name a version. */
export const OF_VERSION = { ...OF_RESERVATION, stale: STALE } as const

export const IN_PARTY =
  'Somebody pays, or has paid, for this guest together with others, so the cancellation cannot be undone. Please add the guest again.'

export const COMPANION_STAYS =
  'Somebody else pays for this guest. Move the payer, and the whole party moves too, or split this guest off first.'

/** Refusals because a bank, Stripe or the guest changed the money first. */
export const MONEY_MOVES = {
  payment_processing:
    'A bank is working on a payment right now. Nothing was changed; please wait for its answer and try again.',
  payment_arrived: 'A payment arrived just now and is recorded. Nothing else was changed; please look again.',
  changed_meanwhile: 'Somebody is paying at this moment. Nothing was changed; please try again.',
} as const
