/** Captured mails, in the sandbox's own schema (CONTRACT section 4). They hold names and addresses, so their bytes are sealed. */
import { randomUUID } from 'node:crypto'
import { desc, inArray, lte } from 'drizzle-orm'
import { serial, uuid } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/database/database.ts'
import { instant, sealed } from '../../platform/database/schema/columns.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { sandbox } from '../own-tables.ts'

const mails = sandbox.table('mails', {
  id: serial('id').primaryKey(),
  /** The row's name in the sealed value. */
  uuid: uuid('uuid').notNull().unique(),
  receivedAt: instant('received_at').notNull(),
  raw: sealed('raw').notNull(),
})

export interface StoredMail {
  id: number
  receivedAt: Date
  /** The message as it came, one character per byte. */
  raw: string
}

/** Older mails make room: the mailbox is for looking at, not an archive. */
export const KEPT = 500

const place = (row: string) => ({ table: 'sandbox.mails', row, column: 'raw' })

export const DDL = [
  `create table if not exists sandbox.mails (
    id serial primary key, uuid uuid not null unique, received_at timestamptz(3) not null,
    raw text not null check (raw like 's1.%'))`,
]

export interface MailStore {
  insert(raw: string, receivedAt: Date): Promise<void>
  /** Newest first. */
  ids(): Promise<number[]>
  find(ids: number[]): Promise<StoredMail[]>
}

export function createMailStore(db: Database, sealer: Sealer): MailStore {
  const open = (row: typeof mails.$inferSelect): StoredMail => ({
    id: row.id,
    receivedAt: row.receivedAt,
    raw: sealer.open(place(row.uuid), row.raw),
  })
  return {
    async insert(raw, receivedAt) {
      const row = randomUUID()
      const [made] = await db
        .insert(mails)
        .values({ uuid: row, receivedAt, raw: sealer.seal(place(row), raw) })
        .returning({ id: mails.id })
      if (made) await db.delete(mails).where(lte(mails.id, made.id - KEPT))
    },
    async ids() {
      const found = await db.select({ id: mails.id }).from(mails).orderBy(desc(mails.id)).limit(KEPT)
      return found.map(({ id }) => id)
    },
    async find(ids) {
      return (await db.select().from(mails).where(inArray(mails.id, ids))).map(open)
    },
  }
}
