/** The facts that one installation remembers about itself and the payment provider: its name there, when a webhook last came, until when the lists were compared. */
import { randomUUID } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Database } from './database/database.ts'
import { paymentIntents } from './database/schema/booking.ts'
import { balanceTransactions } from './database/schema/payments.ts'
import { siteFacts } from './database/schema/site.ts'

/** The value that is remembered under a name; undefined: none. */
export async function findFact(db: Database, key: string): Promise<string | undefined> {
  const [fact] = await db.select().from(siteFacts).where(eq(siteFacts.key, key))
  return fact?.value
}

export async function writeFact(db: Database, key: string, value: string): Promise<void> {
  await db
    .insert(siteFacts)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteFacts.key, set: { value } })
}

/**
 * Returns the content version: another text after each commit that changed anything visitors can see, whoever wrote it. Triggers
 * write it (migrations/0034, docs/decisions/0093). Undefined: nothing has been written yet.
 */
export const findContentVersion = (db: Database) => findFact(db, 'content-version')

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
export const findSiteId = (db: Database) => findFact(db, SITE_ID)

const MONEY = 'money'

/**
 * Remembers whether the card payments here are real. Throws one clear line where there are some of the other kind: the provider
 * would know none of them, and statements would add up what is money and what is not.
 */
export async function keepMoneyApart(db: Database, money: 'test' | 'live'): Promise<void> {
  const kept = await findFact(db, MONEY)
  if (kept === money) return
  const [intent] = await db.select({ id: paymentIntents.id }).from(paymentIntents).limit(1)
  const [moved] = await db.select({ id: balanceTransactions.id }).from(balanceTransactions).limit(1)
  if (kept && (intent || moved))
    throw new Error(
      `STRIPE_SECRET_KEY: this database holds ${kept} payments, and the settings now say ${money} (no key is test). ` +
        `Give ${money} payments a DATABASE_URL or DATA_DIR of their own, or set the ${kept} keys again.`,
    )
  await writeFact(db, MONEY, money)
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
export const findWebhookDelivery = (db: Database) => findInstant(db, DELIVERY)

async function findInstant(db: Database, key: string): Promise<Date | null> {
  const value = await findFact(db, key)
  return value === undefined ? null : new Date(value)
}

const COMPARED = 'provider-compared'

/** When the last whole comparison began; null before the first one. */
export const findLastComparison = (db: Database) => findInstant(db, COMPARED)

export const noteComparison = (db: Database, began: Date) => writeFact(db, COMPARED, began.toISOString())
