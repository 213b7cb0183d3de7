/**
 * Small facts that the site stores about itself. Examples are its id at the card provider, the time of the
 * last webhook, and the last comparison of payments.
 */
import { randomUUID } from 'node:crypto'
import { eq, gt, min, sql } from 'drizzle-orm'
import type { Database } from './database/database.ts'
import { paymentIntents } from './database/schema/booking.ts'
import { balanceTransactions } from './database/schema/payments.ts'
import { events } from './database/schema/events.ts'
import { siteFacts } from './database/schema/site.ts'

/** Returns the value that is stored under a key, or undefined. */
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

export interface ContentVersion {
  /** Undefined if no trigger has written the version yet. */
  version: string | undefined
  /**
   * When the next scheduled event appears, in milliseconds since 1970. Cached pages are valid until then at most,
   * because nobody writes anything at that time. Infinity if no event is scheduled.
   */
  validUntil: number
}

/**
 * Returns the content version. It changes with every commit, by any process, that changes what visitors can
 * see. Database triggers write it (migrations/0034, docs/decisions/0093).
 */
export async function findContentVersion(db: Database, now: Date): Promise<ContentVersion> {
  const next = db
    .select({ at: min(events.publishAt) })
    .from(events)
    .where(gt(events.publishAt, now))
  const [found] = await db
    .select({ version: siteFacts.value, next: sql`${next}`.mapWith(events.publishAt) })
    .from(siteFacts)
    .where(eq(siteFacts.key, 'content-version'))
  const at = found?.next as Date | null | undefined
  return { version: found?.version, validUntil: at?.getTime() ?? Infinity }
}

const SITE_ID = 'site-id'

/**
 * Returns the random id of this installation for the card provider's metadata. Creates the id when it is
 * first needed.
 */
export async function siteId(db: Database): Promise<string> {
  const known = await findSiteId(db)
  if (known) return known
  await db.insert(siteFacts).values({ key: SITE_ID, value: randomUUID() }).onConflictDoNothing()
  const made = await findSiteId(db)
  if (!made) throw new Error('The site id was not written')
  return made
}

/** Returns the id of this installation without creating it. Returns undefined if no id was ever created. */
export const findSiteId = (db: Database) => findFact(db, SITE_ID)

const MONEY = 'money'

/**
 * Records whether the card payments in this database are real. Throws an error with a one-line message if
 * the database already has payments of the other kind. The card provider would not know them, and statements
 * would add real money to test money.
 */
export async function keepMoneyApart(db: Database, money: 'test' | 'live'): Promise<void> {
  const kept = await findFact(db, MONEY)
  if (kept === money) return
  const [intent] = await db.select({ id: paymentIntents.id }).from(paymentIntents).limit(1)
  const [moved] = await db.select({ id: balanceTransactions.id }).from(balanceTransactions).limit(1)
  if (kept && (intent || moved))
    throw new Error(
      `STRIPE_SECRET_KEY: this database holds ${kept} payments, but the settings now say ${money} (no key means test). ` +
        `Give ${money} payments a DATABASE_URL or DATA_DIR of their own, or set the ${kept} keys again.`,
    )
  await writeFact(db, MONEY, money)
}

const DELIVERY = 'webhook-delivered'

const HOUR = 3_600_000

/**
 * Creates the function that records that the card provider delivered a webhook. Each process writes the time at most
 * once per hour, because a write takes as long as the rest of a webhook.
 */
export function createDeliveryNote(db: Database): (now: Date) => Promise<void> {
  let written = -Infinity
  return async (now) => {
    if (now.getTime() - written < HOUR) return
    await writeFact(db, DELIVERY, now.toISOString())
    written = now.getTime()
  }
}

/** Returns when the card provider last delivered a webhook, to the hour. Returns null if it never did. */
export const findWebhookDelivery = (db: Database) => findInstant(db, DELIVERY)

async function findInstant(db: Database, key: string): Promise<Date | null> {
  const value = await findFact(db, key)
  return value === undefined ? null : new Date(value)
}

const COMPARED = 'provider-compared'

/** Returns when the last complete comparison of payment lists began. Returns null before the first one. */
export const findLastComparison = (db: Database) => findInstant(db, COMPARED)

export const noteComparison = (db: Database, began: Date) => writeFact(db, COMPARED, began.toISOString())
