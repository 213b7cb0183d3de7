/**
 * Stores captured e-mails in the sandbox's own schema (R22.1), encrypted, because they contain names and
 * addresses. One library writes the e-mails and another parses them, so that tests notice a wrong format.
 */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import { serial, text, uuid } from 'drizzle-orm/pg-core'
import type { Address, Attachment } from 'postal-mime'
import type { Database } from '#platform/database/database.ts'
import { instant, sealed } from '#platform/database/schema/columns.ts'
import type { Sealer } from '#platform/sealing.ts'
import { sandbox } from '../tables.ts'

export const mails = sandbox.table('mails', {
  id: serial('id').primaryKey(),
  /** A random id of the row. The encrypted e-mail in the row is bound to this id. */
  uuid: uuid('uuid').notNull().unique(),
  receivedAt: instant('received_at').notNull(),
  /**
   * The Message-ID, by which the purge finds the e-mail. Null for an e-mail that was stored before this
   * column existed.
   */
  messageId: text('message_id'),
  raw: sealed('raw').notNull(),
})

interface StoredMail {
  id: number
  receivedAt: Date
  /** The unchanged source of the e-mail, one character per byte. */
  raw: string
}

/** The mailbox keeps at most this many e-mails and deletes older ones, because it is no archive. */
const MOST_MAILS = 500

const place = (row: string) => ({ table: 'sandbox.mails', row, column: 'raw' })

export const DDL = [
  `create table if not exists sandbox.mails (
    id serial primary key, uuid uuid not null unique, received_at timestamptz(3) not null,
    raw text not null check (raw like 's1.%'))`,
  'alter table sandbox.mails add column if not exists message_id text',
  'create index if not exists mails_by_message on sandbox.mails (message_id)',
]

/**
 * Returns the Message-ID from the headers of an e-mail, or null if they contain none. The headers end at the
 * first empty line.
 */
function messageIdOf(raw: string): string | null {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1)
  return /^message-id:\s*(<[^>\s]+>)/im.exec(head)?.[1] ?? null
}

export function createMailStore(db: Database, sealer: Sealer) {
  const open = (row: typeof mails.$inferSelect): StoredMail => ({
    id: row.id,
    receivedAt: row.receivedAt,
    raw: sealer.open(place(row.uuid), row.raw),
  })

  /** Fills in the Message-ID of e-mails that were stored before this column existed. */
  async function nameUnnamed(): Promise<void> {
    for (const row of await db.select().from(mails).where(isNull(mails.messageId))) {
      // Uses the row's id for an e-mail without a Message-ID. Otherwise this function would parse that row
      // each time.
      const messageId = messageIdOf(open(row).raw) ?? `<${row.id}>`
      await db
        .update(mails)
        .set({ messageId })
        .where(and(eq(mails.id, row.id), isNull(mails.messageId)))
    }
  }

  return {
    async insert(raw: string, receivedAt: Date) {
      const row = randomUUID()
      const [made] = await db
        .insert(mails)
        .values({ uuid: row, receivedAt, messageId: messageIdOf(raw), raw: sealer.seal(place(row), raw) })
        .returning({ id: mails.id })
      if (made) await db.delete(mails).where(lte(mails.id, made.id - MOST_MAILS))
    },
    /** Returns the ids of all e-mails, newest first. */
    async ids() {
      const found = await db.select({ id: mails.id }).from(mails).orderBy(desc(mails.id)).limit(MOST_MAILS)
      return found.map(({ id }) => id)
    },
    async find(ids: number[]) {
      return (await db.select().from(mails).where(inArray(mails.id, ids))).map(open)
    },
    async messageIds() {
      await nameUnnamed()
      const found = await db
        .select({ messageId: mails.messageId })
        .from(mails)
        .where(isNotNull(mails.messageId))
      return found.flatMap(({ messageId }) => messageId ?? [])
    },
    async forget(messageIds: string[]) {
      const gone = await db
        .delete(mails)
        .where(inArray(mails.messageId, messageIds))
        .returning({ id: mails.id })
      return gone.map(({ id }) => id)
    },
  }
}

/**
 * The part of an e-mail that `mail.json` returns (R22.2). Only the e-mail's own page also shows the names
 * that belong to the addresses.
 */
export interface MailSummary {
  id: number
  /** The date in ISO 8601. */
  date: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string }[]
}

interface Person {
  name: string
  address: string
}

export interface CapturedMail extends MailSummary {
  /** The names (decoded) and addresses of sender and recipient. */
  people: { from: Person; to: Person }
  files: { filename: string; contentType: string; content: Uint8Array }[]
  raw: string
}

export async function readMail(stored: StoredMail): Promise<CapturedMail> {
  // Loads the library that parses e-mails only when the first e-mail is shown.
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(Buffer.from(stored.raw, 'latin1'))
  const files = mail.attachments.map(({ filename, mimeType, content }, index) => ({
    filename: filename ?? `attachment-${index + 1}`,
    contentType: mimeType,
    content: bytesOf(content, mimeType),
  }))
  return {
    id: stored.id,
    date: stored.receivedAt.toISOString(),
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: files.map(({ filename, contentType }) => ({ filename, contentType })),
    people: { from: person(mail.from), to: person(mail.to?.[0]) },
    files,
    raw: stored.raw,
  }
}

// The parser changes a calendar file's line ends to line feeds, but the file format requires CR LF.
function bytesOf(content: Attachment['content'], mimeType: string): Uint8Array {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
  if (mimeType !== 'text/calendar') return bytes
  return Buffer.from(bytes.toString('utf8').replaceAll(/\r?\n/g, '\r\n'))
}

const person = (address: Address | undefined): Person => ({
  name: address?.name ?? '',
  address: address?.address ?? '',
})

/** Returns the part of an e-mail that the list of e-mails shows. */
export function mailSummary(mail: CapturedMail): MailSummary {
  const { id, date, from, to, subject, text, html, attachments } = mail
  return { id, date, from, to, subject, text, html, attachments }
}
