/** Keeps the ledger in step with payments and refunds that tests write or delete directly in the database. */
import { inArray, ne } from 'drizzle-orm'
import { postHistory } from '#domain/money/ledger/store/history.ts'
import { postDeletedPayment } from '#domain/money/ledger/store/post.ts'
import { payments } from '#platform/database/schema/payments.ts'
import type { TestApp } from '#test/support/app.ts'

type Site = Pick<TestApp['services'], 'db' | 'now'>

/** Posts the payments and refunds that a test has inserted. */
export const postRows = async ({ db, now }: Site): Promise<void> => postHistory(db, now())

/** Deletes all payments by hand, as if admins had recorded them by mistake. */
export const dropHandPayments = async ({ db, now }: Site): Promise<void> =>
  db.transaction(async (tx) => {
    const found = await tx.select({ id: payments.id }).from(payments).where(ne(payments.method, 'card'))
    for (const { id } of found) await postDeletedPayment(tx, id, { now: now(), cameBack: false })
    await tx.delete(payments).where(
      inArray(
        payments.id,
        found.map(({ id }) => id),
      ),
    )
  })
