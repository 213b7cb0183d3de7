/** Answers an admin's calls about invoices and their receipts. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail, type Failure } from '#platform/http/bind.ts'
import { createInvoice, deleteInvoice, getReceipt, updateInvoice } from './contract/invoices.ts'
import type { Invoice } from './contract/reservation.ts'
import type { BookingDeps } from './deps.ts'
import type { Refused } from './domain/invoices.ts'
import { addInvoice, changeInvoice, deleteInvoiceByAdmin } from './use-cases/edit-invoice.ts'
import { receiptReply } from './use-cases/receipt.ts'
import { readInvoice } from './use-cases/show-reservation.ts'

export function invoiceHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(createInvoice, async ({ body: { createInvoiceData: data } }, { caller }) => {
      const { reservationId, amount, version = null, ...wish } = data
      const by = actorOf(caller)
      const made = await addInvoice(deps, { reservationId, amount, wish, version, by })
      if ('code' in made) return refusal(made)
      return await invoiceReply(deps, made.id)
    }),

    bind(updateInvoice, async ({ body: { updateInvoiceData: data } }, { caller }) => {
      const { id, version = null, ...wish } = data
      const changed = await changeInvoice(deps, { id, version, wish, by: actorOf(caller) })
      if (changed !== 'done') return refusal(changed)
      return await invoiceReply(deps, id)
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

async function invoiceReply(
  { db }: BookingDeps,
  id: number,
): Promise<{ invoice: Invoice } | Failure<'not_found'>> {
  const invoice = await readInvoice(db, id)
  // Another admin has deleted it since.
  return invoice ? { invoice } : fail('not_found')
}
