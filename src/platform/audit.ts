/** The record of who did what. Details are sealed: they may name people, and the purge empties them. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from './database/database.ts'
import { auditEntries } from './database/schema/access.ts'
import type { Sealer } from './sealing.ts'

export interface AuditEntry {
  /** `guest`, `admin:<subject>`, `job:<name>`, `provider`. */
  actor: string
  /** `reservation.confirmed`, `payment.recorded`, … */
  action: string
  entity: string
  entityId: number
  /** What changed; kept as sealed JSON. */
  details?: Record<string, string | number | boolean | null>
  at: Date
}

/** Writes entries in the transaction of what they tell. */
export async function recordAudit(tx: Transaction, sealer: Sealer, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(auditEntries).values(
    entries.map(({ details, ...entry }) => {
      const uuid = randomUUID()
      const place = { table: 'audit_entries', row: uuid, column: 'details' }
      return { ...entry, uuid, details: details ? sealer.seal(place, JSON.stringify(details)) : null }
    }),
  )
}
