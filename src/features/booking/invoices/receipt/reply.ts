/** The receipt as it is sent, to an admin and to the guest alike. */
import type { BookingDeps } from '#features/booking/deps.ts'
import { pdfOf } from './pdf.ts'
import { readReceipt } from './read.ts'
import { fileNameOf } from './words.ts'

/** Who may have it is for the caller to say. */
export async function receiptReply(deps: BookingDeps, invoiceId: number) {
  const receipt = await readReceipt(deps, invoiceId)
  if (typeof receipt === 'string') return receipt
  return new Response(await pdfOf(receipt, deps.now()), {
    headers: {
      'content-type': 'application/pdf',
      // Looked at first; the browser's own buttons save or print it.
      'content-disposition': `inline; filename="${fileNameOf(receipt)}"`,
      // A guest's address of it holds their only secret.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}
