/** Forgetting who paid: as a request to the provider to delete a person's data. Amounts and times stay. */
import type { Database } from '../../../platform/database/database.ts'
import { NO_BILLING } from '../model/method.ts'
import { emptyBodies, listMethodIds } from './store.ts'

/** Empties the payers of these intents in every object, event and kept reply. */
export async function forgetPayers(db: Database, intentIds: string[]): Promise<void> {
  if (intentIds.length === 0) return
  const ids = [...intentIds, ...(await listMethodIds(db, intentIds))]
  await db.transaction((tx) => emptyBodies(tx, ids, withoutPayer))
}

/** The same object without its payer, however deep that stands; what has none stays as it is. */
function withoutPayer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPayer)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'billing_details') return [key, inner === null ? null : NO_BILLING]
      return [key, key === 'receipt_email' ? null : withoutPayer(inner)]
    }),
  )
}
