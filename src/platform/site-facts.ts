/** What one installation remembers about itself and the payment provider: its name there, when a webhook last came, until when the lists were compared. */
import { randomUUID } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Database } from './database/database.ts'
import { paymentIntents } from './database/schema/booking.ts'
import { balanceTransactions } from './database/schema/payouts.ts'
import { siteFacts } from './database/schema/site.ts'

const SITE_ID = 'site-id'

/** This installation's random name in the provider's metadata, made at its first use. */
export async function siteId(db: Database): Promise<string> {
  const known = await findSiteId(db)
  if (known) return known
  await db.insert(siteFacts).values({ key: SITE_ID, value: randomUUID() }).onConflictDoNothing()
  const made = await findSiteId(db)
  if (!made) throw new Error('The site id was not written')
  return made
}

/** As `siteId`, where nothing can be written; undefined: it never had one. */
export async function findSiteId(db: Database): Promise<string | undefined> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, SITE_ID))
  return fact?.value
}

const MONEY = 'money'

/**
 * Remembers whether the card payments here are real. Throws one clear line where there are some of the other kind: the provider
 * would know none of them, and statements would add up what is money and what is not.
 */
export async function keepMoneyApart(db: Database, money: 'test' | 'live'): Promise<void> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, MONEY))
  if (fact?.value === money) return
  const [intent] = await db.select({ id: paymentIntents.id }).from(paymentIntents).limit(1)
  const [moved] = await db.select({ id: balanceTransactions.id }).from(balanceTransactions).limit(1)
  if (fact && (intent || moved))
    throw new Error(
      `STRIPE_SECRET_KEY: this database holds ${fact.value} payments, and the settings now say ${money} (no key is test). ` +
        `Give ${money} payments a DATABASE_URL or DATA_DIR of their own, or set the ${fact.value} keys again.`,
    )
  await db
    .insert(siteFacts)
    .values({ key: MONEY, value: money })
    .onConflictDoUpdate({ target: siteFacts.key, set: { value: money } })
}

const DELIVERY = 'webhook-delivered'

const HOUR = 3_600_000

/** Remembers, to the hour, that a webhook was delivered. */
export async function noteWebhookDelivery(db: Database, now: Date): Promise<void> {
  const value = now.toISOString()
  await db
    .insert(siteFacts)
    .values({ key: DELIVERY, value })
    .onConflictDoUpdate({
      target: siteFacts.key,
      set: { value },
      setWhere: lt(siteFacts.value, new Date(now.getTime() - HOUR).toISOString()),
    })
}

/** When a webhook was last delivered, to the hour; null: never. */
export async function findWebhookDelivery(db: Database): Promise<Date | null> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, DELIVERY))
  return fact ? new Date(fact.value) : null
}

const COMPARED = 'provider-compared'

/** When the last whole comparison began; null before the first one. */
export async function findLastComparison(db: Database): Promise<Date | null> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, COMPARED))
  return fact ? new Date(fact.value) : null
}

export async function noteComparison(db: Database, began: Date): Promise<void> {
  const value = began.toISOString()
  await db
    .insert(siteFacts)
    .values({ key: COMPARED, value })
    .onConflictDoUpdate({ target: siteFacts.key, set: { value } })
}
