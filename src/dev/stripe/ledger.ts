import type { Database } from '#platform/database/database.ts'
import { heldBy } from './disputes.ts'
import { listAll } from './store.ts'

/**
 * Returns all money records of the sandbox for comparison with the site's books. They contain no names, cards
 * or secrets.
 */
export async function readLedger(db: Database) {
  const [charges, refunds] = [await listAll(db, 'charge'), await listAll(db, 'refund')]
  const [disputes, moves] = [await listAll(db, 'dispute'), await listAll(db, 'balance_transaction')]
  const [customers, methods] = [await listAll(db, 'customer'), await listAll(db, 'payment_method')]
  const feeBySource = new Map(moves.map((move) => [move.source, move.fee]))
  const paid = charges.filter((charge) => charge.status === 'succeeded')
  const good = refunds.filter((refund) => refund.status === 'succeeded')
  const charged = total(paid.map((charge) => charge.amount))
  const refunded = total(good.map((refund) => refund.amount))
  return {
    /** Successful charges, oldest first. */
    charges: paid.map((charge) => ({
      id: charge.id,
      paymentIntent: String(charge.payment_intent),
      amount: charge.amount,
      refunded: charge.amount_refunded,
      /** Stripe's fee in cents. Null until the charge has a balance transaction. */
      fee: feeBySource.get(charge.id) ?? null,
      disputed: charge.disputed,
      /** Cents of the charge that disputes currently hold. */
      withdrawn: heldBy(disputes.filter((dispute) => dispute.charge === charge.id)),
      created: charge.created,
      metadata: charge.metadata,
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      charge: String(refund.charge),
      paymentIntent: String(refund.payment_intent),
      amount: refund.amount,
      status: refund.status ?? '',
      created: refund.created,
      metadata: refund.metadata ?? {},
    })),
    disputes: disputes.map(({ id, charge, amount, status }) => ({
      id,
      charge: String(charge),
      amount,
      status,
    })),
    /** The ids of all customers, and the customer id of each saved card. */
    kept: {
      customers: customers.map(({ id }) => id),
      cards: methods.flatMap(({ customer }) => (typeof customer === 'string' ? [customer] : [])),
    },
    sums: {
      charged,
      refunded,
      net: charged - refunded,
      /** Fees that the provider kept, for charges and disputes. */
      fees: total(moves.map((move) => move.fee)),
      /** Cents of all charges that disputes currently hold. */
      disputed: heldBy(disputes),
    },
  }
}

export type Ledger = Awaited<ReturnType<typeof readLedger>>

const total = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
