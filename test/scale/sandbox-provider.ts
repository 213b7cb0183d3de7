/** Fills the payment sandbox with records of card payments that match the site's. */
import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { REFUND_KEY } from '#domain/money/card-provider/stripe-replies.ts'
import type { Transaction } from '#platform/database/database.ts'
import { balanceTransaction } from '#dev/stripe/model/balance.ts'
import { newCharge } from '#dev/stripe/model/charge.ts'
import { newIntent } from '#dev/stripe/model/intent.ts'
import { newRefund } from '#dev/stripe/refunds.ts'

/** The card with which all guests pay. Each charge contains the details of this card that pages show. */
const METHOD = {
  id: 'pm_card_visa',
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040, funding: 'credit', country: 'US' },
} as unknown as Stripe.PaymentMethod

/**
 * Returns one object of each type in the form that the sandbox creates. For each payment, the SQL below
 * changes the ids, amounts and times in them.
 */
function templates() {
  const intent: Stripe.PaymentIntent = {
    ...newIntent({ amount: 50, metadata: {}, allowed_payment_method_types: ['card'] }, 0),
    status: 'succeeded',
    payment_method: METHOD.id,
  }
  const charge = newCharge({ intent, method: METHOD, failure: null, authenticated: false }, 0)
  const move = balanceTransaction(
    { id: '', amount: 50, fee: 31, source: charge.id, type: 'charge', description: null },
    0,
  )
  return { intent, charge, move, refund: newRefund({ charge, amount: 50, metadata: {} }, 0) }
}

const json = (body: object) => sql`${JSON.stringify(body)}::jsonb`

/**
 * Adds the payments in the table `paid`, and their refunds, to the sandbox. `site` is this installation's
 * name in Stripe's metadata.
 */
export async function fillCardCompany(tx: Transaction, site: string): Promise<void> {
  const { intent, charge, move, refund } = templates()
  await tx.execute(sql`create temporary table by_card on commit drop as
    select *, extract(epoch from paid_at)::int as at, 'txn_3' || lpad(invoice_id::text, 23, '0') as move_id, case when status = 'cancelled' then amount else 0 end as refunded,
      case when purpose = 'remainder' then jsonb_build_object('site', ${site}::text, 'purpose', 'invoice', 'invoice', invoice_id::text)
        else jsonb_build_object('site', ${site}::text, 'purpose', 'deposit', 'event', event_id::text) end as metadata
    from paid where card order by paid_at`)
  await tx.execute(sql`insert into sandbox.objects (id, kind, created, intent, charge, body, hidden)
    select intent_id, 'payment_intent', at, intent_id, null, ${json(intent)} || jsonb_build_object('id', intent_id, 'amount', amount, 'amount_received', amount,
      'created', at, 'client_secret', intent_id || '_secret_' || md5(intent_id), 'latest_charge', charge_id, 'metadata', metadata), '{}'::jsonb from by_card`)
  await tx.execute(sql`insert into sandbox.objects (id, kind, created, intent, charge, body, hidden)
    select charge_id, 'charge', at, intent_id, charge_id, ${json(charge)} || jsonb_build_object('id', charge_id, 'amount', amount, 'amount_captured', amount,
      'amount_refunded', refunded, 'refunded', refunded > 0, 'created', at, 'payment_intent', intent_id, 'balance_transaction', move_id, 'metadata', metadata), '{}'::jsonb from by_card`)
  await tx.execute(sql`insert into sandbox.objects (id, kind, created, intent, charge, body, hidden)
    select move_id, 'balance_transaction', at, intent_id, charge_id, ${json(move)} || jsonb_build_object('id', move_id, 'amount', amount, 'fee', fee,
      'net', amount - fee, 'source', charge_id, 'created', at, 'available_on', at + 172800), '{}'::jsonb from by_card`)
  await tx.execute(sql`insert into sandbox.objects (id, kind, created, intent, charge, body, hidden)
    select provider_refund_id, 'refund', at, b.intent_id, b.charge_id, ${json(refund)} || jsonb_build_object('id', provider_refund_id, 'amount', r.amount,
      'charge', b.charge_id, 'payment_intent', b.intent_id, 'created', at, 'metadata', jsonb_build_object('site', ${site}::text, ${REFUND_KEY}::text, r.key)), '{}'::jsonb
    from by_card b join payments p on p.intent_id = b.intent_id join refunds r on r.payment_id = p.id`)
}
