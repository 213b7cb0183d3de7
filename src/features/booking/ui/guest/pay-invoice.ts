/** Paying one invoice of a private page: a fresh intent, then the card. Without a screen. */
import type { Call } from '#shared/client.ts'
import { createPaymentIntent } from '#features/booking/contract/sign-up.ts'
import { getReservation } from '#features/booking/contract/guest.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { chargeCard, isUnclear, type Declined, type Payer, type CardClient } from './card-client.ts'

export type PaidOutcome =
  | { kind: 'succeeded' }
  | Declined
  /** Nothing was charged; the server's words say why. */
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable' }
  | { kind: 'unexpected' }

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
  const outcome = await chargeCard(cardClient, asked.data.clientSecret, payer)
  if (isUnclear(outcome) && (await isPaid(deps, invoice))) return { kind: 'succeeded' }
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

/** Whether the site has the money: it asks the provider when the private page is read. */
async function isPaid({ call, uuid }: PayInvoiceDeps, { id }: Invoice): Promise<boolean> {
  const found = await call(getReservation, { query: { uuid } })
  return found.ok && found.data.invoices.some((invoice) => invoice.id === id && invoice.paid)
}
