/**
 * Adds, changes or deletes an invoice for an admin (R12.4). Before changing or deleting, cancels any card payment
 * that could still pay the old invoice.
 */
import { confirmHold } from '../payments/confirm-hold.ts'
import { retractEmails, enqueueEmail } from '#platform/email-queue.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import { invoiceLabel, partDescription } from '#shared/invoice-label.ts'
import type { Cents } from '#shared/money.ts'
import { postInvoiceLines } from '#domain/money/ledger/store/post.ts'
import type { BookingDeps } from '../deps.ts'
import {
  editRefusal,
  type HandPayment,
  type InvoiceFacts,
  type InvoicePlan,
  type InvoiceTerms,
  type InvoiceWish,
  deleteRefusal,
  planChange,
  planNew,
  type Refused,
  type ReservationFacts,
  uninvoiced,
} from '../domain/invoices.ts'
import { isCompanion, payerOf } from '../domain/party.ts'
import type { PartyAccounts } from '../domain/party-accounts.ts'
import { enqueueReplaced } from '../payments/cancel-with-refund.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import {
  changeInvoiceRow,
  deleteInvoiceRow,
  findInvoicePlace,
  insertInvoice,
  listInvoiceTerms,
} from '../store/invoices.ts'
import { lockEventOfHold, lockReservation } from '../store/locks.ts'
import {
  findInvoiceFacts,
  deleteHandPayment,
  insertHandPayment,
  readMoney,
  updateHandPayment,
} from '../store/payments.ts'
import { lockPartyAccounts, writeInvoiceChange, writeLinesAnew } from '../payments/read-party-accounts.ts'
import { changeReservation, findReservation } from '../store/reservations.ts'

interface NewInvoice {
  reservationId: number
  amount: Cents
  /**
   * The new invoice's name and due day, whether it is an extra charge, and its manual payment if it has one.
   */
  wish: InvoiceWish
  /** Version of the reservation when the admin read it; null accepts any. */
  version: number | null
  by: Actor
}

export async function addInvoice(
  deps: BookingDeps,
  { reservationId: guestId, amount, wish, version, by }: NewInvoice,
): Promise<{ id: number } | Refused<'not_found' | 'purged' | 'stale' | 'invalid' | 'not_standing'>> {
  const now = deps.now()
  return deps.db.transaction(async (tx) => {
    await lockEventOfHold(tx, guestId)
    const guest = await findReservation(tx, guestId)
    // A companion has no invoices. So an invoice for a companion belongs to the payer's reservation.
    const reservation = guest && (await lockReservation(tx, payerOf(guest)))
    if (!reservation) return { code: 'not_found' }
    const { id: reservationId } = reservation
    const left = uninvoiced(reservation.price, await listInvoiceTerms(tx, reservationId))
    const seen = isCompanion(guest) ? editRefusal(guest, version) : null
    const plan =
      seen ??
      editRefusal(reservation, isCompanion(guest) ? null : version) ??
      planNew(reservation, { amount, left, wish, now })
    if ('code' in plan) return plan
    const { terms, payment } = plan
    const paidUpBefore = await isPaidUp(tx, reservation, now)
    const id = await insertInvoice(tx, { ...terms, reservationId, createdAt: now })
    await writeLinesAnew(tx, { id, reservationId, only: isCompanion(guest) ? guestId : null })
    const facts: InvoiceFacts = { ...terms, id, purpose: 'other', payment: null, reservation }
    const taken = await writePayment(tx, facts, { deps, payment, amount, now })
    await writeConsequences(tx, facts, { deps, by, now, taken, paidUpBefore })
    const details = { amount, partOfPrice: !terms.extra, paymentMethod: payment?.method ?? null }
    const created = { action: 'invoice.created', details } as const
    const entries = payment ? [created, { action: 'invoice.paid', details } as const] : [created]
    await noteInvoice(tx, facts, { deps, by, now, entries })
    return { id }
  })
}

interface InvoiceEdit {
  id: number
  /** Version of the reservation when the admin read it; null accepts any. */
  version: number | null
  by: Actor
}

/** Reasons why an invoice can neither be changed nor deleted. */
type Stays = 'not_found' | 'purged' | 'stale' | 'paid_by_card' | 'given_back' | NotStopped

export async function editInvoice(
  deps: BookingDeps,
  edit: InvoiceEdit & { wish: InvoiceWish },
): Promise<'done' | Refused<Stays | 'invalid' | 'not_standing' | 'void'>> {
  const { wish, by } = edit
  return changeAfterStoppingPayments(deps, edit, {
    decide: (facts, now) => planChange(facts, wish, now),
    write: async (tx, facts, { plan, books, now }) => {
      const paidUpBefore = await isPaidUp(tx, facts.reservation, now)
      const { terms, payment, part } = plan
      await changeInvoiceRow(tx, facts.id, terms)
      const reservationId = facts.reservation.id
      // What was refunded of a payment was refunded for certain guests. So the payment stays theirs.
      const isRefunded = (facts.payment?.refunds ?? 0) > 0
      const isOther = part !== null || terms.amount !== facts.amount || terms.extra !== facts.extra
      if (isOther && !isRefunded) await writeLinesAnew(tx, { id: facts.id, reservationId })
      const paid =
        part === null ? { ...facts, amount: terms.amount } : await splitOff(tx, facts, { plan, part, now })
      // Card payments are only recorded when Stripe reports them. So this code writes manual payments only.
      const isByCard = facts.payment?.method === 'card'
      const taken = isByCard
        ? null
        : await writePayment(tx, paid, { deps, payment, amount: paid.amount, now })
      if (isByCard) await postInvoiceLines(tx, facts.id, now)
      await writeAccounts(tx, facts, { books, now })
      await writeConsequences(tx, paid, { deps, by, now, taken, paidUpBefore })
      await noteInvoice(tx, facts, { deps, by, now, entries: [entryOf(facts, plan)] })
      if (part !== null)
        await noteInvoice(tx, paid, { deps, by, now, entries: partEntries(facts, plan, part) })
    },
  })
}

/**
 * Moves the paid part of an invoice to a new invoice, because a payment pays exactly one invoice. The new invoice's
 * name contains that of the old one.
 */
async function splitOff(
  tx: Transaction,
  { purpose, reservation }: InvoiceFacts,
  { plan: { terms }, part, now }: { plan: InvoicePlan; part: Cents; now: Date },
): Promise<InvoiceFacts> {
  const { due, description, extra } = terms
  const called = partDescription({ purpose, description, partOfPrice: !extra })
  const paid: InvoiceTerms = { amount: part, due, description: called, extra }
  const id = await insertInvoice(tx, { ...paid, reservationId: reservation.id, createdAt: now })
  await writeLinesAnew(tx, { id, reservationId: reservation.id })
  return { ...paid, id, purpose: 'other', payment: null, reservation }
}

/** Fields that are left out of an audit entry whose action already says whether the invoice was paid. */
const WITH_PAID: ReadonlySet<string> = new Set(['paid', 'datePaid', 'paymentMethod', 'reference', 'memo'])

function entryOf(facts: InvoiceFacts, { fields, terms, payment, part }: InvoicePlan) {
  const moved = fields.includes('paid')
  return {
    action: moved ? movedAction(payment, part) : ('invoice.updated' as const),
    fields: moved ? fields.filter((name) => !WITH_PAID.has(name)) : fields,
    details: {
      amount: terms.amount,
      before: facts.amount,
      paymentMethod: payment?.method ?? null,
      ...(part === null ? {} : { paid: part }),
    },
  }
}

function movedAction(payment: InvoicePlan['payment'], part: Cents | null) {
  if (payment === null) return 'invoice.unpaid' as const
  return part === null ? ('invoice.paid' as const) : ('invoice.part_paid' as const)
}

/** Returns the audit entries for the new invoice that has the paid part. */
function partEntries({ id }: InvoiceFacts, { payment }: InvoicePlan, part: Cents): Entry[] {
  const details = { amount: part, partOf: id, paymentMethod: payment?.method ?? null }
  return [
    { action: 'invoice.created', details },
    { action: 'invoice.paid', details },
  ]
}

/** Deletes an invoice together with its manual payment. */
export async function deleteInvoiceByAdmin(
  deps: BookingDeps,
  edit: InvoiceEdit,
): Promise<'done' | Refused<Stays>> {
  const { by } = edit
  return changeAfterStoppingPayments(deps, edit, {
    decide: (facts) => deleteRefusal(facts) ?? { gone: facts.payment?.method ?? null },
    write: async (tx, facts, { plan, books, now }) => {
      if (facts.payment) await takeOutHandPayment(tx, facts.payment.id, now)
      await deleteInvoiceRow(tx, facts.id)
      await writeAccounts(tx, facts, { books, now })
      await writeConsequences(tx, facts, { deps, by, now, taken: null, paidUpBefore: false })
      const { purpose, description, extra, amount } = facts
      // The audit log keeps the invoice's name until the purge.
      const label = invoiceLabel({ purpose, description, partOfPrice: !extra })
      const details = { label, amount, paymentMethod: plan.gone }
      await noteInvoice(tx, facts, { deps, by, now, entries: [{ action: 'invoice.deleted', details }] })
    },
  })
}

interface Steps<Plan extends object, No extends string> {
  /**
   * Returns the plan of the change, a refusal, or null if nothing changes. Called before the payments are canceled
   * at Stripe, and again under the locks.
   */
  decide: (facts: InvoiceFacts, now: Date) => Plan | Refused<No> | null
  /** `books` has the accounts of the payer before the change. */
  write: (
    tx: Transaction,
    facts: InvoiceFacts,
    step: { plan: Plan; books: PartyAccounts; now: Date },
  ) => Promise<void>
}

/**
 * Cancels the invoice's open payments at Stripe, then writes the change under the locks of the reservation and the
 * invoice. If a card payment succeeds first, records the payment and refuses the change.
 */
async function changeAfterStoppingPayments<Plan extends object, No extends string>(
  deps: BookingDeps,
  { id, version, by }: InvoiceEdit,
  { decide, write }: Steps<Plan, No>,
): Promise<'done' | Refused<Stays | No>> {
  const now = deps.now()
  const decided = (facts: InvoiceFacts) => editRefusal(facts.reservation, version) ?? decide(facts, now)
  const outcome = await stopPayments<InvoiceFacts, 'done' | Refused<Stays | No>>(deps, {
    of: { invoiceId: id },
    by: by.actor,
    look: async () => {
      const before = await findInvoiceFacts(deps.db, deps.sealer, id)
      if (!before) return { result: { code: 'not_found' } }
      const first = decided(before)
      if (first === null) return { result: 'done' }
      return 'code' in first ? { result: first } : { seen: before }
    },
    write: async (tx, before, stopped) => {
      const locked = await lockInvoice(tx, deps, id)
      if (!locked) return { code: 'not_found' }
      const { facts, books, payerId } = locked
      if (facts.reservation.id !== payerId) return { code: 'stale' }
      if (!before.payment && facts.payment?.method === 'card') return { code: 'payment_arrived' }
      const plan = decided(facts)
      if (plan === null) return 'done'
      if ('code' in plan) return plan
      await stopped()
      await write(tx, facts, { plan, books, now })
      return 'done'
    },
  })
  return typeof outcome === 'string' && outcome !== 'done' ? { code: outcome } : outcome
}

/**
 * Locks an invoice and the accounts of its payer until the transaction ends. If the reservation is a hold, also
 * locks the event. `payerId` is the payer when this function began, whose accounts are locked.
 */
async function lockInvoice(
  tx: Transaction,
  { sealer }: Pick<BookingDeps, 'sealer'>,
  id: number,
): Promise<{ facts: InvoiceFacts; books: PartyAccounts; payerId: number } | undefined> {
  const place = await findInvoicePlace(tx, id)
  if (!place) return undefined
  await lockEventOfHold(tx, place.reservationId)
  const payerId = place.reservationId
  const books = await lockPartyAccounts(tx, payerId)
  const facts = await findInvoiceFacts(tx, sealer, id)
  return facts && books && { facts, books, payerId }
}

/** Writes what follows for guests who were split off or canceled, and for stays that these guests took over. */
async function writeAccounts(
  tx: Transaction,
  { reservation }: InvoiceFacts,
  { books, now }: { books: PartyAccounts; now: Date },
): Promise<void> {
  const changed = await writeInvoiceChange(tx, { before: books, payerId: reservation.id, now })
  for (const id of changed) await enqueueReplaced(tx, id, now)
}

interface Doing {
  deps: BookingDeps
  by: Actor
  now: Date
}

/**
 * Writes the manual payment of an invoice as the admin entered it. The caller holds the locks. Returns the id of
 * the payment if it is new, otherwise null.
 */
async function writePayment(
  tx: Transaction,
  { id, payment: known, reservation }: InvoiceFacts,
  {
    deps: { sealer },
    payment,
    amount,
    now,
  }: Pick<Doing, 'deps' | 'now'> & { payment: HandPayment | null; amount: Cents },
): Promise<number | null> {
  if (known) {
    if (payment) await updateHandPayment(tx, sealer, { ...payment, id: known.id, amount, now })
    else await takeOutHandPayment(tx, known.id, now)
    return null
  }
  if (!payment) return null
  const line = { ...payment, invoiceId: id, reservationId: reservation.id, amount, createdAt: now }
  return insertHandPayment(tx, sealer, line)
}

/**
 * Deletes a manual payment, and the e-mail that confirms it if unsent. Then the next payment that makes the stay
 * fully paid sends its own e-mail.
 */
async function takeOutHandPayment(tx: Transaction, id: number, now: Date): Promise<void> {
  await deleteHandPayment(tx, id, now)
  await retractEmails(tx, [fullyPaidKey(id)])
}

/**
 * Returns the dedupe key of the e-mail that confirms full payment. The key contains the payment's id, because an
 * invoice can be paid again after its first payment was removed (R9.10). For example, a check may have bounced.
 */
const fullyPaidKey = (paymentId: number) => `fully-paid:payment-${paymentId}`

const isPaidUp = async (tx: Transaction, { id }: ReservationFacts, now: Date): Promise<boolean> =>
  (await readMoney(tx, id, ranchDay(now))).paidUp

/**
 * Writes what follows from a changed invoice, and raises the reservation's version once. A manual payment for any
 * invoice confirms a held spot, because an admin who takes money wants the guest to come. If a manual payment makes
 * the stay fully paid, the guest gets the same e-mail as for a card payment. `taken` is the id of the new payment,
 * and `paidUpBefore` is true if the stay was fully paid before.
 */
async function writeConsequences(
  tx: Transaction,
  facts: InvoiceFacts,
  { deps, by, now, taken, paidUpBefore }: Doing & { taken: number | null; paidUpBefore: boolean },
): Promise<void> {
  const { reservation } = facts
  if (taken !== null && reservation.status === 'pending') {
    // The confirmation e-mail mentions only a payment of the sign-up's own invoice. Its text does not fit payments
    // of other invoices.
    const isAbout = facts.purpose === 'deposit' || facts.purpose === 'whole'
    return await confirmHold(tx, deps, { reservation, ...(isAbout ? { invoiceId: facts.id } : {}), by, now })
  }
  await enqueueReplaced(tx, reservation.id, now)
  await changeReservation(tx, reservation.id, { changes: {}, now })
  if (taken === null || reservation.status !== 'confirmed' || paidUpBefore) return
  if (!(await isPaidUp(tx, reservation, now))) return
  const mail = { type: 'invoice-success', reservationId: reservation.id, invoiceId: facts.id } as const
  await enqueueEmail(tx, { ...mail, key: fullyPaidKey(taken), now })
}

interface Entry {
  action: `invoice.${'created' | 'updated' | 'paid' | 'part_paid' | 'unpaid' | 'deleted'}`
  fields?: string[]
  details: Record<string, string | number | boolean | null>
}

/**
 * Writes audit entries about an invoice. They contain amounts and payment methods, but no text by a guest.
 */
async function noteInvoice(
  tx: Transaction,
  { id, reservation }: InvoiceFacts,
  { deps, by, now, entries }: Doing & { entries: Entry[] },
): Promise<void> {
  const { id: reservationId, eventId } = reservation
  const place = { ...by, entity: 'invoice', entityId: id, eventId, reservationId, at: now }
  await recordAudit(
    tx,
    deps.sealer,
    entries.map((entry) => ({ ...place, ...entry })),
  )
}
