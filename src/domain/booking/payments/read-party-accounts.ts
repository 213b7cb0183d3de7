/** Reads, locks and writes the accounts of a party: its reservations, invoices with lines, payments and refunds. */
import { postInvoiceLines } from '#domain/money/ledger/store/post.ts'
import { listPaidParts } from '#domain/money/ledger/store/read.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { payments } from '#platform/database/schema/payments.ts'
import { isActive } from '#shared/reservation-status.ts'
import { isPayer } from '../domain/party.ts'
import {
  type BookedInvoice,
  type BookedPayment,
  countPartsByLines,
  followInvoices,
  linesFor,
  type PartyAccounts,
  splitOffGuests,
} from '../domain/party-accounts.ts'
import {
  changeInvoiceRow,
  deleteInvoiceRow,
  insertInvoice,
  listGuestsAround,
  listLinesOfStays,
  writeLines,
} from '../store/invoices.ts'
import { lockReservationsAndInvoices } from '../store/locks.ts'
import { listBilled, listLoosePayments, movePayment, lockPayments } from '../store/payments.ts'
import { listRefundsOf } from '../store/refunds.ts'
import {
  changeReservation,
  listCanceled,
  listParty,
  passCode,
  type ReservationRow,
} from '../store/reservations.ts'

/**
 * Returns whether a guest's accounts include other guests: the guest is in a party, or another guest once paid for
 * this guest.
 */
export const isInParty = async (db: Database, { id, partyId }: { id: number; partyId: number | null }) =>
  partyId !== null || (await listGuestsAround(db, [id])).length > 1

/** Returns the accounts of a guest's party, or of the guest alone. Undefined if there is no such guest. */
export async function findPartyAccounts(db: Database, id: number): Promise<PartyAccounts | undefined> {
  const guests = await listGuestsOfAccounts(db, id)
  return guests.some((guest) => guest.id === id) ? readAccounts(db, guests) : undefined
}

/**
 * Lists the guests of a guest's accounts: the party, other guests who paid for one of them, and guests who were split
 * off and for whom an invoice of the payer still has a line.
 */
async function listGuestsOfAccounts(db: Database, id: number): Promise<PartyAccounts['guests']> {
  const near = await listGuestsAround(db, [id])
  const payers = near.filter(isPayer).map((guest) => guest.id)
  const lines = await listLinesOfStays(db, payers)
  const known = new Set(near.map((guest) => guest.id))
  const named = [...lines.values()].flat().filter(({ reservationId }) => !known.has(reservationId))
  return named.length === 0
    ? near
    : listGuestsAround(db, [...known, ...named.map(({ reservationId }) => reservationId)])
}

async function readAccounts(db: Database, guests: PartyAccounts['guests']): Promise<PartyAccounts> {
  const ids = guests.map((guest) => guest.id)
  const billed = await listBilled(db, ids)
  const loose = await listLoosePayments(db, ids)
  const paid = [...billed.flatMap(({ payment }) => payment ?? []), ...loose]
  const given = await listRefundsOf(
    db,
    paid.map((payment) => payment.id),
  )
  const [first, second] = guests
  const isAlone = first?.partyId === null && !second
  const lines = isAlone ? new Map<number, never[]>() : await listLinesOfStays(db, ids)
  const withRefunds = paid.map(({ id: paymentId }) => {
    return { paymentId, refunds: given.filter((refund) => refund.paymentId === paymentId) }
  })
  const posted = await listPaidParts(db, withRefunds)
  const toPayment = ({ id: paymentId, ...payment }: typeof payments.$inferSelect): BookedPayment => {
    const parts = (posted.get(paymentId) ?? []).map(({ reservationId, ...part }) => {
      return { ...part, guestId: reservationId ?? payment.reservationId ?? 0 }
    })
    if (parts.reduce((sum, { amount }) => sum + amount, 0) !== payment.amount)
      throw new Error(`Payment ${paymentId} is not in the ledger. The next start of the site posts it`)
    return { ...payment, paymentId, parts, refunds: given.filter((refund) => refund.paymentId === paymentId) }
  }
  const booked = billed.map(({ invoice, payment }) => ({
    ...invoice,
    lines: lines.get(invoice.id) ?? [],
    payment: payment && toPayment(payment),
  }))
  booked.forEach(countPartsByLines)
  return {
    guests,
    invoices: booked,
    loose: loose.flatMap((payment) =>
      payment.reservationId === null ? [] : [{ ...toPayment(payment), reservationId: payment.reservationId }],
    ),
  }
}

/**
 * Locks the rows of a party's accounts until the transaction ends, and returns the accounts. The caller holds the
 * event's lock, so that no guest joins or leaves the party.
 */
export async function lockPartyAccounts(tx: Transaction, id: number): Promise<PartyAccounts | undefined> {
  const ids = (await listGuestsOfAccounts(tx, id)).map((guest) => guest.id)
  if (ids.length === 0) return undefined
  await lockReservationsAndInvoices(tx, { reservationIds: ids })
  await lockPayments(tx, { reservationIds: ids })
  return findPartyAccounts(tx, id)
}

/**
 * Writes what follows from an admin's change of the payer's invoices for guests who were split off or canceled.
 * `before` has the accounts from `lockPartyAccounts`, before the change. Returns the ids of the guests who were
 * split off, because other refunds may depend on what is paid for them.
 */
export async function writeInvoiceChange(
  tx: Transaction,
  { before, payerId, now }: { before: PartyAccounts; payerId: number; now: Date },
): Promise<number[]> {
  const ids = before.guests.map(({ id }) => id)
  const changed = await readAccounts(tx, await listGuestsAround(tx, ids))
  const canceled = await listCanceled(tx, ids)
  const after = followInvoices(before, changed, { payerId, canceled })
  await writePartyAccounts(tx, { before: changed, after, now })
  return splitOffGuests(before, payerId)
}

/**
 * Writes the changed accounts of a party, and raises the version of each reservation that changed. The caller holds
 * the locks. Pass `deleting` if a guest is about to be deleted: what was paid for that guest stays in the ledger under
 * the guest's number.
 */
export async function writePartyAccounts(
  tx: Transaction,
  {
    before,
    after,
    deleting = false,
    now,
  }: { before: PartyAccounts; after: PartyAccounts; deleting?: boolean; now: Date },
): Promise<void> {
  for (const guest of after.guests) {
    const was = before.guests.find(({ id }) => id === guest.id)
    const { id, partyId, price, share } = guest
    const isSame = was?.partyId === partyId && was.price === price && was.share === share
    if (!isSame) await changeReservation(tx, id, { changes: { partyId, price, share }, now })
    // The payer's reservation counts as the use of the discount code. So the use moves to the new payer (R41.5).
    if (partyId === id && was && was.partyId !== null && was.partyId !== id)
      await passCode(tx, { from: was.partyId, to: id })
  }
  for (const { id } of before.invoices) {
    if (after.invoices.every((invoice) => invoice.id !== id)) await deleteInvoiceRow(tx, id)
  }
  for (const invoice of after.invoices) {
    const was = before.invoices.find(({ id }) => id === invoice.id)
    await writeInvoice(tx, { invoice, was, deleting, now })
  }
}

/**
 * Computes the lines of an invoice again after its amount or kind changed. Each guest gets a share in proportion to
 * what they still have to pay, or the guest `only` gets all. The caller holds the payer's lock.
 */
export async function writeLinesAnew(
  tx: Transaction,
  { id, reservationId, only = null }: { id: number; reservationId: number; only?: number | null },
): Promise<void> {
  const books = await findPartyAccounts(tx, reservationId)
  const invoice = books?.invoices.find((one) => one.id === id)
  if (!books || !invoice) return
  const { amount } = invoice
  const lines = only === null ? linesFor(books, invoice) : [{ reservationId: only, amount }]
  if (lines.length > 0) await writeLines(tx, id, lines)
}

async function writeInvoice(
  tx: Transaction,
  {
    invoice,
    was,
    deleting,
    now,
  }: { invoice: BookedInvoice; was: BookedInvoice | undefined; deleting: boolean; now: Date },
): Promise<void> {
  const { id, lines, payment: _, ...terms } = invoice
  if (!was) {
    const made = await insertInvoice(tx, { ...terms, createdAt: now })
    if (lines.length > 0) await writeLines(tx, made, lines)
    return
  }
  const { amount, extra, reservationId } = terms
  if (was.amount !== amount || was.extra !== extra || was.reservationId !== reservationId)
    await changeInvoiceRow(tx, id, { amount, extra, reservationId })
  if (was.reservationId !== reservationId) await movePayment(tx, id, reservationId)
  if (JSON.stringify(was.lines) === JSON.stringify(lines)) return
  await writeLines(tx, id, lines)
  if (invoice.payment && !deleting) await postInvoiceLines(tx, id, now)
}

/** Returns this payer's companions who still come. */
export async function listCompanions(db: Database, row: ReservationRow): Promise<ReservationRow[]> {
  if (!isPayer(row)) return []
  return (await listParty(db, row.id)).filter(({ id, status }) => id !== row.id && isActive(status))
}
