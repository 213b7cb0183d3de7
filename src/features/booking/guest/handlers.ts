/** Answers a guest's calls by their private link. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { isUuid } from '#shared/fields.ts'
import type { BookingDeps } from '../deps.ts'
import { receiptReply } from '../invoices/receipt/reply.ts'
import { findReservationByUuid, listInvoices } from '../view/store.ts'
import { getGuestReceipt, updateReservation } from './contract.ts'
import { saveDetails } from './details.ts'

export function guestHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(updateReservation, async ({ body: { updateReservationData: data } }) => {
      const { uuid, ...details } = data
      if (!isUuid(uuid)) return fail('not_found')
      const saved = await saveDetails(deps, { uuid, details })
      return saved === 'done' ? {} : fail(saved)
    }),

    bind(getGuestReceipt, async ({ query: { uuid, invoiceId } }) => {
      if (!isUuid(uuid)) return fail('not_found')
      const row = await findReservationByUuid(deps.db, uuid)
      if (!row) return fail('not_found')
      if (row.purgedAt) return fail('purged')
      // The link opens its own invoices alone.
      const own = await listInvoices(deps.db, row.id)
      if (!own.some(({ invoice }) => invoice.id === invoiceId)) return fail('not_found')
      const reply = await receiptReply(deps, invoiceId)
      return typeof reply === 'string' ? fail(reply) : reply
    }),
  ]
}
