/** The receipt of an invoice, in words. */
import { openRecord } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import type { BookingDeps } from '../deps.ts'
import { findInvoiceForReceipt } from '../store/invoices.ts'
import { readMoney } from '../store/payments.ts'
import { listRefundsOfPayment } from '../store/refunds.ts'
import { fileNameOf, type Receipt, receiptOf } from './receipt-text.ts'

/** The library of PDFs is large and loaded for the first receipt: most processes never make one. */
const loadPdf = () => Promise.all([import('./glyphs.ts'), import('./pdf.ts')])

/** The invoice's name; its purpose where its own name is in other letters than the fonts have. */
function labelOf(
  { purpose, description, extra }: NonNullable<PaidInvoice>['invoice'],
  isReadable: (text: string) => boolean,
): string {
  const fits = description !== null && isReadable(description)
  return invoiceLabel({ purpose, description: fits ? description : null, partOfPrice: !extra })
}

type PaidInvoice = Awaited<ReturnType<typeof findInvoiceForReceipt>>

export async function readReceipt(
  { db, sealer, now }: Pick<BookingDeps, 'db' | 'sealer' | 'now'>,
  invoiceId: number,
): Promise<Receipt | 'not_found' | 'not_paid' | 'purged'> {
  const row = await findInvoiceForReceipt(db, invoiceId)
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
  const [{ isReadable }] = await loadPdf()
  // A name in letters that the house does not have would be question marks.
  const guest = name !== null && isReadable(name) ? name : (email ?? '')
  const at = now()
  const stay = { status, money: await readMoney(db, id, ranchDay(at)) }
  const refunds = (await listRefundsOfPayment(db, payment.id)).filter((refund) => refund.status !== 'failed')
  return receiptOf(
    {
      invoice: { id: invoice.id, label: labelOf(invoice, isReadable) },
      payment,
      refunds: inOrderOfDays(refunds),
      guest,
      event,
      stay,
    },
    at,
  )
}

type Refunds = Awaited<ReturnType<typeof listRefundsOfPayment>>

/** Refunds that are done by their days, then those on their way or owed by hand, which have none. */
function inOrderOfDays(refunds: Refunds): { amount: number; at: Date | null }[] {
  const timeOf = ({ finishedAt }: Refunds[number]) => finishedAt?.getTime() ?? Infinity
  return refunds
    .toSorted((a, b) => (timeOf(a) === timeOf(b) ? a.id - b.id : timeOf(a) - timeOf(b)))
    .map(({ amount, status, createdAt, finishedAt }) => {
      return { amount, at: status === 'succeeded' ? (finishedAt ?? createdAt) : null }
    })
}

/** Who may have it is for the caller to say. */
export async function receiptReply(deps: BookingDeps, invoiceId: number) {
  const receipt = await readReceipt(deps, invoiceId)
  if (typeof receipt === 'string') return receipt
  const [, { pdfOf }] = await loadPdf()
  return new Response(await pdfOf(receipt, deps.now()), {
    headers: {
      'content-type': 'application/pdf',
      // The receipt opens in the browser, whose own buttons save or print it.
      'content-disposition': `inline; filename="${fileNameOf(receipt)}"`,
      // A guest's address of it holds their only secret.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}
