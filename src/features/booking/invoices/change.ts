/** An admin changes or deletes an invoice (R4.4): nothing can be paid on it while that is decided. */
import type { Transaction } from '#platform/database/database.ts'
import { partDescription } from '#shared/invoice-label.ts'
import type { Cents } from '#shared/money.ts'
import { type NotStopped, stopPayments } from '../apply/stop-payments.ts'
import type { BookingDeps } from '../deps.ts'
import { type By, type Entry, isPaidUp, noteInvoice, writeConsequences, writePayment } from './money.ts'
import {
  closedTo,
  type InvoiceFacts,
  type InvoicePlan,
  type InvoiceWish,
  keptInBooks,
  planChange,
  type Refused,
  type Terms,
} from './rules.ts'
import * as store from './store.ts'

export interface InvoiceEdit {
  id: number
  /** Of the reservation that the admin saw; null: whatever it is now. */
  version: number | null
  by: By
}

/** Why an invoice stays as it is, whatever was to become of it. */
type Stays = 'not_found' | 'purged' | 'stale' | 'paid_by_card' | 'given_back' | NotStopped

export async function changeInvoice(
  deps: BookingDeps,
  edit: InvoiceEdit & { wish: InvoiceWish },
): Promise<'done' | Refused<Stays | 'invalid' | 'not_standing'>> {
  const { wish, by } = edit
  return decideAlone(deps, edit, {
    decide: (facts, now) => planChange(facts, wish, now),
    write: async (tx, facts, { plan, now }) => {
      const paidUpBefore = await isPaidUp(tx, facts.reservation, now)
      const { terms, payment, part } = plan
      await store.setTerms(tx, facts.id, terms)
      const paid =
        part === null ? { ...facts, amount: terms.amount } : await splitOff(tx, facts, { plan, part, now })
      // A card's is the provider's word.
      if (facts.payment?.method !== 'card')
        await writePayment(tx, paid, { payment, amount: paid.amount, now })
      const taken = payment !== null && facts.payment === null
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
  const paid: Terms = { amount: part, due, description: called, extra }
  const id = await store.insertInvoice(tx, { ...paid, reservationId: reservation.id, createdAt: now })
  return { ...paid, id, purpose: 'other', payment: null, reservation }
}

/** When and how go without saying where it was paid or not paid at all. */
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

/** Of the invoice that the paid part became. */
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
  return decideAlone(deps, edit, {
    decide: (facts) => keptInBooks(facts) ?? { gone: facts.payment?.method ?? null },
    write: async (tx, facts, { plan, now }) => {
      if (facts.payment) await store.removeHandPayment(tx, facts.payment.id)
      await store.removeInvoice(tx, facts.id)
      await writeConsequences(tx, facts, { deps, by, now, taken: false, paidUpBefore: false })
      const details = { amount: facts.amount, paymentMethod: plan.gone }
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
async function decideAlone<Plan extends object, No extends string>(
  deps: BookingDeps,
  { id, version, by }: InvoiceEdit,
  { decide, write }: Steps<Plan, No>,
): Promise<'done' | Refused<Stays | No>> {
  const now = deps.now()
  const decided = (facts: InvoiceFacts) => closedTo(facts.reservation, version) ?? decide(facts, now)
  const outcome = await stopPayments<InvoiceFacts, 'done' | Refused<Stays | No>>(deps, {
    of: { invoiceId: id },
    by: by.actor,
    look: async () => {
      const before = await store.findInvoice(deps.db, id)
      if (!before) return { result: { code: 'not_found' } }
      const first = decided(before)
      if (first === null) return { result: 'done' }
      return 'code' in first ? { result: first } : { seen: before }
    },
    write: async (tx, before, stopped) => {
      const facts = await store.lockInvoice(tx, id)
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
