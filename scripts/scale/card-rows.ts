/** Payments by card: our record of the intent, and the sandbox provider's own books, so that the two are equal. */
import type Stripe from 'stripe'
import { REFUND_KEY } from '#features/provider/stripe-replies.ts'
import { paymentIntents, webhookEvents } from '#platform/database/schema/booking.ts'
import { balanceTransaction, feeOf } from '#sandbox/payments/model/balance.ts'
import { newCharge } from '#sandbox/payments/model/charge.ts'
import { newIntent } from '#sandbox/payments/model/intent.ts'
import type { StoredObject } from '#sandbox/payments/model/objects.ts'
import { newRefund } from '#sandbox/payments/refunds.ts'
import { objects } from '#sandbox/payments/tables.ts'
import type { CardPayment, RowSink } from '#server/sample-data/booking-rows.ts'
import type { Chance } from './plan-events.ts'

/** One card for all: a charge holds what is shown of it. */
const METHOD = {
  id: 'pm_card_visa',
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040, funding: 'credit', country: 'US' },
} as unknown as Stripe.PaymentMethod

/** The card company's side of made-up bookings. `siteId`: this installation's name in the provider's metadata. */
export function cardCompany(
  add: RowSink['add'],
  chance: Chance,
  siteId: string,
): NonNullable<RowSink['cards']> {
  const keep = (body: StoredObject, intent: string, charge: string | null) =>
    add(objects, { id: body.id, kind: body.object, created: body.created, intent, charge, body, hidden: {} })
  return {
    pay(payment) {
      const intentId = `pi_3${chance.text(23)}`
      const { eventId, invoiceId, amount, purpose, paid } = payment
      const createdAt = paid.paidAt
      // Who pays at the sign-up pays for the event: there is no invoice yet.
      const event = purpose === 'remainder' ? null : eventId
      const own = {
        id: intentId,
        eventId: event,
        invoiceId,
        amount,
        status: 'succeeded',
        createdAt,
        version: 2,
      } as const
      add(paymentIntents, own)
      const type = 'payment_intent.succeeded'
      add(webhookEvents, { id: `evt_3${chance.text(23)}`, type, intentId, receivedAt: createdAt })
      const { intent, charge, move } = chargedIntent(payment, { intentId, chance, siteId })
      keep(intent, intentId, null)
      keep(charge, intentId, charge.id)
      keep(move, intentId, charge.id)
      return { intentId, chargeId: charge.id }
    },
    refund({ intentId, chargeId, key, refund: { amount, at } }) {
      const charge = { id: chargeId, payment_intent: intentId, currency: 'usd', payment_method: METHOD.id }
      const metadata = { site: siteId, [REFUND_KEY]: key }
      const made = newRefund({ charge: charge as Stripe.Charge, amount, metadata }, inSeconds(at))
      const id = `re_3${chance.text(23)}`
      keep({ ...made, id }, intentId, chargeId)
      return id
    },
  }
}

/** The company's objects of a payment that went through, with its refund taken off. */
function chargedIntent(
  { eventId, invoiceId, purpose, amount, paid }: CardPayment,
  { intentId, chance, siteId }: { intentId: string; chance: Chance; siteId: string },
) {
  const created = inSeconds(paid.paidAt)
  const metadata: Record<string, string> =
    purpose === 'remainder'
      ? { site: siteId, purpose: 'invoice', invoice: String(invoiceId) }
      : { site: siteId, purpose: 'deposit', event: String(eventId) }
  const chargeId = `ch_3${chance.text(23)}`
  const intent: Stripe.PaymentIntent = {
    ...newIntent({ amount, metadata, allowed: ['card'] }, created),
    id: intentId,
    client_secret: `${intentId}_secret_${chance.text(25)}`,
    status: 'succeeded',
    amount_received: amount,
    latest_charge: chargeId,
    payment_method: METHOD.id,
  }
  const moved = { amount, fee: feeOf(amount), source: chargeId, type: 'charge', description: null } as const
  const move = balanceTransaction({ id: `txn_3${chance.text(23)}`, ...moved }, created)
  const refunded = paid.refund?.amount ?? 0
  const charge: Stripe.Charge = {
    ...newCharge({ intent, method: METHOD, failure: null, authenticated: false }, created),
    id: chargeId,
    balance_transaction: move.id,
    amount_refunded: refunded,
    refunded: refunded === amount,
  }
  return { intent, charge, move }
}

const inSeconds = (at: Date) => Math.floor(at.getTime() / 1000)
