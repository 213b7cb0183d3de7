/** Handles the calls about open balances. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { BookingDeps } from '../deps.ts'
import { listOpenBalances, settleBalance } from './contract.ts'
import { readOpenBalances, settleOpenBalance } from './settle-balance.ts'

export const openBalanceHandlers = (deps: BookingDeps): Bound[] => [
  bind(listOpenBalances, async () => readOpenBalances(deps)),

  bind(settleBalance, async ({ body }, { caller }) => {
    const settled = await settleOpenBalance(deps, { ...body, by: actorOf(caller) })
    if (typeof settled === 'object') return fail('invalid', settled)
    return settled === 'done' ? await readOpenBalances(deps) : fail(settled)
  }),
]
