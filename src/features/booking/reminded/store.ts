/** What an invoice remembers of the mails about it. */
import { eq } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { invoices } from '#platform/database/schema/booking.ts'
import type { MailSent } from '#features/emails/index.ts'

/** Notes that a payment reminder has gone out (`sent`, `dateSent`); other mails are none of an invoice's. */
export async function noteReminded(tx: Transaction, { type, invoiceId, at }: MailSent): Promise<void> {
  if (type !== 'invoice-remind' || invoiceId === null) return
  await tx.update(invoices).set({ sentAt: at }).where(eq(invoices.id, invoiceId))
}
