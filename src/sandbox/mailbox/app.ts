/** The mailbox's pages. Foreign HTML is only ever shown in a sandboxed frame, under a policy that runs nothing. */
import { Hono, type Context } from 'hono'
import { stylesheetWith } from '../look.ts'
import { listPage, mailPage, notFoundPage } from './pages.ts'
import type { MailReader } from './read.ts'

const stylesheet = stylesheetWith(new URL('./mailbox.css', import.meta.url))

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Links of a mail open in a tab of their own; nothing runs, and pictures load from nowhere. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

type Markup = ReturnType<typeof listPage>

async function page(c: Context, markup: Markup, status: 200 | 404 = 200): Promise<Response> {
  return c.html(await markup, status, { 'content-security-policy': PAGE_POLICY, 'x-robots-tag': 'noindex' })
}

export function mailboxApp(mails: MailReader): Hono {
  const app = new Hono()

  app.get('/', async (c) => page(c, listPage(await mails.list())))

  app.get('/style.css', (c) => c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }))

  app.get('/:id{[0-9]{1,9}}', async (c) => {
    const mail = await mails.find(Number(c.req.param('id')))
    return mail ? page(c, mailPage(mail)) : page(c, notFoundPage(), 404)
  })

  app.get('/:id{[0-9]{1,9}}/html', async (c) => {
    const mail = await mails.find(Number(c.req.param('id')))
    if (!mail) return page(c, notFoundPage(), 404)
    return c.html(mail.html, 200, { 'content-security-policy': MAIL_POLICY })
  })

  app.get('/:id{[0-9]{1,9}}/source', async (c) => {
    const mail = await mails.find(Number(c.req.param('id')))
    if (!mail) return page(c, notFoundPage(), 404)
    return c.body(Buffer.from(mail.raw, 'latin1'), 200, { 'content-type': 'text/plain; charset=utf-8' })
  })

  app.get('/:id{[0-9]{1,9}}/attachments/:index{[0-9]{1,3}}', async (c) => {
    const mail = await mails.find(Number(c.req.param('id')))
    const file = mail?.files[Number(c.req.param('index'))]
    if (!file) return page(c, notFoundPage(), 404)
    return c.body(new Uint8Array(file.content), 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${file.filename.replaceAll(/[^\w.~-]/g, '_')}"`,
    })
  })

  app.notFound(async (c) => page(c, notFoundPage(), 404))
  return app
}
