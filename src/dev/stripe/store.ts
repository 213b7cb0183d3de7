/**
 * The tables of the payment sandbox: the provider's objects, scheduled actions, and webhooks to send. The
 * functions `lock…` need a transaction. A transaction must lock in this order: intent, customer, payment
 * method, charge.
 */
import type Stripe from 'stripe'
import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { bigserial, integer, jsonb, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import { columns, type Database, type Transaction } from '#platform/database/database.ts'
import { instant } from '#platform/database/schema/columns.ts'
import { sandbox } from '../tables.ts'
import type { ControlState } from './control-state.ts'
import type { Hidden, Kind, Kinds, Scheduled, StoredObject } from './model/objects.ts'

const objects = sandbox.table('objects', {
  /**
   * The order in which objects were created. Lists sort by it, because many objects are created in the same
   * second.
   */
  seq: bigserial('seq', { mode: 'number' }).notNull(),
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  created: integer('created').notNull(),
  /**
   * Ids of the payment intent (this column) and the charge (the next column) to which the object belongs.
   * Lists filter by them.
   */
  intent: text('intent'),
  charge: text('charge'),
  body: jsonb('body').$type<StoredObject>().notNull(),
  hidden: jsonb('hidden').$type<Hidden>().notNull(),
})

export const replies = sandbox.table('replies', {
  key: text('key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  status: integer('status').notNull(),
  body: jsonb('body').$type<object>().notNull(),
  requestId: text('request_id').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const deliveries = sandbox.table('deliveries', {
  id: serial('id').primaryKey(),
  eventId: text('event_id').notNull(),
  runAt: instant('run_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  leasedUntil: instant('leased_until'),
  doneAt: instant('done_at'),
  deadAt: instant('dead_at'),
  lastError: text('last_error'),
})

/** The table of actions that the sandbox will do later, each with the id of the Stripe object. */
const planned = sandbox.table(
  'planned',
  {
    objectId: text('object_id').notNull(),
    what: text('what').$type<Scheduled>().notNull(),
    runAt: instant('run_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectId, table.what] })],
)

export const controls = sandbox.table('controls', {
  id: integer('id').primaryKey(),
  state: jsonb('state').$type<ControlState>().notNull(),
})

export const DDL = [
  `create table if not exists sandbox.objects (
    seq bigserial not null, id text primary key, kind text not null, created integer not null,
    intent text, charge text, body jsonb not null, hidden jsonb not null default '{}')`,
  'create index if not exists objects_by_kind on sandbox.objects (kind, seq)',
  'create index if not exists objects_by_intent on sandbox.objects (intent)',
  'create index if not exists objects_by_charge on sandbox.objects (charge)',
  `create table if not exists sandbox.replies (
    key text primary key, fingerprint text not null, status integer not null, body jsonb not null,
    request_id text not null, created_at timestamptz(3) not null)`,
  'create index if not exists replies_by_age on sandbox.replies (created_at)',
  `create table if not exists sandbox.deliveries (
    id serial primary key, event_id text not null, run_at timestamptz(3) not null,
    attempts integer not null default 0, leased_until timestamptz(3), done_at timestamptz(3),
    dead_at timestamptz(3), last_error text)`,
  `create index if not exists deliveries_due on sandbox.deliveries (run_at, id)
    where done_at is null and dead_at is null`,
  'create index if not exists deliveries_by_event on sandbox.deliveries (event_id)',
  `create table if not exists sandbox.planned (
    object_id text not null, what text not null, run_at timestamptz(3) not null, primary key (object_id, what))`,
  'create index if not exists planned_due on sandbox.planned (run_at)',
  // The sandbox no longer uses this table. But older backups contain it, and restoring them needs the table.
  `create table if not exists sandbox.planned_disputes (
    charge_id text primary key, run_at timestamptz(3) not null)`,
  'create table if not exists sandbox.controls (id integer primary key, state jsonb not null)',
]

export interface Found<K extends Kind> {
  body: Kinds[K]
  hidden: Hidden
}

export async function insertObject(tx: Transaction, body: StoredObject, hidden: Hidden = {}) {
  const { id, object: kind, created } = body
  const intent = 'payment_intent' in body ? String(body.payment_intent) : null
  const charge = 'charge' in body ? String(body.charge) : null
  await tx.insert(objects).values({ id, kind, created, intent, charge, body, hidden })
}

/** Saves a changed object. Keeps the stored `hidden` data if the caller passes none. */
export async function saveObject(tx: Transaction, body: StoredObject, hidden?: Hidden): Promise<void> {
  await tx
    .update(objects)
    .set(hidden === undefined ? { body } : { body, hidden })
    .where(eq(objects.id, body.id))
}

export async function findObject<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
): Promise<Found<K> | undefined> {
  const [row] = await selectObject(db, kind, id)
  return row as Found<K> | undefined
}

export async function lockObject<K extends Kind>(
  tx: Transaction,
  kind: K,
  id: string,
): Promise<Found<K> | undefined> {
  const [row] = await selectObject(tx, kind, id).for('update')
  return row as Found<K> | undefined
}

const selectObject = (db: Database, kind: Kind, id: string) =>
  db
    .select(columns(objects, 'body', 'hidden'))
    .from(objects)
    .where(and(eq(objects.id, id), eq(objects.kind, kind)))

/** Returns the payment methods attached to a customer, newest first. Locks them until the transaction ends. */
export async function lockMethodsOf(tx: Transaction, customer: string): Promise<Found<'payment_method'>[]> {
  const found = await tx
    .select(columns(objects, 'body', 'hidden'))
    .from(objects)
    .where(and(eq(objects.kind, 'payment_method'), sql`${objects.body} ->> 'customer' = ${customer}`))
    .orderBy(desc(objects.seq))
    .for('update')
  return found as Found<'payment_method'>[]
}

export async function deleteObject(tx: Transaction, id: string): Promise<void> {
  await tx.delete(objects).where(eq(objects.id, id))
}

/** Returns an object of any type by its id, for the API's parameter `expand`. */
export async function findAny(db: Database, id: string): Promise<StoredObject | undefined> {
  const [row] = await db.select({ body: objects.body }).from(objects).where(eq(objects.id, id))
  return row?.body
}

interface ListFilter {
  limit: number
  intent?: string | undefined
  charge?: string
  startingAfter?: string
  /** Time in seconds. The list contains only objects created at that time or later. */
  createdSince?: number
  /** For balance transactions: the list contains only those in this payout. */
  payout?: string | undefined
}

type Page<K extends Kind> = { data: Kinds[K][]; hasMore: boolean } | { unknownCursor: string }

/** Returns objects newest first, as Stripe lists them. */
export async function listObjects<K extends Kind>(
  db: Database,
  kind: K,
  { limit, startingAfter, createdSince, intent, charge, payout }: ListFilter,
): Promise<Page<K>> {
  const wheres = [
    eq(objects.kind, kind),
    intent ? eq(objects.intent, intent) : undefined,
    charge ? eq(objects.charge, charge) : undefined,
    createdSince === undefined ? undefined : gte(objects.created, createdSince),
    payout === undefined ? undefined : sql`${objects.hidden} ->> 'payout' = ${payout}`,
  ]
  if (startingAfter !== undefined) {
    const [at] = await db
      .select({ seq: objects.seq })
      .from(objects)
      .where(and(eq(objects.id, startingAfter), eq(objects.kind, kind)))
    if (at === undefined) return { unknownCursor: startingAfter }
    wheres.push(lt(objects.seq, at.seq))
  }
  const found = await db
    .select({ body: objects.body })
    .from(objects)
    .where(and(...wheres))
    .orderBy(desc(objects.seq))
    .limit(limit + 1)
  return {
    data: found.slice(0, limit).map((row) => row.body as Kinds[K]),
    hasMore: found.length > limit,
  }
}

/** Returns all objects of a type, or only the objects of one charge. Oldest first. */
export async function listAll<K extends Kind>(
  db: Database,
  kind: K,
  { charge }: Pick<ListFilter, 'charge'> = {},
): Promise<Kinds[K][]> {
  const found = await db
    .select({ body: objects.body })
    .from(objects)
    .where(and(eq(objects.kind, kind), charge ? eq(objects.charge, charge) : undefined))
    .orderBy(asc(objects.seq))
  return found.map((row) => row.body as Kinds[K])
}

/**
 * Returns the available balance transactions that are in no payout yet, oldest first. Locks them until the
 * transaction ends.
 */
export async function lockAvailable(tx: Transaction, now: number): Promise<Stripe.BalanceTransaction[]> {
  const found = await tx
    .select({ body: objects.body })
    .from(objects)
    .where(
      and(
        eq(objects.kind, 'balance_transaction'),
        sql`(${objects.body} ->> 'available_on')::int <= ${now}`,
        sql`${objects.hidden} ->> 'payout' is null`,
      ),
    )
    .orderBy(asc(objects.seq))
    .for('update')
  return found.map((row) => row.body as Stripe.BalanceTransaction)
}

/** An action that the sandbox does automatically some time later. */
interface ScheduledEvent {
  objectId: string
  what: Scheduled
}

/** Schedules an action. Scheduling the same action a second time changes nothing. */
export async function schedule(tx: Transaction, what: ScheduledEvent, runAt: Date): Promise<void> {
  await tx
    .insert(planned)
    .values({ ...what, runAt })
    .onConflictDoNothing()
}

/** Removes and returns the first scheduled action that is due. No other process gets the same action. */
export async function takeScheduled(tx: Transaction, now: Date): Promise<ScheduledEvent | undefined> {
  const [due] = await tx
    .select(columns(planned, 'objectId', 'what'))
    .from(planned)
    .where(lte(planned.runAt, now))
    .orderBy(asc(planned.runAt), asc(planned.objectId))
    .limit(1)
    .for('update', { skipLocked: true })
  if (due !== undefined) await unschedule(tx, due.objectId, due.what)
  return due
}

export async function unschedule(tx: Transaction, objectId: string, ...what: Scheduled[]): Promise<void> {
  await tx.delete(planned).where(and(eq(planned.objectId, objectId), inArray(planned.what, what)))
}

export interface Delivery {
  id: number
  eventId: string
  attempts: number
}

export async function queueDelivery(tx: Transaction, eventId: string, runAt: Date): Promise<void> {
  await tx.insert(deliveries).values({ eventId, runAt })
}

const LEASE_MS = 30_000

/**
 * Returns webhooks that are due, and leases them to this process. If this process does not send them before
 * the lease expires, another process may send them.
 */
export const leaseDue = async (db: Database, now: Date, limit: number): Promise<Delivery[]> =>
  db.transaction(async (tx) => {
    const due = await tx
      .select(columns(deliveries, 'id', 'eventId', 'attempts'))
      .from(deliveries)
      .where(
        and(
          isNull(deliveries.doneAt),
          isNull(deliveries.deadAt),
          lte(deliveries.runAt, now),
          or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now)),
        ),
      )
      .orderBy(asc(deliveries.id))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    const ids = due.map(({ id }) => id)
    await tx
      .update(deliveries)
      .set({ leasedUntil: new Date(now.getTime() + LEASE_MS), attempts: sql`${deliveries.attempts} + 1` })
      .where(inArray(deliveries.id, ids))
    return due
  })

type DeliveryEnd = { doneAt: Date } | { deadAt: Date; lastError: string } | { runAt: Date; lastError: string }

export async function endDelivery(db: Database, id: number, end: DeliveryEnd): Promise<void> {
  await db
    .update(deliveries)
    .set({ leasedUntil: null, ...end })
    .where(eq(deliveries.id, id))
}

/** Ends this process's lease of a webhook that it did not send, so that another process may send it. */
export async function releaseDelivery(db: Database, id: number): Promise<void> {
  await db
    .update(deliveries)
    .set({ leasedUntil: null, attempts: sql`${deliveries.attempts} - 1` })
    .where(eq(deliveries.id, id))
}
