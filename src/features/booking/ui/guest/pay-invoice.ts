/** Paying one invoice of a private page: a fresh intent, then the card. Without a screen. */
import type { Call } from '#shared/client.ts'
import { createPaymentIntent } from '#features/booking/contract/payments.ts'
import { getReservation } from '#features/booking/contract/guest.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { chargeCard, type CardClient, type ChargeOutcome, type Payer } from './card-client.ts'

export type PaidOutcome =
  | Exclude<ChargeOutcome, { kind: 'gone' }>
  /** Nothing was charged; the server's message says why. */
  | { kind: 'refused'; message: string }

interface PayInvoiceDeps {
  call: Call
  cardClient: CardClient
  uuid: string
  payer: Payer
}

/** Charges the invoice's sum once: one that was paid in another tab, or whose answer was lost, counts as success. Never throws. */
export async function payInvoice(deps: PayInvoiceDeps, invoice: Invoice): Promise<PaidOutcome> {
  const { call, cardClient, uuid, payer } = deps
  const asked = await call(createPaymentIntent, {
    body: { amount: invoice.amount, invoiceId: invoice.id, uuid },
  })
  if (!asked.ok) {
    if (asked.code === 'already_paid') return { kind: 'succeeded' }
    return asked.status === 0 ? { kind: 'unreachable' } : { kind: 'refused', message: asked.message }
  }
  const { clientSecret } = asked.data
  const outcome = await chargeCard(cardClient, { clientSecret, payer, isPaid: () => isPaid(deps, invoice) })
  return outcome.kind === 'gone' ? { kind: 'unexpected' } : outcome
}

/** Whether the site has the money: it asks the provider when the private page is read. */
async function isPaid({ call, uuid }: PayInvoiceDeps, { id }: Invoice): Promise<boolean> {
  const found = await call(getReservation, { query: { uuid } })
  return found.ok && found.data.invoices.some((invoice) => invoice.id === id && invoice.paid)
}
