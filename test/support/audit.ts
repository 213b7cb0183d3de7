import { eq } from 'drizzle-orm'
import { auditEntries } from '#platform/database/schema/audit.ts'
import type { TestApp } from './app.ts'

/** Returns the audit entries of one entity, oldest first. */
export async function auditOf(app: TestApp, entity: string, id: number) {
  const found = await app.services.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.id)
  return found.filter((entry) => entry.entity === entity)
}
