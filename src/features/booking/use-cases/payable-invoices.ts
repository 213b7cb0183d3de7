/** The invoices that a guest can pay now, each with what the browser pays it with. */
import type { BookingDeps } from '../deps.ts'
import { payProblem } from '../domain/guest-actions.ts'
import { applyPaymentIntent } from '../payments/apply-intent.ts'
import { intentOfInvoice } from '../payments/create-intent.ts'
import { listInvoiceLines } from '../store/invoices.ts'
import type { ReservationRow } from '../store/reservations.ts'

/** Invoice id → what the browser pays it with. */
type Secrets = Map<number, string>

export async function openPayableInvoices(
  deps: BookingDeps,
  reservation: ReservationRow & { eventCancelled: boolean },
): Promise<Secrets> {
  const secrets: Secrets = new Map()
  const lines = await listInvoiceLines(deps.db, reservation.id)
  const held = reservation.status === 'pending'
  await Promise.all(
    lines.map(async ({ invoice, payment, openIntentId }) => {
      if (payProblem({ ...invoice, paid: payment !== null }, reservation, deps.now()) === null) {
        const made = await intentOfInvoice(deps, { ...invoice, held })
        if (typeof made === 'object' && 'clientSecret' in made) secrets.set(invoice.id, made.clientSecret)
      } else if (openIntentId !== null) {
        await applyPaymentIntent(deps, openIntentId, 'guest')
      }
    }),
  )
  return secrets
}
