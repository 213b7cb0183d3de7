/** Payments by card: our record of the intent, and the sandbox provider's own books, so that the two are equal. */
import type Stripe from 'stripe'
import { paymentIntents, webhookEvents } from '#platform/database/schema/booking.ts'
import type { InvoicePurpose } from '#platform/database/schema/booking.ts'
import { REFUND_KEY } from '#features/provider/stripe-reading.ts'
import { balanceTransaction, feeOf } from '#sandbox/payments/model/balance.ts'
import { newCharge } from '#sandbox/payments/model/charge.ts'
import { newIntent } from '#sandbox/payments/model/intent.ts'
import { newRefund } from '#sandbox/payments/refunds.ts'
import type { StoredObject } from '#sandbox/payments/model/objects.ts'
import { objects } from '#sandbox/payments/tables.ts'
import type { House } from './house.ts'
import type { Paid } from './stay.ts'

interface CardPayment {
  invoiceId: number
  eventId: number
  amount: number
  purpose: InvoicePurpose
  paid: Paid
}

export function addCardPayment(house: House, { invoiceId, eventId, amount, purpose, paid }: CardPayment) {
  const { writer, chance, siteId } = house
  const intentId = `pi_3${chance.text(23)}`
  const chargeId = `ch_3${chance.text(23)}`
  const signedUp = purpose !== 'remainder'
  writer.add(paymentIntents, {
    id: intentId,
    eventId: signedUp ? eventId : null,
    invoiceId,
    amount,
    status: 'succeeded',
    createdAt: paid.paidAt,
    version: 2,
  })
  writer.add(webhookEvents, {
    id: `evt_3${chance.text(23)}`,
    type: 'payment_intent.succeeded',
    intentId,
    receivedAt: paid.paidAt,
  })
  const metadata: Record<string, string> = signedUp
    ? { site: siteId, purpose: 'deposit', event: String(eventId) }
    : { site: siteId, purpose: 'invoice', invoice: String(invoiceId) }
  const created = Math.floor(paid.paidAt.getTime() / 1000)
  const open = newIntent({ amount, metadata, allowed: ['card'] }, created)
  const intent: Stripe.PaymentIntent = {
    ...open,
    id: intentId,
    client_secret: `${intentId}_secret_${chance.text(25)}`,
    status: 'succeeded',
    amount_received: amount,
    latest_charge: chargeId,
    payment_method: METHOD.id,
  }
  const made = newCharge({ intent, method: METHOD, failure: null, authenticated: false }, created)
  const moveId = `txn_3${chance.text(23)}`
  const given = paid.refund?.amount ?? 0
  const charge: Stripe.Charge = {
    ...made,
    id: chargeId,
    balance_transaction: moveId,
    amount_refunded: given,
    refunded: given === amount,
  }
  const move = balanceTransaction(
    {
      id: moveId,
      amount,
      fee: feeOf(amount),
      source: chargeId,
      type: 'charge',
      description: null,
    },
    created,
  )
  keep(house, intent, { intent: intentId, charge: null })
  keep(house, charge, { intent: intentId, charge: chargeId })
  keep(house, move, { intent: intentId, charge: chargeId })
  return { intentId, chargeId }
}

interface CardRefund {
  intentId: string
  chargeId: string | null
  key: string
  refund: NonNullable<Paid['refund']>
}

/** Gives the provider's id of it. */
export function addCardRefund(house: House, { intentId, chargeId, key, refund }: CardRefund): string {
  const { chance, siteId } = house
  const id = `re_3${chance.text(23)}`
  const charge = { id: chargeId, payment_intent: intentId, currency: 'usd', payment_method: METHOD.id }
  const created = Math.floor(refund.at.getTime() / 1000)
  const metadata = { site: siteId, [REFUND_KEY]: key }
  const input = { charge: charge as Stripe.Charge, amount: refund.amount, metadata }
  keep(house, { ...newRefund(input, created), id }, { intent: intentId, charge: chargeId })
  return id
}

function keep(
  { writer }: House,
  body: StoredObject,
  links: { intent: string | null; charge: string | null },
) {
  writer.add(objects, { id: body.id, kind: body.object, created: body.created, ...links, body, hidden: {} })
}

/** One card for all: a charge holds what is shown of it. */
const METHOD = {
  id: 'pm_card_visa',
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040, funding: 'credit', country: 'US' },
} as unknown as Stripe.PaymentMethod
