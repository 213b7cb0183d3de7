import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toMime } from '#domain/mail/emails/transport.ts'
import { rows } from '#platform/database/database.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

const sealer = createSealer(`k1:${randomBytes(32).toString('base64')}`)
const sender = { name: 'Twelve Mile Ranch', address: 'howdy@twelvemile.example' }
const now = new Date('2026-11-21T18:00:00Z')

let test: TestDatabase
let mailbox: Mailbox

beforeAll(async () => {
  test = await openTestDatabase()
  mailbox = open()
})
afterAll(() => test.close())

const open = () => createMailbox({ db: test.db, sealer, now: () => now })

async function receive(subject: string, html = '<p>Howdy</p>') {
  const raw = await toMime({
    from: sender,
    replyTo: sender,
    to: { name: 'Zoë <Lovelace>', address: 'zoe@guests.example' },
    subject,
    text: `Howdy & welcome – "twice"\n${'long '.repeat(60)}`,
    html,
    messageId: '<1@twelvemile.example>',
    date: now,
    attachments: [
      { filename: 'days.ics', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', contentType: 'text/calendar' },
    ],
  })
  expect(await mailbox.transport.send({ raw })).toEqual({ outcome: 'accepted' })
}

const get = (path: string) => mailbox.app.request(path)

it('says that no e-mail was captured yet', async () => {
  expect(await (await mailbox['mail.json'].request('/')).json()).toEqual([])
  expect(await (await get('/')).text()).toContain('No email yet')
})

it('returns the e-mails of mail.json newest first, in the form of the contract (R22.2)', async () => {
  await receive('First')
  await receive('Second – “quoted”')
  const mails = (await (await mailbox['mail.json'].request('/')).json()) as Record<string, unknown>[]
  expect(mails.map(({ subject }) => subject)).toEqual(['Second – “quoted”', 'First'])
  expect(mails[0]).toEqual({
    id: expect.any(Number),
    date: now.toISOString(),
    from: 'howdy@twelvemile.example',
    to: 'zoe@guests.example',
    subject: 'Second – “quoted”',
    text: expect.stringContaining('Howdy & welcome – "twice"'),
    html: expect.stringContaining('<p>Howdy</p>'),
    attachments: [{ filename: 'days.ics', contentType: 'text/calendar' }],
  })
  expect(await mailbox.list()).toEqual(mails)
})

it('shows captured e-mails in a second process and after a restart (R22.1)', async () => {
  expect(await open().list()).toEqual(await mailbox.list())
  await Promise.all([open().list(), open().list(), open().list()])
})

it('stores no captured e-mail in the database as readable text', async () => {
  const stored = await test.db.execute(sql`select raw from sandbox.mails`)
  for (const { raw } of rows<{ raw: string }>(stored)) {
    expect(raw).toMatch(/^s1\./)
    expect(raw).not.toMatch(/lovelace|guests|First/i)
  }
})

it('shows a captured e-mail with its sender, recipient, text, attachment and source', async () => {
  const [{ id } = { id: 0 }] = await mailbox.list()
  const page = await get(`/${id}`)
  const text = await page.text()
  expect(text).toContain('Zoë &lt;Lovelace&gt; &lt;zoe@guests.example&gt;')
  expect(text).toContain('Howdy &amp; welcome – &quot;twice&quot;')
  expect(text).toContain(`src="/dev/mail/${id}/html"`)
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline')

  const file = await get(`/${id}/attachments/0`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="days.ics"')
  expect(await file.text()).toBe('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
  expect((await get(`/${id}/attachments/1`)).status).toBe(404)
  expect(await (await get(`/${id}/source`)).text()).toMatch(/^Message-ID: <1@twelvemile\.example>$/m)
})

it("shows an e-mail's HTML only in a frame in which no script runs", async () => {
  await receive('<script>alert(1)</script>', '<p>Hi</p><script>alert(2)</script>')
  const [{ id } = { id: 0 }] = await mailbox.list()
  expect(await (await get('/')).text()).not.toContain('<script')
  expect(await (await get(`/${id}`)).text()).not.toContain('<script')
  const frame = await get(`/${id}/html`)
  const policy = frame.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox /)
  expect(policy).not.toContain('allow-scripts')
  expect(policy).not.toContain('allow-same-origin')
  expect(policy).toContain("default-src 'none'")
})

it('shows a message on the page of an e-mail that does not exist', async () => {
  for (const path of ['/999999', '/999999/html', '/999999/source', '/abc']) {
    const reply = await get(path)
    expect(reply.status).toBe(404)
    expect(await reply.text()).toContain('This email is not here')
  }
})
