/**
 * The sandbox's mail server and mailbox in one (R22.2): it accepts every mail and shows it at
 * `/dev/mail`. State is in the site's database, so a restart or a second process finds it.
 */
import { Hono } from 'hono'
import type { Database } from '#platform/database/database.ts'
import type { Sealer } from '#platform/sealing.ts'
import { onceMade } from '../own-tables.ts'
import { mailboxApp } from './app.ts'
import { readMail, summary, type CapturedMail, type MailSummary } from './read.ts'
import { createMailStore, DDL } from './store.ts'

export interface MailboxDeps {
  db: Database
  sealer: Sealer
  now(): Date
}

export interface Mailbox {
  /** To be mounted at `/dev/mail`. */
  app: Hono
  /** To be mounted at `/dev/mail.json`. */
  'mail.json': Hono
  /** Takes what a mail server would take; accepts everything. */
  transport: { send(mail: { raw: Buffer }): Promise<{ outcome: 'accepted' }> }
  /** Newest first. */
  list(): Promise<MailSummary[]>
  /** The Message-IDs of all mails that are there. */
  messageIds(): Promise<string[]>
  /** Takes mails away for good. */
  forget(messageIds: string[]): Promise<void>
}

/** Makes the mailbox; its table is made at the first use. */
export function createMailbox({ db, sealer, now }: MailboxDeps): Mailbox {
  const store = createMailStore(db, sealer)
  const ready = onceMade(db, DDL)

  // Parsing hundreds of mails at every look would hold up the site: read ones are kept while they are listed.
  let known = new Map<number, MailSummary>()

  async function list(): Promise<MailSummary[]> {
    await ready()
    const ids = await store.ids()
    const fresh = ids.filter((id) => !known.has(id))
    const read = fresh.length > 0 ? await Promise.all((await store.find(fresh)).map(readMail)) : []
    const all = new Map([...known, ...read.map((mail) => [mail.id, summary(mail)] as const)])
    const listed = ids.flatMap((id) => all.get(id) ?? [])
    known = new Map(listed.map((mail) => [mail.id, mail]))
    return listed
  }

  async function find(id: number): Promise<CapturedMail | undefined> {
    await ready()
    const [stored] = await store.find([id])
    return stored && readMail(stored)
  }

  return {
    app: mailboxApp({ list, find }),
    'mail.json': new Hono().get('/', async (c) => c.json(await list())),
    transport: {
      async send({ raw }) {
        await ready()
        await store.insert(raw.toString('latin1'), now())
        return { outcome: 'accepted' }
      },
    },
    list,
    async messageIds() {
      await ready()
      return store.messageIds()
    },
    async forget(messageIds) {
      await ready()
      for (const id of await store.forget(messageIds)) known.delete(id)
    },
  }
}
