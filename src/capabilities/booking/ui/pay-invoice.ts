/** Paying one invoice of a private page: a fresh intent, then the card. Pure of the screen. */
import type { Call } from '../../../shared/client.ts'
import { createPaymentIntent, type Invoice } from '../contract.ts'
import type { Declined, Payer, Till } from './till.ts'

export type PaidOutcome =
  | { kind: 'succeeded' }
  | Declined
  /** Nothing was charged; the server's words say why. */
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable' }
  | { kind: 'unexpected' }

interface PayInvoiceDeps {
  call: Call
  till: Till
  uuid: string
  payer: Payer
}

/** Charges the invoice's sum once: an intent that was paid in another tab counts as success. */
export async function payInvoice(
  { call, till, uuid, payer }: PayInvoiceDeps,
  invoice: Invoice,
): Promise<PaidOutcome> {
  const asked = await call(createPaymentIntent, {
    body: { amount: invoice.amount, invoiceId: invoice.id, uuid },
  })
  if (!asked.ok) {
    if (asked.code === 'already_paid') return { kind: 'succeeded' }
    return asked.status === 0 ? { kind: 'unreachable' } : { kind: 'refused', message: asked.message }
  }
  const outcome = await till.confirm(asked.data.clientSecret, payer)
  switch (outcome.kind) {
    case 'succeeded':
    case 'declined':
    case 'unreachable':
      return outcome
    case 'gone':
    case 'open':
    case 'unexpected':
      return { kind: 'unexpected' }
  }
}
