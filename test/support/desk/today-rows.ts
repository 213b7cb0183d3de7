/**
 * Inserts the rows that the Today page reads: guests, invoices, payments, refunds, e-mails, failed jobs. Posts payments
 * and refunds to the ledger.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import type { TestApp } from '#test/support/app.ts'
import { postPayment, postRefund } from '#domain/money/ledger/store/post.ts'
import { makeReservation } from '#test/support/factories.ts'

export type Rows = ReturnType<typeof rowsOf>

export function rowsOf({ services }: Pick<TestApp, 'services'>) {
  const { db, now } = services
  let count = 0
  const post = async (
    { id = 0 }: { id?: number } = {},
    as: typeof postPayment | typeof postRefund,
    at: Date = now(),
  ): Promise<number> => {
    await db.transaction((tx) => as(tx, id, { now: at }))
    return id
  }

  async function guest(
    eventId: number,
    changes: Partial<typeof reservations.$inferInsert> & { name?: string } = {},
  ) {
    count += 1
    const { name = `Guest ${count}`, status = 'confirmed', ...columns } = changes
    const made = await makeReservation(services, eventId, {
      customerName: name,
      email: `guest-${count}@example.test`,
      status,
    })
    if (Object.keys(columns).length > 0)
      await db.update(reservations).set(columns).where(eq(reservations.id, made.id))
    return made.id
  }

  /** Removes a guest's personal data, as the purge does. */
  async function purge(reservationId: number) {
    const gone = { customerName: null, email: null, emailHash: null, purgedAt: now() }
    await db.update(reservations).set(gone).where(eq(reservations.id, reservationId))
  }

  async function invoice(reservationId: number, amount: number, due: string | null) {
    const [made] = await db
      .insert(invoices)
      .values({ reservationId, purpose: 'other', amount, due })
      .returning({ id: invoices.id })
    return made?.id ?? 0
  }

  async function payment(reservationId: number, paid: { amount: number; at: string; invoiceId?: number }) {
    const { amount, at, invoiceId = null } = paid
    const [made] = await db
      .insert(payments)
      .values({ reservationId, invoiceId, amount, method: 'check', paidAt: new Date(at) })
      .returning({ id: payments.id })
    return post(made, postPayment, new Date(at))
  }

  async function refund(
    paymentId: number,
    amount: number,
    status: 'succeeded' | 'failed' | 'requested' | 'owed',
    given: { byHand?: boolean; key?: string; taskId?: number } = {},
  ) {
    const { byHand = status === 'owed', key = randomUUID(), taskId } = given
    const [made] = await db
      .insert(refunds)
      .values({
        paymentId,
        key,
        amount,
        reason: 'admin',
        status,
        byHand,
        taskId,
        providerRefundId: status === 'succeeded' && !byHand ? key : null,
        createdAt: now(),
      })
      .returning({ id: refunds.id })
    return post(made, postRefund)
  }

  async function automaticRefund(intentId: string, { at, eventId }: { at: Date; eventId: number | null }) {
    await db.insert(paymentIntents).values({ id: intentId, amount: 45_000, eventId, status: 'succeeded' })
    const [paid] = await db
      .insert(payments)
      .values({ amount: 45_000, method: 'card', intentId, paidAt: at })
      .returning({ id: payments.id })
    const back = {
      paymentId: await post(paid, postPayment, at),
      key: `orphan:${intentId}`,
      amount: 45_000,
      reason: 'orphan',
    }
    const [made] = await db
      .insert(refunds)
      .values({ ...back, status: 'succeeded', providerRefundId: `re_${intentId}`, createdAt: now() })
      .returning({ id: refunds.id })
    await post(made, postRefund)
  }

  async function mail(changes: Partial<typeof emails.$inferInsert>) {
    const key = randomUUID()
    const values = { emailType: 'welcome-info' as const, dedupeKey: key, messageId: `<${key}>`, ...changes }
    const [made] = await db.insert(emails).values(values).returning({ id: emails.id })
    return made?.id ?? 0
  }

  async function deadJob(kind: string, payload: Record<string, number>, deadAt: Date) {
    const runAt = deadAt
    const values = { kind, payload, dedupeKey: randomUUID(), runAt, deadAt, lastError: 'It did not work' }
    await db.insert(outbox).values(values)
  }

  return { guest, purge, invoice, payment, refund, paidForNothing: automaticRefund, mail, deadJob }
}
