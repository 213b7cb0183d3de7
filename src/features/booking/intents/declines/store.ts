/**
 * Declined cards. Each is a notice of the provider's, kept once by its id, whether a webhook brought it or the comparison
 * of lists: so they are counted where they happen, however often they are told.
 */
import { and, eq, gt, isNotNull, isNull, lte, max, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { type IntentStatus, paymentIntents, webhookEvents } from '#platform/database/schema/booking.ts'
import type { Declines } from './rules.ts'

const isDecline = sql`${webhookEvents.type} = 'payment_intent.payment_failed'`

/** An intent lives an hour at most, and a while more while its notices are on their way. */
const LIFE_MS = 2 * 3_600_000

/** The declines of one intent. */
export const countDeclines = async (db: Database, intentId: string, now: Date): Promise<number> =>
  (await find(db, eq(paymentIntents.id, intentId), new Date(now.getTime() - LIFE_MS))).count

export const declinesOfNetwork = (db: Database, madeFrom: string, since: Date) =>
  find(db, eq(paymentIntents.madeFrom, madeFrom), since)

export const declinesOfInvoice = (db: Database, invoiceId: number, since: Date) =>
  find(db, eq(paymentIntents.invoiceId, invoiceId), since)

/** Of the sign-ups of an event; null: of sums that name none. */
export const declinesOfEvent = (db: Database, eventId: number | null, since: Date) =>
  find(db, isOfEvent(eventId), since)

const isOfEvent = (eventId: number | null) =>
  eventId === null
    ? and(isNull(paymentIntents.eventId), isNull(paymentIntents.invoiceId))
    : eq(paymentIntents.eventId, eventId)

async function find(db: Database, which: SQL | undefined, since: Date): Promise<Declines> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int`, last: max(webhookEvents.receivedAt) })
    .from(webhookEvents)
    .innerJoin(paymentIntents, eq(paymentIntents.id, webhookEvents.intentId))
    .where(and(isDecline, gt(webhookEvents.receivedAt, since), which))
  return { count: found?.count ?? 0, last: found?.last ?? null }
}

/** When a network last got a payment of an event, and whether it has paid for anything lately. */
export async function findMade(
  db: Database,
  { madeFrom, eventId }: { madeFrom: string; eventId: number | null },
) {
  const own = eq(paymentIntents.madeFrom, madeFrom)
  const succeeded: IntentStatus = 'succeeded'
  const [made] = await db
    .select({ last: max(paymentIntents.createdAt) })
    .from(paymentIntents)
    .where(and(own, isOfEvent(eventId)))
  const paid = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(and(own, eq(paymentIntents.status, succeeded)))
    .limit(1)
  return { lastMade: made?.last ?? null, hasPaid: paid.length > 0 }
}

/** Forgets who asked for the intents whose declines count no more. */
export async function forgetNetworks(db: Database, now: Date): Promise<void> {
  await db
    .update(paymentIntents)
    .set({ madeFrom: null })
    .where(
      and(
        isNotNull(paymentIntents.madeFrom),
        lte(paymentIntents.createdAt, new Date(now.getTime() - LIFE_MS)),
      ),
    )
}
