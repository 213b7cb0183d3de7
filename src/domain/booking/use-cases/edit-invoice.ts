/** Adds, changes or deletes an invoice for an admin (R12.4), never while it could still be paid by card. */
import { confirmHold } from '../payments/confirm-hold.ts'
import { retractEmails, enqueueEmail } from '#platform/email-queue.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import { invoiceLabel, partDescription } from '#shared/invoice-label.ts'
import type { Cents } from '#shared/money.ts'
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
import { enqueueReplaced } from '../payments/cancel-with-refund.ts'
import { type NotStopped, stopPayments } from '../payments/stop-payments.ts'
import {
  changeInvoiceRow,
  deleteInvoiceRow,
  findInvoicePlace,
  insertInvoice,
  listInvoiceTerms,
  lockInvoiceRow,
} from '../store/invoices.ts'
import { lockEventOfHold, lockReservation } from '../store/locks.ts'
import {
  findInvoiceFacts,
  deleteHandPayment,
  insertHandPayment,
  readMoney,
  lockPayments,
  updateHandPayment,
} from '../store/payments.ts'
import { writeLinesAnew } from '../payments/read-party-accounts.ts'
import { changeReservation, findReservation } from '../store/reservations.ts'

interface NewInvoice {
  reservationId: number
  amount: Cents
  /** The invoice's other fields, and its manual payment if any. */
  wish: InvoiceWish
  /** Version of the reservation that the admin saw; null accepts any. */
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
    // An invoice for a companion is added to their payer.
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
    const taken = await writePayment(tx, facts, { payment, amount, now })
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
  /** Version of the reservation that the admin saw; null accepts any. */
  version: number | null
  by: Actor
}

/** Reasons why an invoice can be neither changed nor deleted. */
type Stays = 'not_found' | 'purged' | 'stale' | 'paid_by_card' | 'given_back' | NotStopped

export async function editInvoice(
  deps: BookingDeps,
  edit: InvoiceEdit & { wish: InvoiceWish },
): Promise<'done' | Refused<Stays | 'invalid' | 'not_standing'>> {
  const { wish, by } = edit
  return changeAfterStoppingPayments(deps, edit, {
    decide: (facts, now) => planChange(facts, wish, now),
    write: async (tx, facts, { plan, now }) => {
      const paidUpBefore = await isPaidUp(tx, facts.reservation, now)
      const { terms, payment, part } = plan
      await changeInvoiceRow(tx, facts.id, terms)
      const reservationId = facts.reservation.id
      if (part !== null || terms.amount !== facts.amount || terms.extra !== facts.extra)
        await writeLinesAnew(tx, { id: facts.id, reservationId })
      const paid =
        part === null ? { ...facts, amount: terms.amount } : await splitOff(tx, facts, { plan, part, now })
      // Only Stripe reports card payments, so they are not written here.
      const isByCard = facts.payment?.method === 'card'
      const taken = isByCard ? null : await writePayment(tx, paid, { payment, amount: paid.amount, now })
      await writeConsequences(tx, paid, { deps, by, now, taken, paidUpBefore })
      await noteInvoice(tx, facts, { deps, by, now, entries: [entryOf(facts, plan)] })
      if (part !== null)
        await noteInvoice(tx, paid, { deps, by, now, entries: partEntries(facts, plan, part) })
    },
  })
}

/**
 * Splits the paid part off an invoice. A payment belongs to one invoice, so the part becomes an invoice with a name
 * derived from this one.
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

/** Fields that an audit entry omits, because its action already says "paid" or "not paid". */
const WITH_PAID: ReadonlySet<string> = new Set(['paid', 'datePaid', 'paymentMethod'])

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

/** Returns the audit entries of the invoice that the paid part became. */
function partEntries({ id }: InvoiceFacts, { payment }: InvoicePlan, part: Cents): Entry[] {
  const details = { amount: part, partOf: id, paymentMethod: payment?.method ?? null }
  return [
    { action: 'invoice.created', details },
    { action: 'invoice.paid', details },
  ]
}

/** Deletes an invoice and its manual payment. */
export async function deleteInvoiceByAdmin(
  deps: BookingDeps,
  edit: InvoiceEdit,
): Promise<'done' | Refused<Stays>> {
  const { by } = edit
  return changeAfterStoppingPayments(deps, edit, {
    decide: (facts) => deleteRefusal(facts) ?? { gone: facts.payment?.method ?? null },
    write: async (tx, facts, { plan, now }) => {
      if (facts.payment) await takeOutHandPayment(tx, facts.payment.id)
      await deleteInvoiceRow(tx, facts.id)
      await writeConsequences(tx, facts, { deps, by, now, taken: null, paidUpBefore: false })
      const { purpose, description, extra, amount } = facts
      // The audit keeps the invoice's name until the purge.
      const label = invoiceLabel({ purpose, description, partOfPrice: !extra })
      const details = { label, amount, paymentMethod: plan.gone }
      await noteInvoice(tx, facts, { deps, by, now, entries: [{ action: 'invoice.deleted', details }] })
    },
  })
}

interface Steps<Plan extends object, No extends string> {
  /** Returns null if nothing changes. Called before Stripe is asked, and again under the locks. */
  decide: (facts: InvoiceFacts, now: Date) => Plan | Refused<No> | null
  write: (tx: Transaction, facts: InvoiceFacts, step: { plan: Plan; now: Date }) => Promise<void>
}

/**
 * Cancels open payments of the invoice at Stripe first, then writes under the locks of the reservation and the
 * invoice. If the card payment was faster, it is recorded and the change is refused.
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
      const before = await findInvoiceFacts(deps.db, id)
      if (!before) return { result: { code: 'not_found' } }
      const first = decided(before)
      if (first === null) return { result: 'done' }
      return 'code' in first ? { result: first } : { seen: before }
    },
    write: async (tx, before, stopped) => {
      const facts = await lockInvoice(tx, id)
      if (!facts) return { code: 'not_found' }
      if (!before.payment && facts.payment?.method === 'card') return { code: 'payment_arrived' }
      const plan = decided(facts)
      if (plan === null) return 'done'
      if ('code' in plan) return plan
      await stopped()
      await write(tx, facts, { plan, now })
      return 'done'
    },
  })
  return typeof outcome === 'string' && outcome !== 'done' ? { code: outcome } : outcome
}

/** Locks an invoice with its payment and reservation until the transaction ends, and for a hold also its event. */
async function lockInvoice(tx: Transaction, id: number): Promise<InvoiceFacts | undefined> {
  const place = await findInvoicePlace(tx, id)
  if (!place) return undefined
  await lockEventOfHold(tx, place.reservationId)
  if (!(await lockReservation(tx, place.reservationId))) return undefined
  await lockInvoiceRow(tx, id)
  await lockPayments(tx, { invoiceId: id })
  return findInvoiceFacts(tx, id)
}

interface Doing {
  deps: BookingDeps
  by: Actor
  now: Date
}

/**
 * Writes an invoice's manual payment as the admin entered it. The caller holds the locks. Returns the id of a new
 * payment, otherwise null.
 */
async function writePayment(
  tx: Transaction,
  { id, payment: known, reservation }: InvoiceFacts,
  { payment, amount, now }: { payment: HandPayment | null; amount: Cents; now: Date },
): Promise<number | null> {
  if (known) {
    if (payment) await updateHandPayment(tx, known.id, { ...payment, amount })
    else await takeOutHandPayment(tx, known.id)
    return null
  }
  if (!payment) return null
  const { method, paidAt } = payment
  const line = { invoiceId: id, reservationId: reservation.id, amount, method, paidAt, createdAt: now }
  return insertHandPayment(tx, line)
}

/** Deletes a manual payment and retracts its e-mail, so that a payment recorded next is confirmed once. */
async function takeOutHandPayment(tx: Transaction, id: number): Promise<void> {
  await deleteHandPayment(tx, id)
  await retractEmails(tx, [fullyPaidKey(id)])
}

/**
 * The key contains the payment's id. An invoice can be paid again after its first payment was removed, such as a bounced check (R9.10).
 */
const fullyPaidKey = (paymentId: number) => `fully-paid:payment-${paymentId}`

const isPaidUp = async (tx: Transaction, { id }: ReservationFacts, now: Date): Promise<boolean> =>
  (await readMoney(tx, id, ranchDay(now))).paidUp

/**
 * Writes what follows from an invoice change. A manual payment for any invoice confirms a held spot: an admin who
 * takes money means the guest to come.
 * It sends the same e-mail as a card payment: that the stay is confirmed, or that it is fully paid now and was not
 * before (`paidUpBefore`). `taken` is the id of the new payment. The reservation's version is raised once.
 */
async function writeConsequences(
  tx: Transaction,
  facts: InvoiceFacts,
  { deps, by, now, taken, paidUpBefore }: Doing & { taken: number | null; paidUpBefore: boolean },
): Promise<void> {
  const { reservation } = facts
  if (taken !== null && reservation.status === 'pending') {
    // The e-mail is about the sign-up's invoice. With any other invoice it would read like a later payment.
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

/** Writes audit entries about an invoice: amounts and methods, but no text of a guest. */
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
