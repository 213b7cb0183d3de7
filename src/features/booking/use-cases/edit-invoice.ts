/** An admin adds, changes or deletes an invoice (R12.4): paid by hand or not, and never while somebody could still pay it by card. */
import { retractEmails } from '#features/emails/index.ts'
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
import { writeLinesAnew } from '../payments/party-books.ts'
import { changeReservation, findReservation } from '../store/reservations.ts'
import { confirm } from '../transitions.ts'

interface NewInvoice {
  reservationId: number
  amount: Cents
  /** The admin's further wishes for it, and whether, when and how it was paid by hand. */
  wish: InvoiceWish
  /** The reservation's version that the admin saw; null: whatever it is now. */
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
    // The payer of a guest is asked for what is theirs.
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
  /** The reservation's version that the admin saw; null: whatever it is now. */
  version: number | null
  by: Actor
}

/** Why an invoice stays as it is, whatever was to become of it. */
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
      // A payment by card is the provider's word.
      const isByCard = facts.payment?.method === 'card'
      const taken = isByCard ? null : await writePayment(tx, paid, { payment, amount: paid.amount, now })
      await writeConsequences(tx, paid, { deps, by, now, taken, paidUpBefore })
      await noteInvoice(tx, facts, { deps, by, now, entries: [entryOf(facts, plan)] })
      if (part !== null)
        await noteInvoice(tx, paid, { deps, by, now, entries: partEntries(facts, plan, part) })
    },
  })
}

/** A payment belongs to one invoice: what came of this one gets its own, and is called after it. */
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

/** Fields that an audit entry leaves out where it says "paid" or "not paid" already. */
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

/** The audit's entries of the invoice that the paid part became. */
function partEntries({ id }: InvoiceFacts, { payment }: InvoicePlan, part: Cents): Entry[] {
  const details = { amount: part, partOf: id, paymentMethod: payment?.method ?? null }
  return [
    { action: 'invoice.created', details },
    { action: 'invoice.paid', details },
  ]
}

/** Money that was taken for it by hand goes with it. */
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
      // The history goes on to call it by its name, until the purge.
      const label = invoiceLabel({ purpose, description, partOfPrice: !extra })
      const details = { label, amount, paymentMethod: plan.gone }
      await noteInvoice(tx, facts, { deps, by, now, entries: [{ action: 'invoice.deleted', details }] })
    },
  })
}

interface Steps<Plan extends object, No extends string> {
  /** Null: it is so already. Asked before the provider is, and again under the locks. */
  decide: (facts: InvoiceFacts, now: Date) => Plan | Refused<No> | null
  write: (tx: Transaction, facts: InvoiceFacts, step: { plan: Plan; now: Date }) => Promise<void>
}

/**
 * Cancels at the provider what could still pay an unpaid invoice, then writes under the locks of the reservation and
 * the invoice. A card that was faster is booked, and the change is refused.
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

/** An invoice with its payment and its reservation, all locked until the transaction ends; a hold's event too. */
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

/** Makes the payment of an invoice what the admin says it is. The caller holds the locks. Returns the id of a payment that is new, else null. */
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

/** Deletes a payment that an admin noted. Its e-mail is retracted, so that a payment noted right after is confirmed once. */
async function takeOutHandPayment(tx: Transaction, id: number): Promise<void> {
  await deleteHandPayment(tx, id)
  await retractEmails(tx, [fullyPaidKey(id)])
}

/** Names the payment, since an invoice may be paid again after its first payment was taken out, e.g. a check that bounced (R9.10). */
const fullyPaidKey = (paymentId: number) => `fully-paid:payment-${paymentId}`

const isPaidUp = async (tx: Transaction, { id }: ReservationFacts, now: Date): Promise<boolean> =>
  (await readMoney(tx, id, ranchDay(now))).paidUp

/**
 * Raises the reservation's version, once. Money by hand, whichever invoice it is for, makes a held spot the guest's:
 * who takes it means them to come. It tells them what a card's would tell: that the stay is theirs, or that it is fully
 * paid and was not before this change (`paidUpBefore`). `taken`: the id of the payment that is new.
 */
async function writeConsequences(
  tx: Transaction,
  facts: InvoiceFacts,
  { deps, by, now, taken, paidUpBefore }: Doing & { taken: number | null; paidUpBefore: boolean },
): Promise<void> {
  const { reservation } = facts
  if (taken !== null && reservation.status === 'pending') {
    // The e-mail is about the sign-up's invoice; for another one it would tell of a later payment.
    const isAbout = facts.purpose === 'deposit' || facts.purpose === 'whole'
    return await confirm(tx, deps, { reservation, ...(isAbout ? { invoiceId: facts.id } : {}), by, now })
  }
  await enqueueReplaced(tx, reservation.id, now)
  await changeReservation(tx, reservation.id, { changes: {}, now })
  if (taken === null || reservation.status !== 'confirmed' || paidUpBefore) return
  if (!(await isPaidUp(tx, reservation, now))) return
  const mail = { type: 'invoice-success', reservationId: reservation.id, invoiceId: facts.id } as const
  await deps.emails.enqueue(tx, { ...mail, key: fullyPaidKey(taken), now })
}

interface Entry {
  action: `invoice.${'created' | 'updated' | 'paid' | 'part_paid' | 'unpaid' | 'deleted'}`
  fields?: string[]
  details: Record<string, string | number | boolean | null>
}

/** Notes who did it: sums and methods, no words of a guest. */
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
