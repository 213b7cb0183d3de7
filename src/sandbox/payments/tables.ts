/** The tables of the payment sandbox. */
import { bigserial, integer, jsonb, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/schema/columns.ts'
import { sandbox } from '../tables.ts'
import type { Hidden, Scheduled, StoredObject } from './model/objects.ts'
import type { ControlState } from './control-state.ts'

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

/** Events that come about by themselves some time later, by the object that they happen to. */
export const planned = sandbox.table(
  'planned',
  {
    objectId: text('object_id').notNull(),
    what: text('what').$type<Scheduled>().notNull(),
    runAt: instant('run_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectId, table.what] })],
)

/** One row: how the provider misbehaves at the moment. */
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
  // Nothing uses it any more, but older backups have it.
  `create table if not exists sandbox.planned_disputes (
    charge_id text primary key, run_at timestamptz(3) not null)`,
  'create table if not exists sandbox.controls (id integer primary key, state jsonb not null)',
]
