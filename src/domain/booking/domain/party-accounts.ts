/**
 * The accounts of a party (R39.3, R39.5, R39.6): what each guest's stay costs, what the payer owes, and what was
 * paid for whom. A guest without a party has accounts of one guest. Each function returns the accounts after its
 * change and keeps three equations (docs/decisions/0079). The lines of an invoice add up to its amount. The shares
 * of all guests, plus payments for guests who were split off, add up to the payer's price. The payments for each
 * guest add up to all payments. Pure.
 */
import type { InvoicePurpose, reservations } from '#platform/database/schema/booking.ts'
import type { refunds } from '#platform/database/schema/payments.ts'
import type { Day } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE, shares } from '#shared/money.ts'
import {
  allRefunded,
  NOTHING_REFUNDED,
  REFUND_CAUSES,
  refundCause,
  type Refunded,
} from '#shared/reservation-money.ts'
import { planPriceChange } from './choices.ts'
import type { InvoiceTerms } from './invoices.ts'
import { type InvoiceLineFor, isPayer, linesOf, ownPrice, payerOf } from './party.ts'
import { amountFor } from './invoice-parts.ts'
import { estimateCardFee, refundableCents, type Received } from './refund-policy.ts'
import { handKey, mustRefundByHand } from './refunds.ts'

type BookedGuest = Pick<typeof reservations.$inferSelect, 'id' | 'partyId' | 'price' | 'share'>

interface BookedRefund extends Pick<
  typeof refunds.$inferSelect,
  'id' | 'key' | 'amount' | 'overpayment' | 'reason' | 'status'
> {
  /** When an admin decided that the venue keeps the money of a refund that Stripe refused. */
  keptAt?: Date | null
}

/** What a payment is for one guest, and what was refunded of that, by cause. Comes from the ledger. */
export interface PaidPart {
  guestId: number
  amount: Cents
  refunded: Refunded
}

/** A payment with all its refunds, in the order in which they were decided. */
export interface BookedPayment extends Omit<Received, 'refunded'> {
  refunds: BookedRefund[]
  /** A part for each guest for whom the invoice has a line. They add up to the payment. */
  parts: PaidPart[]
}

/** An invoice in the accounts. A negative `id` means that the invoice is not in the database yet. */
export interface BookedInvoice extends InvoiceTerms {
  id: number
  reservationId: number
  purpose: InvoicePurpose
  lines: InvoiceLineFor[]
  payment: BookedPayment | null
}

export interface PartyAccounts {
  /**
   * All guests of the party, guests outside it who once paid for one of them, and guests who were split off and for
   * whom an invoice of the payer still has a line.
   */
  guests: BookedGuest[]
  invoices: BookedInvoice[]
  /** Fully refunded payments that no longer belong to an invoice. */
  loose: (BookedPayment & { reservationId: number })[]
}

/**
 * Returns the dedupe key of a refund for a guest's canceled stay. With `%` as the payment's id, returns an SQL
 * `like` pattern for the first refund of every payment. `given` is the number of cents that earlier decisions
 * refunded for this stay. So each further refund gets its own key.
 */
export const refundKeyOf = (guestId: number, paymentId: number | '%', given: Cents = 0): string =>
  `cancelled:${guestId}:${paymentId}${given > 0 ? `:${given}` : ''}`

const leftOf = ({ amount, refunded }: PaidPart): Cents => Math.max(0, amount - allRefunded(refunded))

/**
 * Returns what was received for one guest by a payment. Disputed money is shared in proportion to what is left of each
 * guest's part, and Stripe's fee in proportion to the parts. Undefined if nothing was paid for this guest.
 */
function receivedBy(payment: BookedPayment, guestId: number): Received | undefined {
  const { paymentId, method, paidAt, parts } = payment
  const index = parts.findIndex((part) => part.guestId === guestId)
  const part = parts[index]
  if (!part) return undefined
  const amounts = parts.map(({ amount }) => amount)
  const withdrawn = shares(payment.withdrawn, parts.map(leftOf))[index] ?? 0
  const fee = payment.fee === null ? null : (shares(payment.fee, amounts)[index] ?? 0)
  const { amount } = part
  return { paymentId, method, paidAt, amount, refunded: allRefunded(part.refunded), fee, withdrawn }
}

/**
 * Returns whether a refund is for this guest's cancellation. A manual refund that replaces one that Stripe refused
 * counts for the same guest.
 */
function isFor({ key }: BookedRefund, guestId: number, { paymentId, refunds }: BookedPayment): boolean {
  const refused = refunds.find(({ id }) => key === handKey(id))
  return `${refused?.key ?? key}:`.startsWith(`${refundKeyOf(guestId, paymentId)}:`)
}

/**
 * Returns an invoice's lines for the guests. An invoice for one guest only may have no lines, so it gets a single
 * one here.
 */
export const linesIn = ({ lines, reservationId, amount }: BookedInvoice): readonly InvoiceLineFor[] =>
  lines.length > 0 ? lines : [{ reservationId, amount }]

/** Returns the payments that were made for one guest, no matter which guest paid. */
export function receivedFor({ invoices, loose }: PartyAccounts, guestId: number): Received[] {
  const billed = invoices.flatMap(({ payment }) => (payment && receivedBy(payment, guestId)) ?? [])
  const own = loose.filter(({ reservationId }) => reservationId === guestId)
  return [
    ...billed,
    ...own.map((payment) => {
      const standing = payment.refunds.filter(({ status }) => status !== 'failed')
      const { paymentId, method, paidAt, amount, fee, withdrawn } = payment
      const refunded = sumOf(standing.map((refund) => refund.amount))
      return { paymentId, method, paidAt, amount, refunded, fee, withdrawn }
    }),
  ]
}

const withEstimatedFee = <Payment extends BookedPayment>(payment: Payment): Payment =>
  payment.method === 'card' && payment.fee === null
    ? { ...payment, fee: estimateCardFee(payment.amount) }
    : payment

/** Returns the accounts with an estimate of each card fee that Stripe has not reported yet (R51.2). */
export function withEstimatedFees(books: PartyAccounts): PartyAccounts {
  const invoices = books.invoices.map((invoice) => ({
    ...invoice,
    payment: invoice.payment && withEstimatedFee(invoice.payment),
  }))
  return { ...books, invoices, loose: books.loose.map(withEstimatedFee) }
}

/**
 * Returns the refunds of a guest's cancellation, including manual ones that replaced refused ones. `toGive` is true
 * if Stripe refused the refund and an admin must still give it, or has decided to keep its money.
 */
function cancellationRefunds({ invoices, loose }: PartyAccounts, guestId: number) {
  const paid = [...invoices.flatMap(({ payment }) => payment ?? []), ...loose]
  return paid.flatMap((payment) => {
    const { paymentId, amount, withdrawn } = payment
    const rows = payment.refunds.map((refund) => Object.assign({ paymentId }, refund))
    const refunded = sumOf(rows.filter(({ status }) => status !== 'failed').map((row) => row.amount))
    const of = { payment: { amount, withdrawn, refunded }, refunds: rows }
    return rows
      .filter((row) => isFor(row, guestId, payment))
      .map((row) =>
        Object.assign(row, {
          toGive: row.status === 'failed' && (Boolean(row.keptAt) || mustRefundByHand(row, of)),
        }),
      )
  })
}

/**
 * Returns the cents that Stripe refused to refund for a canceled guest, and that an admin must still give without
 * Stripe.
 */
export const refusedFor = (books: PartyAccounts, guestId: number): Cents =>
  sumOf(cancellationRefunds(books, guestId).flatMap(({ toGive, amount }) => (toGive ? [amount] : [])))

/**
 * Returns the cents of all refunds of a guest's cancellation (`asked`), and of those that still count (`standing`).
 * A refund does not count if Stripe refused it because the same money had already been refunded in Stripe's
 * dashboard. A later decision counts the dashboard's refund instead.
 */
export function cancellationTotals(books: PartyAccounts, guestId: number): { asked: Cents; standing: Cents } {
  const refunds = cancellationRefunds(books, guestId)
  const standing = refunds.filter(({ status, toGive }) => status !== 'failed' || toGive)
  return {
    asked: sumOf(refunds.map(({ amount }) => amount)),
    standing: sumOf(standing.map(({ amount }) => amount)),
  }
}

/**
 * Returns the cents paid toward a guest's price that the venue still has: neither refunded nor withdrawn by a bank.
 * Extra charges do not count.
 */
export const paidForStay = (books: PartyAccounts, guestId: number): Cents => {
  const invoices = books.invoices.filter(({ extra }) => !extra)
  const money = receivedFor({ ...books, invoices, loose: [] }, guestId)
  return money.reduce((sum, line) => sum + refundableCents(line), 0)
}

/** Returns the price of a guest's own stay in cents, no matter which guest pays for it. */
export function stayPrice(books: PartyAccounts, guestId: number): Cents {
  const guest = guestOf(books, guestId)
  // When a guest was split off, payments by others were subtracted from the guest's price. So they are added again
  // here.
  return guest.partyId === null ? guest.price + paidByOthers(books, guestId) : ownPrice(guest)
}

/**
 * Returns the cents paid for one guest, minus refunds for a cancellation, a late payment or an overpayment.
 * Goodwill refunds are not subtracted.
 */
const paidLessRefunds = (
  { invoices }: PartyAccounts,
  guestId: number,
  which: (invoice: BookedInvoice) => boolean,
): Cents =>
  invoices.filter(which).reduce((sum, { payment }) => {
    const part = payment?.parts.find((one) => one.guestId === guestId)
    // A goodwill refund lowers the total of the stay, not the price.
    return part ? sum + part.amount - allRefunded({ ...part.refunded, goodwill: 0 }) : sum
  }, 0)

/**
 * Splits an overpayment among the guests of the party. Only guests for whom more was paid than their stay costs get
 * a part. Returns no lines for a guest in no party.
 */
export function overpaymentLines(
  books: PartyAccounts,
  invoiceId: number,
  overpayment: Cents,
): InvoiceLineFor[] {
  const invoice = books.invoices.find(({ id }) => id === invoiceId)
  if (!invoice?.payment || invoice.lines.length === 0) return []
  const isPrice = (one: BookedInvoice) => one.reservationId === invoice.reservationId && !one.extra
  const parts = invoice.payment.parts.map(({ guestId, amount, refunded }) => {
    const share = books.guests.find(({ id }) => id === guestId)?.share
    // A guest who was split off has no share in these accounts. Payments for that guest are part of the payer's
    // price.
    const over = typeof share === 'number' ? paidLessRefunds(books, guestId, isPrice) - share : 0
    return { reservationId: guestId, most: Math.max(0, Math.min(over, amount - allRefunded(refunded))) }
  })
  const named = Math.min(
    overpayment,
    parts.reduce((sum, { most }) => sum + most, 0),
  )
  const amounts = shares(
    named,
    parts.map(({ most }) => most),
  )
  return parts.flatMap(({ reservationId }, index) => {
    const amount = amounts[index] ?? 0
    return amount > 0 ? [{ reservationId, amount }] : []
  })
}

/**
 * For a refund that fails because later refunds have already returned its money. If it was to return an
 * overpayment, those later refunds do that now. Returns them with their new `overpayment`.
 */
export function passOverpaymentOn(
  received: Cents,
  all: readonly Pick<BookedRefund, 'id' | 'amount' | 'overpayment' | 'reason' | 'status'>[],
  failingId: number,
): { id: number; overpayment: Cents }[] {
  const counted = all.filter(({ status }) => status !== 'failed')
  const failing = counted.find(({ id }) => id === failingId)
  let left = Math.min(
    failing?.overpayment ?? 0,
    Math.max(0, sumOf(counted.map(({ amount }) => amount)) - received),
  )
  return counted.flatMap(({ id, amount, overpayment, reason }) => {
    const more =
      id > failingId && refundCause(reason) === 'goodwill' ? Math.min(left, amount - overpayment) : 0
    left -= more
    return more > 0 ? [{ id, overpayment: overpayment + more }] : []
  })
}

const sumOf = (cents: readonly Cents[]): Cents => cents.reduce((sum, one) => sum + one, 0)

const copyOf = (books: PartyAccounts): PartyAccounts => structuredClone(books)

function guestOf({ guests }: PartyAccounts, id: number): BookedGuest {
  const guest = guests.find((one) => one.id === id)
  if (!guest) throw new Error(`Reservation ${id} is not in these books`)
  return guest
}

/** Changes the price of a guest's own stay by `cents`, and with it the price that the payer pays. */
function addToShare(books: PartyAccounts, guestId: number, cents: Cents): void {
  const guest = guestOf(books, guestId)
  guestOf(books, payerOf(guest)).price += cents
  if (guest.share !== null) guest.share += cents
}

const isUnpaid = ({ payment }: BookedInvoice) => payment === null

/**
 * Takes a part of a guest's line out of an invoice. Deletes the invoice if the amount left is too small for a card.
 */
function reduceInvoiceLine(
  books: PartyAccounts,
  invoice: BookedInvoice,
  { reservationId, amount }: InvoiceLineFor,
): void {
  invoice.lines = linesIn(invoice).flatMap((line) => {
    if (line.reservationId !== reservationId) return [line]
    return line.amount > amount ? [{ reservationId, amount: line.amount - amount }] : []
  })
  invoice.amount -= amount
  if (invoice.amount < LEAST_CHARGE) books.invoices = books.invoices.filter((one) => one !== invoice)
}

/**
 * Reduces the amounts of a party when one of its guests is canceled or deleted, before any refund. Unpaid invoices
 * no longer ask for this guest's stay, and its price becomes what was paid for it. `refundGuest` later subtracts
 * the refund from that price. A paid extra charge becomes part of the price, also its lines for guests who were
 * split off. The invoices of a guest in no party stay unchanged (decision 24).
 */
export function leaveParty(before: PartyAccounts, guestId: number): PartyAccounts {
  const books = copyOf(before)
  const guest = guestOf(books, guestId)
  if (guest.share === null) return books
  for (const invoice of books.invoices.filter(({ reservationId }) => reservationId === payerOf(guest))) {
    const amount = amountFor(invoice, guestId)
    if (amount === 0) continue
    if (isUnpaid(invoice)) reduceInvoiceLine(books, invoice, { reservationId: guestId, amount })
    else invoice.extra = false
  }
  followSplitOff(before, books, payerOf(guest))
  const kept = paidLessRefunds(books, guestId, ({ reservationId }) => reservationId === payerOf(guest))
  addToShare(books, guestId, kept - guest.share)
  return books
}

/**
 * Refunds what was paid for a guest to the guest who paid. In a party, the payer's price falls by the same amount.
 */
export function refundGuest(
  before: PartyAccounts,
  guestId: number,
  refunds: readonly { paymentId: number; refund: Cents }[],
): PartyAccounts {
  const books = copyOf(before)
  const guest = guestOf(books, guestId)
  for (const { paymentId, refund: amount } of refunds) {
    const invoice = books.invoices.find(({ payment }) => payment?.paymentId === paymentId)
    if (!invoice?.payment || amount === 0) continue
    const key = refundKeyOf(guestId, paymentId)
    const { refunds: given, parts } = invoice.payment
    given.push({ id: -1, key, amount, overpayment: 0, reason: 'cancelled', status: 'requested' })
    const part = parts.find((one) => one.guestId === guestId)
    if (part) part.refunded.cancellation += amount
    const payer = guestOf(books, invoice.reservationId)
    if (payer.partyId === null) continue
    payer.price = Math.max(0, payer.price - amount)
    if (guest.share !== null && payerOf(guest) === payer.id) guest.share = Math.max(0, guest.share - amount)
  }
  return books
}

/**
 * Makes a companion the payer of the party. All the party's invoices, paid or not, then belong to the new payer.
 */
export function handOver(before: PartyAccounts, nextId: number): PartyAccounts {
  const books = copyOf(before)
  const next = guestOf(books, nextId)
  const payer = guestOf(books, payerOf(next))
  for (const invoice of books.invoices) {
    if (invoice.reservationId !== payer.id) continue
    invoice.lines = [...linesIn(invoice)]
    invoice.reservationId = nextId
  }
  next.price += payer.price
  payer.price = 0
  for (const guest of books.guests) if (guest.partyId === payer.id) guest.partyId = nextId
  return books
}

/**
 * Splits a companion off from the party, so that they pay for themselves. Payments that were already made for the
 * companion stay with the guest who made them.
 */
export function splitOff(before: PartyAccounts, guestId: number, today: Day): PartyAccounts {
  const books = copyOf(before)
  const guest = guestOf(books, guestId)
  const payer = guestOf(books, payerOf(guest))
  const isTheirs = ({ reservationId }: BookedInvoice) => reservationId === payer.id
  const isPrice = (invoice: BookedInvoice) => isTheirs(invoice) && !invoice.extra
  const share = guest.share ?? 0
  keepExcess(books, guestId, paidLessRefunds(books, guestId, isPrice) - share)
  const paid = paidLessRefunds(books, guestId, isPrice)
  payer.price += paid - share
  guest.price = Math.max(0, share - paid)
  guest.partyId = null
  guest.share = null
  moveUnpaidPart(books, guestId, payer.id)
  const asked = books.invoices.filter((one) => one.reservationId === guestId && !one.extra)
  const rest = asked.reduce((left, { amount }) => left - amount, guest.price)
  invoicePriceChange(books, guestId, { difference: rest, description: null, today })
  return endPartyOfOne(books, payer.id)
}

/**
 * Moves up to `excess` cents from a companion's lines of paid invoices to the payer's lines. Otherwise the payer
 * would lose the credit for what was paid beyond the price of the companion's stay.
 */
function keepExcess(books: PartyAccounts, guestId: number, excess: Cents): void {
  const payerId = payerOf(guestOf(books, guestId))
  let left = Math.max(0, excess)
  for (const invoice of books.invoices) {
    const { reservationId, extra, payment } = invoice
    const part = payment?.parts.find((one) => one.guestId === guestId)
    if (reservationId !== payerId || extra || !payment || !part) continue
    const moved = Math.min(left, leftOf(part), amountFor(invoice, guestId))
    if (moved === 0) continue
    part.amount -= moved
    partOf(payment, payerId).amount += moved
    left -= moved
    invoice.lines = linesIn(invoice).flatMap((line) => {
      if (line.reservationId !== guestId) return [line]
      return line.amount > moved ? [{ ...line, amount: line.amount - moved }] : []
    })
    invoice.amount -= moved
    increaseInvoiceLine(invoice, { reservationId: payerId, amount: moved })
  }
}

/** Returns a guest's part of a payment. Adds an empty part if the guest has none. */
function partOf({ parts }: BookedPayment, guestId: number): PaidPart {
  const known = parts.find((part) => part.guestId === guestId)
  if (known) return known
  const part = { guestId, amount: 0, refunded: { ...NOTHING_REFUNDED } }
  parts.push(part)
  return part
}

/** Returns the ids of guests outside the payer's party for whom the payer's invoices have lines. */
export const splitOffGuests = ({ guests, invoices }: PartyAccounts, payerId: number): number[] => {
  const theirs = invoices.filter(({ reservationId }) => reservationId === payerId)
  return guests
    .filter((guest) => payerOf(guest) !== payerId && theirs.some((one) => amountFor(one, guest.id) > 0))
    .map(({ id }) => id)
}

/**
 * Returns the cents of the payer's price that the payer's invoices have lines for: what was paid for a guest, less
 * refunds, and what unpaid invoices ask for the guest.
 */
function namedFor(books: PartyAccounts, guestId: number, payerId: number): Cents {
  const own = books.invoices.filter(({ reservationId, extra }) => reservationId === payerId && !extra)
  const unpaid = own.filter(isUnpaid).map((invoice) => amountFor(invoice, guestId))
  return paidLessRefunds(books, guestId, (invoice) => own.includes(invoice)) + sumOf(unpaid)
}

/**
 * Adjusts the accounts after an admin has changed or deleted invoices of a payer. What is no longer paid for a guest
 * who was split off is part of that guest's own price again, and unpaid invoices ask that guest for it. What the
 * venue kept for a canceled guest falls with the lines for that guest.
 */
export function followInvoices(
  before: PartyAccounts,
  changed: PartyAccounts,
  { payerId, canceled }: { payerId: number; canceled: readonly number[] },
): PartyAccounts {
  const books = copyOf(changed)
  for (const guestId of splitOffGuests(before, payerId)) moveUnpaidPart(books, guestId, payerId)
  followSplitOff(before, books, payerId)
  for (const { id, share } of partyMembers(books, payerId)) {
    if (!canceled.includes(id)) continue
    const kept = Math.min(share ?? 0, namedFor(before, id, payerId))
    addToShare(books, id, Math.min(0, namedFor(books, id, payerId) - kept))
  }
  return endPartyOfOne(books, payerId)
}

/**
 * Moves between the payer's price and those of split-off guests what the payer's invoices now have lines for, more or
 * less than `before`.
 */
function followSplitOff(before: PartyAccounts, books: PartyAccounts, payerId: number): void {
  for (const guestId of splitOffGuests(before, payerId)) {
    const fallen = namedFor(before, guestId, payerId) - namedFor(books, guestId, payerId)
    guestOf(books, payerId).price -= fallen
    addToShare(books, guestId, Math.max(fallen, -ownPrice(guestOf(books, guestId))))
  }
}

/** Moves a guest's part of the payer's unpaid invoices to the guest who pays for this guest now. */
function moveUnpaidPart(books: PartyAccounts, guestId: number, payerId: number): void {
  const next = guestOf(books, payerOf(guestOf(books, guestId)))
  for (const invoice of books.invoices.filter((one) => one.reservationId === payerId && isUnpaid(one))) {
    const amount = amountFor(invoice, guestId)
    if (amount === 0) continue
    const lines = next.partyId === null ? [] : [{ reservationId: guestId, amount }]
    if (amount === invoice.amount) {
      Object.assign(invoice, { reservationId: next.id, lines })
      continue
    }
    reduceInvoiceLine(books, invoice, { reservationId: guestId, amount })
    if (amount >= LEAST_CHARGE) addInvoice(books, { ...invoice, reservationId: next.id, amount, lines })
  }
}

/**
 * Returns the cents of the payer's price that are not for a guest who still comes: what the Terms kept for canceled
 * guests, and payments for guests who were split off.
 */
export function keptOfOthers({ guests }: PartyAccounts, payerId: number, coming: readonly number[]): Cents {
  const { price } = guests.find(({ id }) => id === payerId) ?? { price: 0 }
  const shared = guests.filter(({ id }) => coming.includes(id))
  return shared.reduce((left, { share }) => left - (share ?? 0), price)
}

/**
 * Returns the cents that other guests have paid for a guest who was split off. They count as paid toward that
 * guest's stay.
 */
export const paidByOthers = (books: PartyAccounts, guestId: number): Cents =>
  paidLessRefunds(books, guestId, ({ reservationId, extra }) => reservationId !== guestId && !extra)

/** Splits the payer's unpaid invoices among the guests again, in proportion to what each guest still has to pay. */
export function redistributeUnpaid(before: PartyAccounts, payerId: number): PartyAccounts {
  const books = copyOf(before)
  const members = partyMembers(books, payerId)
  if (members.length === 0) return books
  const own = books.invoices.filter(({ reservationId, extra }) => reservationId === payerId && !extra)
  const left = members.map(({ id, share }) => {
    const paid = own.reduce((sum, invoice) => (isUnpaid(invoice) ? sum : sum + amountFor(invoice, id)), 0)
    return { id, share: Math.max(0, (share ?? 0) - paid) }
  })
  const unpaid = own.filter(isUnpaid)
  const lines = linesOf(unpaid, left)
  for (const [index, invoice] of unpaid.entries()) invoice.lines = lines[index] ?? []
  return books
}

/** Returns the guests of a party, the payer first. */
const partyMembers = ({ guests }: PartyAccounts, payerId: number): BookedGuest[] =>
  guests
    .filter(({ partyId }) => partyId === payerId)
    .toSorted((one, other) => Number(isPayer(other)) - Number(isPayer(one)) || one.id - other.id)

/**
 * Adds a companion whose stay costs `price` cents to a party. A guest who came alone becomes the payer of a new
 * party.
 */
export function joinParty(
  before: PartyAccounts,
  { payerId, guestId, price, today }: { payerId: number; guestId: number; price: Cents; today: Day },
): PartyAccounts {
  const books = copyOf(before)
  const payer = guestOf(books, payerId)
  payer.share ??= payer.price
  payer.partyId = payer.id
  books.guests.push({ id: guestId, partyId: payer.id, price: 0, share: 0 })
  addToShare(books, guestId, price)
  invoicePriceChange(books, guestId, { difference: price, description: null, today })
  return books
}

/** Changes the price of a guest's stay, and changes the payer's invoices by the difference. */
export function reprice(
  before: PartyAccounts,
  guestId: number,
  change: { difference: Cents; description: string | null; today: Day },
): PartyAccounts {
  const books = copyOf(before)
  addToShare(books, guestId, change.difference)
  invoicePriceChange(books, guestId, change)
  return books
}

/**
 * Distributes a change of a guest's price over the payer's unpaid invoices as `planPriceChange` decides. A decrease
 * is taken only from this guest's lines.
 */
function invoicePriceChange(
  books: PartyAccounts,
  guestId: number,
  { difference, description, today }: { difference: Cents; description: string | null; today: Day },
): void {
  const payer = guestOf(books, payerOf(guestOf(books, guestId)))
  const unpaid = books.invoices.filter(
    (invoice) => invoice.reservationId === payer.id && isUnpaid(invoice) && !invoice.extra,
  )
  const theirs = unpaid.flatMap((invoice) => {
    const amount = difference < 0 ? amountFor(invoice, guestId) : invoice.amount
    return amount > 0 ? [{ ...invoice, amount }] : []
  })
  const plan = planPriceChange(difference, theirs)
  for (const { id, amount } of plan.changed) {
    const invoice = unpaid.find((one) => one.id === id)
    const was = theirs.find((one) => one.id === id)
    if (!invoice || !was) continue
    const line = { reservationId: guestId, amount: Math.abs(amount - was.amount) }
    if (amount < was.amount) reduceInvoiceLine(books, invoice, line)
    else increaseInvoiceLine(invoice, line)
    if (payer.partyId === null) invoice.lines = []
  }
  if (plan.added === 0) return
  const lines = payer.partyId === null ? [] : [{ reservationId: guestId, amount: plan.added }]
  const terms = { purpose: 'other', amount: plan.added, due: today, description, extra: false } as const
  addInvoice(books, { ...terms, reservationId: payer.id, lines })
}

function increaseInvoiceLine(invoice: BookedInvoice, { reservationId, amount }: InvoiceLineFor): void {
  const lines = linesIn(invoice)
  const own = lines.find((line) => line.reservationId === reservationId)
  invoice.lines = [
    ...lines.filter((line) => line !== own),
    { reservationId, amount: (own?.amount ?? 0) + amount },
  ]
  invoice.amount += amount
}

function addInvoice(books: PartyAccounts, invoice: Omit<BookedInvoice, 'id' | 'payment'>): void {
  const { reservationId, purpose, amount, due, description, extra, lines } = invoice
  const id = -1 - books.invoices.filter((one) => one.id < 0).length
  books.invoices.push({ id, reservationId, purpose, amount, due, description, extra, lines, payment: null })
}

/**
 * Deletes a guest from the accounts. Invoices no longer ask for the guest's unpaid part, and payments for the guest
 * count for the payer.
 */
export function deleteGuest(before: PartyAccounts, guestId: number): PartyAccounts {
  const books = leaveParty(before, guestId)
  const guest = guestOf(books, guestId)
  const payers = new Set<number>()
  for (const invoice of books.invoices) {
    const amount = amountFor(invoice, guestId)
    if (amount === 0 || invoice.reservationId === guestId) continue
    payers.add(invoice.reservationId)
    const payer = guestOf(books, invoice.reservationId)
    if (payerOf(guest) !== payer.id && !invoice.extra)
      payer.share = (payer.share ?? 0) + paidLessRefunds(books, guestId, (one) => one === invoice)
    if (invoice.payment) passPartOn(invoice.payment, guestId, payer.id)
    const paid = invoice.amount
    invoice.lines = invoice.lines.filter((line) => line.reservationId !== guestId)
    invoice.amount -= amount
    increaseInvoiceLine(invoice, { reservationId: invoice.reservationId, amount: paid - invoice.amount })
  }
  if (guest.partyId !== null && !isPayer(guest)) {
    const payer = guestOf(books, payerOf(guest))
    payer.share = (payer.share ?? 0) + (guest.share ?? 0)
    payers.add(payer.id)
  }
  if (isPayer(guest)) {
    const others = books.guests.filter(({ partyId }) => partyId === guestId)
    for (const other of others) Object.assign(other, { partyId: null, share: null })
  }
  books.guests = books.guests.filter((one) => one !== guest)
  return [...payers].reduce(endPartyOfOne, books)
}

/**
 * Counts a payment for the guests for whom its invoice has lines. What the ledger has for others, for example for a
 * deleted guest, counts for the guest who paid.
 */
export function countPartsByLines(invoice: BookedInvoice): void {
  const named = new Set(linesIn(invoice).map(({ reservationId }) => reservationId))
  const { payment, reservationId } = invoice
  for (const { guestId } of payment?.parts ?? [])
    if (payment && !named.has(guestId)) passPartOn(payment, guestId, reservationId)
}

/** Counts a guest's part of a payment, and what was refunded of it, for another guest. */
function passPartOn(payment: BookedPayment, guestId: number, nextId: number): void {
  const next = partOf(payment, nextId)
  for (const part of payment.parts.filter((one) => one.guestId === guestId)) {
    next.amount += part.amount
    for (const cause of REFUND_CAUSES) next.refunded[cause] += part.refunded[cause]
  }
  payment.parts = payment.parts.filter((part) => part.guestId !== guestId)
}

/**
 * Dissolves a party in which only the payer is left, unless an invoice still has a line for another guest.
 */
function endPartyOfOne(books: PartyAccounts, payerId: number): PartyAccounts {
  const payer = guestOf(books, payerId)
  const own = books.invoices.filter(({ reservationId }) => reservationId === payerId)
  const isAlone =
    books.guests.every((guest) => guest === payer || guest.partyId !== payerId) &&
    own.every((invoice) => linesIn(invoice).every(({ reservationId }) => reservationId === payerId))
  if (!isAlone) return books
  payer.partyId = null
  payer.share = null
  for (const invoice of own) invoice.lines = []
  return books
}

/**
 * Returns the lines of an invoice, in proportion to what each guest still has to pay. An extra charge is for one
 * guest. Lines for guests who have left the party stay unchanged.
 */
export function linesFor(
  books: PartyAccounts,
  { id, reservationId, amount, extra, lines }: Omit<BookedInvoice, 'payment'>,
): InvoiceLineFor[] {
  const members = partyMembers(books, reservationId)
  if (members.length === 0) return []
  if (extra) {
    const [only, second] = lines
    return [{ reservationId: only && !second ? only.reservationId : reservationId, amount }]
  }
  const others = books.invoices.filter(
    (one) => one.id !== id && one.reservationId === reservationId && !one.extra,
  )
  const left = members.map((member) => {
    const asked = others.reduce((sum, invoice) => sum + amountFor(invoice, member.id), 0)
    return { id: member.id, share: Math.max(0, (member.share ?? 0) - asked) }
  })
  const leavers = lines.filter((line) => members.every(({ id: memberId }) => memberId !== line.reservationId))
  const kept = leavers.reduce((sum, line) => sum + line.amount, 0)
  if (kept >= amount)
    return (
      linesOf(
        [{ amount }],
        leavers.map((line) => ({ id: line.reservationId, share: line.amount })),
      )[0] ?? []
    )
  const [found = []] = linesOf([{ amount: amount - kept }], left)
  return [...leavers, ...found]
}
