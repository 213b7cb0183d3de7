/** Answers an admin's calls about invoices. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Failure } from '#platform/http/failure.ts'
import type { Invoice } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { toInvoice } from '../view/shape.ts'
import { findInvoiceLine } from '../view/store.ts'
import { changeInvoice, deleteInvoiceByAdmin } from './change.ts'
import { createInvoice, deleteInvoice, getReceipt, updateInvoice } from './contract.ts'
import { addInvoice } from './create.ts'
import { receiptReply } from './receipt/reply.ts'
import type { Refused } from './rules.ts'

export function invoiceHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(createInvoice, async ({ body: { createInvoiceData: data } }, { caller }) => {
      const { reservationId, amount, version = null, ...wish } = data
      const by = actorOf(caller)
      const made = await addInvoice(deps, { reservationId, amount, wish, version, by })
      if ('code' in made) return refusal(made)
      return await replyOf(deps, made.id)
    }),

    bind(updateInvoice, async ({ body: { updateInvoiceData: data } }, { caller }) => {
      const { id, version = null, ...wish } = data
      const changed = await changeInvoice(deps, { id, version, wish, by: actorOf(caller) })
      if (changed !== 'done') return refusal(changed)
      return await replyOf(deps, id)
    }),

    bind(deleteInvoice, async ({ query: { id, version = null } }, { caller }) => {
      const deleted = await deleteInvoiceByAdmin(deps, { id, version, by: actorOf(caller) })
      return deleted === 'done' ? {} : refusal(deleted)
    }),

    bind(getReceipt, async ({ query: { invoiceId } }) => {
      const reply = await receiptReply(deps, invoiceId)
      return typeof reply === 'string' ? fail(reply) : reply
    }),
  ]
}

const refusal = <Code extends string>({ code, fields }: Refused<Code>) => fail(code, fields ? { fields } : {})

/** An admin pays nothing. */
const NO_SECRETS = new Map<number, string>()

async function replyOf(
  { db }: BookingDeps,
  id: number,
): Promise<{ invoice: Invoice } | Failure<'not_found'>> {
  const line = await findInvoiceLine(db, id)
  // Deleted by somebody else since.
  return line ? { invoice: toInvoice(line, NO_SECRETS) } : fail('not_found')
}
