import { eq } from 'drizzle-orm'
import { auditEntries } from '#platform/database/schema/audit.ts'
import type { TestApp } from './app.ts'

/**
 * Returns the entries in the audit log about one row, oldest first. `entity` is the kind of row, such as
 * `invoice`.
 */
export async function auditOf(app: TestApp, entity: string, id: number) {
  const found = await app.services.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.id)
  return found.filter((entry) => entry.entity === entity)
}
