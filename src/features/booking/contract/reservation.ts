/** A reservation with its invoices, as guests and admins are shown it. */
import { z } from 'zod'
import { eventOption, eventSummary } from '#features/events/contract/events.ts'
import type { InvoicePurpose, ReservationStatus } from '#platform/database/schema/booking.ts'
import { cents, day, id, instantText } from '#shared/fields.ts'
import { eachField, GUEST_DETAILS } from '#shared/guest-details.ts'
import { DETAILS_PROBLEMS } from '../domain/guest-actions.ts'

// The schema's own list would bring the database's library into the browser.
const STATUSES = [
  'pending',
  'confirmed',
  'cancelled',
  'expired',
  'refunded',
] as const satisfies readonly ReservationStatus[]

const PURPOSES = ['deposit', 'remainder', 'whole', 'other'] as const satisfies readonly InvoicePurpose[]

/** A choice as it was made, at the price that it had then. */
export const chosenOption = z.object({
  id: z.int(),
  kind: z.enum(['lodging', 'extra']),
  name: z.string(),
  price: cents(),
})

export const invoice = z.object({
  id: z.int(),
  reservationId: z.int(),
  /** The invoice's purpose; `other`: an admin added it, or it is the paid part of another one. */
  purpose: z.enum(PURPOSES),
  /** The admin's name for it; null: its purpose says it. */
  description: z.string().nullable(),
  /** True: it asks for the price of the stay; false: an extra charge, which raises the total. */
  partOfPrice: z.boolean(),
  amount: cents(),
  paid: z.boolean(),
  datePaid: instantText().nullable(),
  paymentMethod: z.string().nullable(),
  /** With which card: `Visa 4242`; null: by hand, not told, or forgotten. */
  card: z.string().nullable(),
  due: day().nullable(),
  createdAt: instantText(),
  sent: z.boolean(),
  dateSent: instantText().nullable(),
  /** Cents refunded: given back, on their way, or owed by hand. */
  refunded: cents(),
  /** True: disputes hold some of it at present; and the cents that they hold. */
  disputed: z.boolean(),
  withdrawn: cents(),
  /** The parts of it, each with the reservation that it is for: they sum to its amount. */
  lines: z.array(z.object({ reservationId: z.int(), description: z.string(), amount: cents() })),
  /** Null: paid, provider down, or for an admin. */
  clientSecret: z.string().nullable(),
})

export type Invoice = z.output<typeof invoice>

/** Sums of many rows may be more than one payment can be. */
const total = () => z.int().meta({ title: 'Cents' })

/** The totals of a reservation, in cents. */
export const moneyShown = z.object({
  /** Of the stay itself; with `extras`, less `goodwill`, it makes `totalDue`. */
  price: total(),
  /** Invoices on top of it. */
  extras: total(),
  /** Cents by which goodwill refunds lower what is due. */
  goodwill: total(),
  /** Refunds by cause; `overpayment`: they returned what was paid beyond the total, which they left as it is. */
  refunded: z.object({ late: total(), cancellation: total(), overpayment: total(), goodwill: total() }),
  /** Still to be paid: due now, at any time or not invoiced yet, and due on a later day; 0 of a stay that does not stand. */
  owedNow: total(),
  toCome: total(),
  stillToPay: total(),
  /** Parts of `stillToPay`: what no invoice asks for, and what unpaid ones ask for beyond the total. */
  notInvoiced: total(),
  overInvoiced: total(),
  /** Paid beyond the total. */
  credit: total(),
  /** Part of `totalPaid` that disputes hold at present. */
  withdrawn: total(),
  /** The stay stands, nothing is left to pay and no bank holds any of it. */
  paidUp: z.boolean(),
})

export type MoneyShown = z.output<typeof moneyShown>

/** One of a party, whoever pays for it; what they told is their own. */
const partyMember = z.object({
  id: z.int(),
  customerName: z.string(),
  status: z.enum(STATUSES),
  /** The hold waits for the payer's mailbox, whatever became of the guest whose page shows this. */
  waitsForMailbox: z.boolean(),
  /** Pays for all of them. */
  payer: z.boolean(),
  /** True: the retreat was told what it needs to know of them; null: that is not for this guest to know (R39.4). */
  detailsGiven: z.boolean().nullable(),
  /** True: there is an e-mail address for them; null: not for this guest to know. */
  hasEmail: z.boolean().nullable(),
  /** The private link of who has no e-mail address, for the payer to hand on, until it was used; null: none to hand on. */
  uuid: z.uuid().nullable(),
})

export const party = z.object({
  /** True: this guest pays for all of it. */
  payer: z.boolean(),
  /** All of them, the payer first; a companion is told no `uuid` of the others. */
  members: z.array(partyMember),
})

export type Party = z.output<typeof party>

export const reservation = z.object({
  id: z.int(),
  uuid: z.uuid(),
  status: z.enum(STATUSES),
  holdExpiresAt: instantText().nullable(),
  /** The hold waits for the button in the e-mail to its payer, and for no payment (R46.2). */
  waitsForMailbox: z.boolean(),
  customerName: z.string(),
  email: z.string(),
  ...eachField(GUEST_DETAILS, () => z.string().nullable()),
  safetyConsent: z.boolean(),
  photoConsent: z.boolean(),
  totalDue: total(),
  totalPaid: total(),
  fullyPaid: z.boolean(),
  /** The sums that the totals are made of. */
  money: moneyShown,
  additionalInformationProvided: z.boolean(),
  eventName: z.string(),
  event: eventSummary,
  /** Null: this guest came alone. Of a companion `totalDue` is 0, and the invoices stand with the payer. */
  party: party.nullable(),
  /** The choices of what the event offers; part of the price. */
  options: z.array(chosenOption),
  /** The discount of this guest's stay by a code; part of the price. Missing: none. */
  discount: z.object({ code: z.string().nullable(), amount: cents() }).optional(),
  invoices: z.array(invoice),
})

export type Reservation = z.output<typeof reservation>

/** The cancellation of a stay, in cents: what had been paid by then, and what of it was decided to go back. */
const cancelledStay = z.object({
  by: z.enum(['guest', 'retreat']),
  paid: cents(),
  refund: cents(),
  /** False: the card company has not told its fee yet, so the refund is still to be decided. */
  feesKnown: z.boolean(),
  /** Somebody took the spot, so what they pay decides the refund (R45.1). */
  replaced: z.boolean(),
  /** They still come and have not paid everything yet: more of it may follow (R45.3). */
  awaitsTaker: z.boolean(),
})

/** A card that the provider keeps for the remainder (R42). */
const keptCard = z.object({
  /** Which one: `Visa 4242`; null: not told. */
  card: z.string().nullable(),
  /** The sum that will be charged to it and from which day, unless the invoice changes; null: nothing is to be paid on a certain day. */
  charge: z
    .object({
      amount: cents(),
      on: day(),
      /** The bank has declined it before. */
      declined: z.boolean(),
    })
    .nullable(),
})

export type KeptCard = z.output<typeof keptCard>

/** A kept card as guests and admins are shown it; nothing where none was kept. */
export const shownCard = {
  keptCard: keptCard.optional(),
  /** One was kept and is no more, and the rest is still to be paid: by the guest themselves. */
  cardForgotten: z.boolean().optional(),
}

/** A reservation with what only the guest's own page shows. */
export const guestReservation = reservation.extend({
  /** The token of the link to the directions: it reports that they were seen, and opens nothing. */
  attendeeToken: z.uuid(),
  directionsSeen: z.boolean(),
  /** The host's phone; null unless the stay is confirmed and its event stands. */
  hostPhone: z.string().nullable(),
  /** True: the Terms of Stay that were agreed to are those published now. */
  termsCurrent: z.boolean(),
  /** Null: the details can be given or changed. */
  detailsProblem: z.enum(DETAILS_PROBLEMS).nullable(),
  /** The last day on which details that were given can still be changed. */
  changeUntil: day(),
  /** The name of their room, from a week before the start and where guests are shown it; null: not yet. */
  room: z.string().nullable(),
  /** The options that the event offers to this guest; empty when they cannot change their choices any more. */
  offered: z.array(eventOption),
  /** The day on which everything personal is deleted. */
  deletedOn: day(),
  /** Null: it was not cancelled, or ended otherwise. */
  cancellation: cancelledStay.nullable(),
  ...shownCard,
  /** Cents that go back or went: by the card's bank, and by hand. */
  refundTotals: z.object({ underWay: cents(), done: cents(), owed: cents(), given: cents() }),
})

export type GuestReservation = z.output<typeof guestReservation>

/** A reservation by its number, and its version that the admin saw. */
export const ofVersion = { id: id(), version: z.int() }

// Refusals that several calls about a reservation share.

const STALE = 'Somebody else has changed this reservation in the meantime. Nothing was saved.'

export const RESERVATION_NOT_FOUND = [404, 'Reservation not found'] as const

export const PURGED = [410, 'This information has been deleted, as promised.'] as const

/** Calls about one reservation, by its private link or its number. */
export const OF_RESERVATION = { not_found: RESERVATION_NOT_FOUND, purged: PURGED } as const

/** Changes of a reservation by an admin, who saw a version of it. */
export const OF_VERSION = { ...OF_RESERVATION, stale: STALE } as const

/** A cancellation of one of a party is not undone. */
export const IN_PARTY =
  'Somebody pays, or has paid, for this guest together with others, so the cancellation cannot be undone. Please add the guest again.'

/** A companion moves with the payer, or alone. */
export const COMPANION_STAYS =
  'Somebody else pays for this guest. Move the payer, and the whole party moves too, or split this guest off first.'

/** The bank, the provider or the guest was faster. */
export const MONEY_MOVES = {
  payment_processing:
    'A bank is working on a payment right now. Nothing was changed; please wait for its answer and try again.',
  payment_arrived: 'A payment arrived just now and is recorded. Nothing else was changed; please look again.',
  changed_meanwhile: 'Somebody is paying at this moment. Nothing was changed; please try again.',
} as const
