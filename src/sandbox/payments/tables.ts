/**
 * The sandbox's own tables, in a schema apart from the site's (CONTRACT section 4): a restart or a second
 * process finds the same payments. They are made on first use, not by the site's migrations.
 */
import { sql } from 'drizzle-orm'
import { bigserial, integer, jsonb, pgSchema, serial, text, timestamp } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/database/database.ts'
import type { Hidden, StoredObject } from './model/objects.ts'
import type { ControlState } from './model/controls.ts'

const sandbox = pgSchema('sandbox')
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** Every object that the API shows, as the API shows it. */
export const objects = sandbox.table('objects', {
  /** The order of creation: lists are sorted by it, since many objects share a second. */
  seq: bigserial('seq', { mode: 'number' }).notNull(),
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  created: integer('created').notNull(),
  /** The payment intent and the charge that this belongs to, for the lists' filters. */
  intent: text('intent'),
  charge: text('charge'),
  body: jsonb('body').$type<StoredObject>().notNull(),
  hidden: jsonb('hidden').$type<Hidden>().notNull(),
})

/** Replies by idempotency key. */
export const replies = sandbox.table('replies', {
  key: text('key').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  status: integer('status').notNull(),
  body: jsonb('body').$type<object>().notNull(),
  requestId: text('request_id').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Webhooks to send, and sent. */
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

/** Disputes that cardholders will raise. */
export const plannedDisputes = sandbox.table('planned_disputes', {
  chargeId: text('charge_id').primaryKey(),
  runAt: instant('run_at').notNull(),
})

/** One row: how the provider misbehaves at the moment. */
export const controls = sandbox.table('controls', {
  id: integer('id').primaryKey(),
  state: jsonb('state').$type<ControlState>().notNull(),
})

const DDL = [
  'create schema if not exists sandbox',
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
  `create table if not exists sandbox.planned_disputes (
    charge_id text primary key, run_at timestamptz(3) not null)`,
  'create table if not exists sandbox.controls (id integer primary key, state jsonb not null)',
]

/** Makes what is missing. Two processes may start at once, and `if not exists` alone races. */
export async function createTables(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(731924)`)
    for (const statement of DDL) await tx.execute(sql.raw(statement))
  })
}
