/** The receipt of an invoice, in words. */
import { invoiceLabel } from '#shared/invoice-label.ts'
import { openRecord } from '#platform/sealing.ts'
import type { BookingDeps } from '#features/booking/deps.ts'
import { ranchDay } from '#shared/days.ts'
import { readMoney } from '#features/booking/totals-store.ts'
import { isReadable } from './letters.ts'
import { findPaidInvoice, listRefundsOf } from './store.ts'
import { type Receipt, receiptOf } from './words.ts'

/** By its purpose where its own name is in other letters than the house has. */
function labelOf({ purpose, description, extra }: NonNullable<PaidInvoice>['invoice']): string {
  const fits = description !== null && isReadable(description)
  return invoiceLabel({ purpose, description: fits ? description : null, partOfPrice: !extra })
}
type PaidInvoice = Awaited<ReturnType<typeof findPaidInvoice>>

export async function readReceipt(
  { db, sealer, now }: Pick<BookingDeps, 'db' | 'sealer' | 'now'>,
  invoiceId: number,
): Promise<Receipt | 'not_found' | 'not_paid' | 'purged'> {
  const row = await findPaidInvoice(db, invoiceId)
  if (!row) return 'not_found'
  const { invoice, payment, reservation, event } = row
  if (reservation.purgedAt) return 'purged'
  if (!payment) return 'not_paid'
  const { id, uuid, status } = reservation
  const { customerName: name, email } = openRecord(
    sealer,
    { table: 'reservations', row: uuid },
    { customerName: reservation.customerName, email: reservation.email },
  )
  // A name in letters that the house does not have would be question marks.
  const guest = name !== null && isReadable(name) ? name : (email ?? '')
  const at = now()
  const stay = { status, money: await readMoney(db, id, ranchDay(at)) }
  const refunds = await listRefundsOf(db, payment.id)
  return receiptOf(
    { invoice: { id: invoice.id, label: labelOf(invoice) }, payment, refunds, guest, event, stay },
    at,
  )
}
