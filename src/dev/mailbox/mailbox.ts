/**
 * The sandbox's mail server and mailbox (R22.2). It accepts every e-mail and shows it at `/dev/mail`. The
 * e-mails are in the site's database, so they survive a restart, and a second process sees them.
 */
import { type Context, Hono } from 'hono'
import type { Services } from '#platform/services.ts'
import { createTablesOnce } from '../tables.ts'
import { type CapturedMail, type MailSummary, readMail, mailSummary, createMailStore, DDL } from './store.ts'
import { listPage, mailPage, notFoundPage } from './pages.ts'

export interface Mailbox {
  app: Hono
  'mail.json': Hono
  /** Accepts an e-mail as a mail server would, but never refuses one. */
  transport: { send(mail: { raw: Buffer }): Promise<{ outcome: 'accepted' }> }
  list(): Promise<MailSummary[]>
  messageIds(): Promise<string[]>
  /** Deletes the captured e-mails with these Message-IDs permanently. */
  forget(messageIds: string[]): Promise<void>
}

/** Creates the e-mail sandbox. The first use creates its database table. */
export function createMailbox({ db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>): Mailbox {
  const store = createMailStore(db, sealer)
  const ready = createTablesOnce(db, DDL)

  // Caches parsed e-mails, because parsing hundreds of them at every request would block the site.
  let known = new Map<number, MailSummary>()

  async function list(): Promise<MailSummary[]> {
    await ready()
    const ids = await store.ids()
    const fresh = ids.filter((id) => !known.has(id))
    const read = fresh.length > 0 ? await Promise.all((await store.find(fresh)).map(readMail)) : []
    const all = new Map([...known, ...read.map((mail) => [mail.id, mailSummary(mail)] as const)])
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

const PAGE_POLICY =
  "default-src 'none'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Content security policy of an e-mail's frame: links open in a new tab, no script runs, no remote picture
 * loads.
 */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

type Markup = ReturnType<typeof listPage>

interface MailReader extends Pick<Mailbox, 'list'> {
  find(id: number): Promise<CapturedMail | undefined>
}

const page = async (c: Context, markup: Markup, status: 200 | 404 = 200): Promise<Response> =>
  c.html(await markup, status, { 'content-security-policy': PAGE_POLICY, 'x-robots-tag': 'noindex' })

/**
 * Serves the pages of the e-mail sandbox. The HTML of an e-mail appears only in a sandboxed frame, whose content
 * policy allows no script.
 */
function mailboxApp(mails: MailReader): Hono {
  const app = new Hono()

  app.get('/', async (c) => page(c, listPage(await mails.list())))

  const show = (path: string, reply: (c: Context, mail: CapturedMail) => Response | Promise<Response>) =>
    app.get(`/:id{[0-9]{1,9}}${path}`, async (c) => {
      const mail = await mails.find(Number(c.req.param('id')))
      return mail ? reply(c, mail) : page(c, notFoundPage(), 404)
    })

  show('', (c, mail) => page(c, mailPage(mail)))

  show('/html', (c, { html }) => c.html(html, 200, { 'content-security-policy': MAIL_POLICY }))

  show('/source', (c, { raw }) =>
    c.body(Buffer.from(raw, 'latin1'), 200, { 'content-type': 'text/plain; charset=utf-8' }),
  )

  show('/attachments/:index{[0-9]{1,3}}', (c, { files }) => {
    const file = files[Number(c.req.param('index'))]
    if (!file) return page(c, notFoundPage(), 404)
    return c.body(new Uint8Array(file.content), 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${file.filename.replaceAll(/[^\w.~-]/g, '_')}"`,
    })
  })

  app.notFound(async (c) => page(c, notFoundPage(), 404))
  return app
}
