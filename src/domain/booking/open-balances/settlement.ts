/** Rules for settling an open balance (R49.6). Pure. */
import { type Cents, formatMoney } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { settleBalance } from './contract.ts'

type Order = Pick<ParsedOf<typeof settleBalance>['body'], 'as' | 'amount' | 'method'>

type Problem = { fields: { amount: string } | { method: string } }

/**
 * Returns how many cents to settle, or what is wrong with the order. Refunds that are due are settled first and as a
 * whole, because each is one row that is either made or not.
 */
export function centsToSettle(
  { deposits, refunds }: { deposits: Cents; refunds: Cents },
  { as, amount, method }: Order,
): Cents | Problem {
  if (as === 'refund' && method === undefined)
    return { fields: { method: 'Please choose how you refunded it' } }
  const most = refunds + (as === 'refund' ? Math.max(0, deposits) : deposits)
  if (as === 'refund' && most <= 0)
    return { fields: { amount: 'More was refunded than paid. Please settle this as income' } }
  if (amount === undefined) return most
  if (deposits < 0 && as === 'income')
    return { fields: { amount: 'Please leave this empty. This balance can only be settled as a whole' } }
  if (amount > most) return { fields: { amount: `No more than ${formatMoney(most)} is open` } }
  if (amount < refunds)
    return {
      fields: {
        amount: `Refunds of ${formatMoney(refunds)} are due, and can only be settled as a whole. Please enter at least that`,
      },
    }
  return amount
}

const BY = { cash: 'Cash', check: 'Check', transfer: 'Transfer' }

/** Returns the words of the ledger entry: `"Check 1042: Weather"`, or the reason alone if the money is kept. */
export const memoOf = ({
  as,
  method,
  reference,
  reason,
}: Pick<ParsedOf<typeof settleBalance>['body'], 'as' | 'method' | 'reference' | 'reason'>): string => {
  if (as === 'income' || method === undefined) return reason
  return `${BY[method]}${reference ? ` ${reference}` : ''}: ${reason}`
}
