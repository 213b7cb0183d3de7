/** The provider's books, to compare with the site's to the cent. Cents throughout. */
import type { Database } from '#platform/database/database.ts'
import { heldBy } from './disputes.ts'
import { listAll } from './store.ts'

export interface LedgerCharge {
  id: string
  paymentIntent: string
  amount: number
  refunded: number
  /** Null until its balance transaction is made. */
  fee: number | null
  disputed: boolean
  /** Cents that disputes hold of it at present. */
  withdrawn: number
  created: number
  metadata: Record<string, string>
}

export interface LedgerRefund {
  id: string
  charge: string
  paymentIntent: string
  amount: number
  status: string
  created: number
  metadata: Record<string, string>
}

export interface Ledger {
  /** Those that succeeded, oldest first. */
  charges: LedgerCharge[]
  refunds: LedgerRefund[]
  disputes: { id: string; charge: string; amount: number; status: string }[]
  /** The customers that there are, and of each card that is kept whose it is. */
  kept: { customers: string[]; cards: string[] }
  sums: {
    charged: number
    refunded: number
    /** Charged less refunded. */
    net: number
    /** Fees that the provider kept: of charges and of disputes. */
    fees: number
    /** Cents that disputes hold at present. */
    disputed: number
  }
}

/** Holds no names, no cards and no secrets. */
export async function readLedger(db: Database): Promise<Ledger> {
  const [charges, refunds] = [await listAll(db, 'charge'), await listAll(db, 'refund')]
  const [disputes, moves] = [await listAll(db, 'dispute'), await listAll(db, 'balance_transaction')]
  const [customers, methods] = [await listAll(db, 'customer'), await listAll(db, 'payment_method')]
  const feeBySource = new Map(moves.map((move) => [move.source, move.fee]))
  const paid = charges.filter((charge) => charge.status === 'succeeded')
  const good = refunds.filter((refund) => refund.status === 'succeeded')
  const charged = total(paid.map((charge) => charge.amount))
  const refunded = total(good.map((refund) => refund.amount))
  return {
    charges: paid.map((charge) => ({
      id: charge.id,
      paymentIntent: String(charge.payment_intent),
      amount: charge.amount,
      refunded: charge.amount_refunded,
      fee: feeBySource.get(charge.id) ?? null,
      disputed: charge.disputed,
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
    kept: {
      customers: customers.map(({ id }) => id),
      cards: methods.flatMap(({ customer }) => (typeof customer === 'string' ? [customer] : [])),
    },
    sums: {
      charged,
      refunded,
      net: charged - refunded,
      fees: total(moves.map((move) => move.fee)),
      disputed: heldBy(disputes),
    },
  }
}

function total(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
