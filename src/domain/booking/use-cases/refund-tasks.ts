/** Reads the manual refunds that an admin gives together, with the share of each guest. */
import { openName } from '#platform/sealing.ts'
import type { BookingDeps } from '../deps.ts'
import type { RefundShown } from '../contract/refunds.ts'
import { listTaskShares } from '../store/refunds.ts'

/**
 * Returns the tasks with more than one refund, by the id of their first refund. A guest has one share, even if
 * several payments are refunded for them.
 */
export async function readRefundTasks(
  { db, sealer }: Pick<BookingDeps, 'db' | 'sealer'>,
  firstIds: readonly number[],
): Promise<Map<number, NonNullable<RefundShown['task']>>> {
  const rows = await listTaskShares(db, [...new Set(firstIds)])
  const tasks = [...Map.groupBy(rows, ({ task }) => task)].filter(([, refunds]) => refunds.length > 1)
  return new Map(
    tasks.map(([id, refunds]) => {
      const shares = [...Map.groupBy(refunds, ({ guest }) => guest?.id)].flatMap(([, [first, ...more]]) => {
        if (!first?.guest) return []
        const customerName = openName(sealer, 'reservations', first.guest) ?? ''
        return [{ reservationId: first.guest.id, customerName, amount: totalOf([first, ...more]) }]
      })
      return [id, { id, amount: totalOf(refunds), shares }]
    }),
  )
}

const totalOf = (refunds: readonly { amount: number }[]) =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)
