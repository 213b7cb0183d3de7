/**
 * What other statements, here or in another process, have changed: words on the channel `changes`
 * (migrations/0001_event_changes.sql). PostgreSQL passes them on after the commit, in the order of the commits.
 */
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './database.ts'

export const CHANNEL = 'changes'

const ECHO = 'word:'

/** A word of nothing that has changed: by its coming back whoever told it knows that all before it has been heard. */
export const newEcho = () => `${ECHO}${randomUUID()}`
export const isEcho = (word: string) => word.startsWith(ECHO)

export interface ChangeListener {
  heard(word: string): void
  /** From here on every word is heard: at the start, and again after `lost`. */
  listening(): void
  /** Words may be missed from here on. */
  lost(): void
}

/** Listens until the returned function is called. It keeps trying where the connection can be lost. */
export type ListenForChanges = (listener: ChangeListener) => Promise<() => Promise<void>>

/** Says a word on the channel. Whoever hears it has heard all that was committed before. */
export async function tellChange(db: Database, word: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${word})`)
}

/** What shows this event, null for any of them, is made anew once this commits. */
export async function tellEvents(tx: Transaction, eventId: number | null): Promise<void> {
  const which = eventId === null ? sql`true` : sql`id = ${eventId}`
  await tx.execute(sql`select pg_notify(${CHANNEL}, 'event:' || id) from events where ${which}`)
}
