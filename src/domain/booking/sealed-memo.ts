/** Encrypts and decrypts an admin's note about a manual payment or refund. The seal is bound to the id of the row. */
import type { Sealed } from '#platform/database/schema/columns.ts'
import { openColumns, type Sealer, sealRecord } from '#platform/sealing.ts'

type NotedTable = 'payments' | 'refunds'

export const sealMemo = (
  sealer: Sealer,
  table: NotedTable,
  { id, memo }: { id: number; memo: string | null },
) => sealRecord(sealer, { table, row: `${id}` }, { memo }).memo

export const openMemo = (
  sealer: Sealer,
  table: NotedTable,
  { id, memo }: { id: number; memo: Sealed | null },
): string | null => openColumns(sealer, table, { uuid: `${id}`, memo }, 'memo').memo
