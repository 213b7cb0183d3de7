/** Reads enqueued e-mails and refunds for tests, and checks whether the site's payments match Stripe's. */
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listLedgerDifferences } from '#domain/money/ledger/store/compare.ts'
import { columns, type Database } from '#platform/database/database.ts'
import { paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { emails } from '#platform/database/schema/emails.ts'
import type { Ledger } from '#dev/stripe/ledger.ts'
import type { TestApp } from '#test/support/app.ts'

export async function mailsOf(app: TestApp, uuid: string): Promise<string[]> {
  const found = await app.services.db
    .select({ id: emails.id, type: emails.emailType })
    .from(emails)
    .innerJoin(reservations, eq(reservations.id, emails.reservationId))
    .where(eq(reservations.uuid, uuid))
    .orderBy(emails.id)
  return found.map((row) => row.type)
}

/**
 * Reads a reservation's status from its database row. Opening the guest's page instead could make the site
 * ask Stripe and record a payment. Then the test would not see what the site did on its own.
 */
export async function statusOf(app: TestApp, uuid: string): Promise<string | undefined> {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.uuid, uuid))
  return row?.status
}

export async function refundsOf(app: TestApp, intentId: string) {
  return app.services.db
    .select(columns(refunds, 'key', 'amount', 'status'))
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.intentId, intentId))
    .orderBy(refunds.id)
}

export async function intentStatus(app: TestApp, id: string): Promise<string | undefined> {
  const [row] = await app.services.db.select().from(paymentIntents).where(eq(paymentIntents.id, id))
  return row?.status
}

const byId = (one: readonly [string, number], other: readonly [string, number]) =>
  one[0].localeCompare(other[0])

/**
 * Expects that the site's records match Stripe's: an equal card payment for every charge, and an equal refund
 * for every refund. Also expects that the ledger agrees with these records.
 */
export async function expectBooksToAgree(app: TestApp): Promise<void> {
  await expectSameBooks(app.services.db, await app.sandbox?.ledger())
}

/**
 * Does the same as `expectBooksToAgree`, for a site in another process. `ledger` has the charges and refunds
 * of that site's sandbox.
 */
export async function expectSameBooks(db: Database, ledger: Ledger | undefined): Promise<void> {
  const ours = await db.select().from(payments).where(eq(payments.method, 'card'))
  const byProvider = and(eq(refunds.status, 'succeeded'), eq(refunds.byHand, false))
  const given = await db.select().from(refunds).where(byProvider)
  expect(ours.map((row) => [row.intentId ?? '', row.amount] as const).sort(byId)).toEqual(
    ledger?.charges.map((charge) => [charge.paymentIntent, charge.amount] as const).sort(byId),
  )
  expect(given.map((row) => [row.providerRefundId ?? '', row.amount] as const).sort(byId)).toEqual(
    ledger?.refunds.map((refund) => [refund.id, refund.amount] as const).sort(byId),
  )
  expect(await listLedgerDifferences(db, { syncedUntil: null, limit: 10 })).toEqual([])
}
