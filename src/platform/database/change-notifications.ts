/**
 * Notifications of what other statements, here or in another process, have changed: payloads on the channel `changes`
 * (migrations/0001_event_changes.sql). PostgreSQL delivers them after the commit, in the order of the commits. A payload is
 * a tag (`event:7`, `events`) or a marker.
 */
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './database.ts'

export const CHANNEL = 'changes'

const MARKER = 'marker:'

/** A marker: a notification of no change. Once it has come back, every earlier notification has come too. */
export const newMarker = () => `${MARKER}${randomUUID()}`
export const isMarker = (payload: string) => payload.startsWith(MARKER)

export interface ChangeListener {
  notified(payload: string): void
  /** From here on every notification comes: at the start, and again after `lost`. */
  listening(): void
  /** Notifications may be missed from here on. */
  lost(): void
}

/** Listens until the returned function is called. It keeps trying where the connection can be lost. */
export type ListenForChanges = (listener: ChangeListener) => Promise<() => Promise<void>>

/** Publishes a notification. It comes after those of all that was committed before. */
export async function publish(db: Database, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`)
}

/** Invalidates what shows this event, null for any of them, once this commits. */
export async function publishEventChange(tx: Transaction, eventId: number | null): Promise<void> {
  const which = eventId === null ? sql`true` : sql`id = ${eventId}`
  await tx.execute(sql`select pg_notify(${CHANNEL}, 'event:' || id) from events where ${which}`)
}
