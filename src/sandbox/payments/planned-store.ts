/** Rows of what comes about by itself some time later. */
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { Planned } from './model/objects.ts'
import { planned } from './tables.ts'

export interface Plan {
  objectId: string
  what: Planned
}

/** Plans it, once. */
export async function plan(tx: Transaction, what: Plan, runAt: Date): Promise<void> {
  await tx
    .insert(planned)
    .values({ ...what, runAt })
    .onConflictDoNothing()
}

/** Takes the first that is due, for this process alone. */
export async function takePlanned(tx: Transaction, now: Date): Promise<Plan | undefined> {
  const [due] = await tx
    .select({ objectId: planned.objectId, what: planned.what })
    .from(planned)
    .where(lte(planned.runAt, now))
    .orderBy(asc(planned.runAt), asc(planned.objectId))
    .limit(1)
    .for('update', { skipLocked: true })
  if (due !== undefined) await dropPlanned(tx, due.objectId, due.what)
  return due
}

export async function dropPlanned(tx: Transaction, objectId: string, ...what: Planned[]): Promise<void> {
  await tx.delete(planned).where(and(eq(planned.objectId, objectId), inArray(planned.what, what)))
}
