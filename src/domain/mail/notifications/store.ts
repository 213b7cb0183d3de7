/**
 * Queries for notifications: the audit entries that they are about, which of these were e-mailed, and what each admin
 * has seen.
 */
import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, not, like, sql, type SQL } from 'drizzle-orm'
import { openDetails } from '#platform/audit.ts'
import { columns, type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { news, newsVisits } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import { waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { openName, type Sealer } from '#platform/sealing.ts'
import { writeFact } from '#platform/site-facts.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { NEWS_ACTIONS, type NotificationSettings, type Visit, type Entry, newsOf } from './rules.ts'

/**
 * Selects audit entries in one of three ways: those since a time that are not by the admin `notBy`, those in one
 * e-mail, or those not e-mailed yet.
 */
type Which = { since: Date; notBy: string } | { emailId: number } | { unsentSince: Date }

/** Returns the selected audit entries, newest first. Names and details stay sealed. */
export const listNewsEntries = (db: Database, which: Which, limit: number) =>
  selectNews(db, conditionOf(which), limit)

function conditionOf(which: Which): SQL | undefined {
  if ('since' in which) return and(gt(auditEntries.at, which.since), ne(auditEntries.actor, which.notBy))
  if ('emailId' in which) return eq(news.emailId, which.emailId)
  // Omits what admins did, because admins need no e-mail about that.
  const notByAdmins = not(like(auditEntries.actor, 'admin:%'))
  return and(gt(auditEntries.at, which.unsentSince), isNull(news.auditEntryId), notByAdmins)
}

function selectNews(db: Database, which: SQL | undefined, limit: number) {
  // Chooses the entries before it joins the rest. Otherwise PostgreSQL would read all events and all payments.
  const chosen = db
    .select({
      ...columns(
        auditEntries,
        'id',
        'uuid',
        'at',
        'action',
        'entity',
        'entityId',
        'eventId',
        'reservationId',
      ),
      ...columns(auditEntries, 'details', 'fields'),
      all: sql<number>`(count(*) over ())::int`.as('all'),
    })
    .from(auditEntries)
    .leftJoin(news, eq(news.auditEntryId, auditEntries.id))
    .where(and(inArray(auditEntries.action, NEWS_ACTIONS), which))
    // `+ 0` keeps PostgreSQL from reading all audit entries in the order of the primary key. PostgreSQL 15 expects to
    // stop after `limit` entries, but `all` counts every chosen entry.
    .orderBy(desc(sql`${auditEntries.id} + 0`))
    .limit(limit)
    .as('chosen')
  const offered = sql<boolean>`exists (select 1 from ${waitlistOffers} o where o.reservation_id = ${chosen.reservationId})`
  return db
    .select({
      ...columns(chosen, 'id', 'uuid', 'at', 'action', 'entityId', 'reservationId', 'details', 'fields'),
      all: chosen.all,
      event: { name: events.name, adminEmail: events.adminEmail },
      guest: { uuid: reservations.uuid, customerName: reservations.customerName },
      invoice: columns(invoices, 'purpose', 'description', 'extra'),
      offered,
    })
    .from(chosen)
    .leftJoin(events, eq(events.id, chosen.eventId))
    .leftJoin(reservations, eq(reservations.id, chosen.reservationId))
    .leftJoin(payments, and(eq(chosen.entity, 'payment'), eq(payments.id, chosen.entityId)))
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
    .orderBy(desc(chosen.id))
}

type NewsRow = Awaited<ReturnType<typeof listNewsEntries>>[number]

/** Returns the details of earlier updates of a payment, oldest first. They stay sealed. */
const listUpdatesBefore = async (db: Database, { paymentId, id }: { paymentId: number; id: number }) =>
  db
    .select({ uuid: auditEntries.uuid, details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.entity, 'payment'),
        eq(auditEntries.entityId, paymentId),
        eq(auditEntries.action, 'payment.updated'),
        lt(auditEntries.id, id),
      ),
    )
    .orderBy(asc(auditEntries.id))

/**
 * Decrypts audit entries and keeps their order. Omits updates of a payment that did not change the disputed amount.
 */
export async function openEntries(
  { db, sealer }: { db: Database; sealer: Sealer },
  rows: NewsRow[],
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const entry of rows.map((row) => openEntry(sealer, row))) {
    const { action, details, entityId: paymentId, id } = entry
    const withdrawn = action === 'payment.updated' ? details?.['withdrawn'] : null
    if (typeof withdrawn === 'number' && withdrawn > 0) {
      const before = (await listUpdatesBefore(db, { paymentId, id })).at(-1)
      if (before && openDetails(sealer, before)?.['withdrawn'] === withdrawn) continue
    }
    entries.push(entry)
  }
  return entries
}

function openEntry(sealer: Sealer, row: NewsRow): Entry {
  const { event, guest, invoice, fields } = row
  return {
    ...row,
    guest: guest && openName(sealer, 'reservations', guest),
    isThere: guest !== null,
    event: event?.name ?? null,
    details: openDetails(sealer, row) ?? null,
    fields: fields ?? [],
    invoice: invoice && invoiceLabel({ ...invoice, partOfPrice: !invoice.extra }),
  }
}

/** The largest number of audit entries that one query reads. No notification e-mail covers more. */
const MOST = 200

/**
 * Returns the notifications in an e-mail, oldest first, with the e-mail's recipient. Omits purged guests. Returns
 * null if no notification is left.
 */
export async function readNewsOf(deps: { db: Database; sealer: Sealer }, emailId: number) {
  const rows = await listNewsEntries(deps.db, { emailId }, MOST)
  const entries = (await openEntries(deps, rows)).filter(({ guest }) => guest !== null)
  const to = rows.find(({ event }) => event)?.event?.adminEmail
  const items = newsOf(entries).toReversed()
  return to === undefined || items.length === 0 ? null : { to, items }
}

/** Records that an e-mail covers these audit entries. If `emailId` is null, the site never e-mails them. */
export async function markSent(tx: Transaction, ids: number[], emailId: number | null): Promise<void> {
  if (ids.length === 0) return
  await tx.insert(news).values(ids.map((auditEntryId) => ({ auditEntryId, emailId })))
}

const SETTINGS_KEY = 'news'

interface StoredSettings extends Omit<NotificationSettings, 'lastDailyDay'> {
  toldDay: NotificationSettings['lastDailyDay']
}

/**
 * Returns the notification settings. Returns undefined before they are saved, by an admin or by the first run of the
 * job that sends notifications. With `lock`, locks the settings until the transaction ends, so that two processes do
 * not send the same e-mail.
 */
export async function findNotificationSettings(
  db: Database,
  { lock = false } = {},
): Promise<NotificationSettings | undefined> {
  const found = db.select().from(siteFacts).where(eq(siteFacts.key, SETTINGS_KEY))
  const [fact] = await (lock ? found.for('update') : found)
  if (!fact) return undefined
  const { toldDay, ...settings } = JSON.parse(fact.value) as StoredSettings
  return { ...settings, lastDailyDay: toldDay }
}

export async function saveNotificationSettings(
  db: Database,
  { lastDailyDay, ...settings }: NotificationSettings,
): Promise<void> {
  const stored: StoredSettings = { ...settings, toldDay: lastDailyDay }
  await writeFact(db, SETTINGS_KEY, JSON.stringify(stored))
}

export const findVisit = (db: Database, admin: string): Promise<Visit | undefined> =>
  firstRow(db.select().from(newsVisits).where(eq(newsVisits.admin, admin)))

/** Records until when an admin has seen notifications. `seenUntil` never becomes earlier. */
export async function saveVisit(db: Database, admin: string, visit: Visit): Promise<void> {
  await db
    .insert(newsVisits)
    .values({ admin, ...visit })
    .onConflictDoUpdate({
      target: newsVisits.admin,
      set: { ...visit, seenUntil: sql`greatest(${newsVisits.seenUntil}, excluded.seen_until)` },
    })
}
