/** An admin changes or deletes an invoice (CONTRACT section 5): nothing can be paid on it while that is decided. */
import type { Transaction } from '../../../platform/database/database.ts'
import { partDescription } from '../../../shared/invoice-label.ts'
import type { Cents } from '../../../shared/money.ts'
import { endIntents, type NotEnded } from '../apply/cancel.ts'
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
type Stays = 'not_found' | 'purged' | 'stale' | 'paid_by_card' | 'given_back' | 'changed_meanwhile' | NotEnded

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

const ROUNDS = 5

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
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await store.findInvoice(deps.db, id)
    if (!before) return { code: 'not_found' }
    const first = decided(before)
    if (first === null) return 'done'
    if ('code' in first) return first
    const open = before.payment ? [] : await store.listOpenIntents(deps.db, id)
    const ended = await endIntents(deps, open, by.actor)
    if (typeof ended === 'string') return { code: ended }
    const result = await deps.db.transaction(async (tx) => {
      const facts = await store.lockInvoice(tx, id)
      if (!facts) return { code: 'not_found' } as const
      if (!before.payment && facts.payment?.method === 'card') return { code: 'payment_arrived' } as const
      const plan = decided(facts)
      if (plan === null) return 'done'
      if ('code' in plan) return plan
      // The guest opened another payment in the meantime.
      if (!facts.payment && (await store.listOpenIntents(tx, id)).some((intent) => !ended.has(intent)))
        return 'again'
      await write(tx, facts, { plan, now })
      return 'done'
    })
    if (result !== 'again') return result
  }
  return { code: 'changed_meanwhile' }
}
