/** Tests which PDFs of events the site accepts, serves and deletes (R11.13). */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { events } from '#platform/database/schema/events.ts'
import { documents } from '#platform/database/schema/uploads.ts'
import { FILE_LIMIT_BYTES } from '#shared/endpoint.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { PDF_LIMIT_BYTES, uploadDocument } from './contract.ts'
import { storeDocument } from './store-files.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await app.signIn({ admin: true })
beforeEach(async () => {
  await app.services.db.delete(documents)
})

const bytesOf = (text: string) => new TextEncoder().encode(text)
const PDF = bytesOf('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\nstartxref\n9\n%%EOF\r\n')

const send = (bytes: Uint8Array<ArrayBuffer>, name = 'guide.pdf', type = 'application/pdf') =>
  admin.call(uploadDocument, { body: { file: { bytes, name, type } } })

async function upload(bytes = PDF): Promise<string> {
  const result = await send(bytes)
  if (!result.ok) throw new Error(result.code)
  return result.data.data.link
}

const rows = () => app.services.db.select().from(documents)
const statusOf = async (address: string) => (await app.request(address)).status

/** Returns a PDF of exactly `size` bytes. */
function pdfOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(0x20)
  bytes.set(bytesOf('%PDF-1.7\n'))
  bytes.set(bytesOf('%%EOF'), size - 5)
  return bytes
}

test('stores an uploaded PDF under a random name, and writes an audit entry', async () => {
  const result = await send(PDF, '../../guide\u0000.html', 'text/html')
  if (!result.ok) throw new Error(result.code)
  const { link } = result.data.data
  expect(link).toMatch(/^\/uploads\/[a-z0-9]{20}\.pdf$/)
  const [row] = await rows()
  expect(row).toMatchObject({ bytes: PDF.length, uploadedBy: 'admin:the-admin', createdAt: app.clock.now() })
  expect(link).toBe(`/uploads/${row?.name}.pdf`)
  const told = await app.services.db.select().from(auditEntries)
  expect(told.findLast(({ action }) => action === 'document.created')).toMatchObject({
    actor: 'admin:the-admin',
    entityId: row?.id,
    details: null,
  })
})

test('lets browsers cache a PDF forever, sets no cookie, and lets only our own pages show it in a frame (R11.13)', async () => {
  const link = await upload()
  const shown = await app.request(link)
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PDF)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="twelve-mile-retreat.pdf"',
    'content-length': String(PDF.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(shown.headers.getSetCookie()).toEqual([])
  const headers = { 'if-none-match': shown.headers.get('etag') ?? '' }
  const again = await app.request(link, { headers })
  // A browser applies the headers of a 304 reply to its cached copy of the PDF. So a 304 needs this header, too.
  expect([again.status, again.headers.get('x-frame-options')]).toEqual([304, 'SAMEORIGIN'])
  expect(await statusOf(link.replace('.pdf', '.jpg'))).toBe(404)
  expect(await statusOf(`${link}.html`)).toBe(404)
  expect(await statusOf(`/uploads/${'z'.repeat(20)}.pdf`)).toBe(404)
})

const INCOMPLETE = /^This PDF is incomplete.+Export it/
const TOO_LARGE = /^This PDF is larger than 15 MB.+smaller/

test.each<[string, Uint8Array<ArrayBuffer>, number, RegExp]>([
  ['an HTML page with a PDF header', bytesOf('<script>hacked()</script>%PDF-1.7 %%EOF'), 415, INCOMPLETE],
  ['half a PDF', PDF.slice(0, 40), 415, INCOMPLETE],
  ['a PDF with a long tail', bytesOf(`%PDF-1.7\n%%EOF${'x'.repeat(1100)}`), 415, INCOMPLETE],
  ['a script before the header', bytesOf('x=1;/*\n%PDF-1.7\n%%EOF'), 415, INCOMPLETE],
  ['a function call before the header', bytesOf('hacked()\n%PDF-1.7\n%%EOF'), 415, INCOMPLETE],
  ['a header too far in', bytesOf(`${'\n'.repeat(1024)}%PDF-1.7\n%%EOF`), 415, INCOMPLETE],
  ['the end marker before the header', bytesOf('%%EOF\n%PDF-1.7\n'), 415, INCOMPLETE],
  ['only zeros', new Uint8Array(2000), 415, INCOMPLETE],
  ['an empty file', bytesOf(''), 415, INCOMPLETE],
  ['more than 15 MB', pdfOf(PDF_LIMIT_BYTES + 1), 413, TOO_LARGE],
  ['more than any file may have', pdfOf(FILE_LIMIT_BYTES + 1), 413, TOO_LARGE],
])(
  'refuses a file as not a complete PDF, and stores nothing: %s (R11.13)',
  async (_what, bytes, status, words) => {
    expect(await send(bytes)).toMatchObject({ ok: false, status, message: expect.stringMatching(words) })
    expect(await rows()).toEqual([])
  },
)

test.each<[string, string]>([
  ['a byte order mark before the header', '\u00ef\u00bb\u00bf%PDF-1.7\n%%EOF\n'],
  ['line ends before the header', '\r\n\n%PDF-1.7\n%%EOF\n'],
  ['as many bytes before the header as readers skip', `${'\n'.repeat(1000)}%PDF-1.7\n%%EOF\n`],
  [
    'the lines of a print job before the header',
    '\u001b%-12345X@PJL SET X=1\r\n@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.7\n%%EOF',
  ],
  ['zeros after the end', `%PDF-1.7\n%%EOF\n${'\0'.repeat(5000)}`],
  ['spaces after the end', `%PDF-1.7\n%%EOF${' '.repeat(1100)}`],
  ['the old end-of-file character after the end', '%PDF-1.7\n%%EOF\r\n\u001a'],
])('accepts a PDF with %s and serves it unchanged', async (_what, text) => {
  const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0))
  const result = await send(bytes)
  if (!result.ok) throw new Error(result.message)
  const shown = await app.request(result.data.data.link)
  expect(shown.headers.get('content-type')).toBe('application/pdf')
  expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes)
})

test('accepts a PDF of exactly 15 MB', async () => {
  expect(await send(pdfOf(PDF_LIMIT_BYTES))).toMatchObject({ ok: true })
})

test('deletes an unused PDF a week after its upload, but keeps a PDF of two events until neither uses it (R11.13)', async () => {
  const [unused, shared] = [await upload(), await upload()]
  const makeShowing = (pdfLink: string) => makeEvent(app.services.db, { pdfLink })
  const [first, second] = [await makeShowing(`${shared}#page=2`), await makeShowing(shared)]
  const seen = async () => [await statusOf(unused), await statusOf(shared)]
  const after = async (days: number) => {
    app.clock.advance({ days })
    await app.runJobs()
    return seen()
  }
  expect(await after(6)).toEqual([200, 200])
  expect(await after(2)).toEqual([404, 200])
  expect(await rows()).toMatchObject([{ name: shared.slice('/uploads/'.length, -'.pdf'.length) }])
  await app.services.db.delete(events).where(eq(events.id, first.id))
  expect(await after(1)).toEqual([404, 200])
  await app.services.db.delete(events).where(eq(events.id, second.id))
  expect(await after(1)).toEqual([404, 404])
  expect(await rows()).toEqual([])
})

test("deletes a PDF within the hour if the process ended before it wrote the PDF's database row", async () => {
  const written: string[] = []
  class Ended extends Error {}
  const files = {
    ...app.fileStore,
    write: async (name: string, bytes: Uint8Array, type: string) => {
      await app.fileStore.write(name, bytes, type)
      written.push(name)
      throw new Ended()
    },
    delete: () => Promise.reject(new Ended()),
  }
  const kept = storeDocument(
    { ...app.services, files },
    { bytes: PDF, uploadedBy: 'admin:a' },
    async () => {},
  )
  await expect(kept).rejects.toThrow(Ended)
  await app.runJobs()
  expect(await statusOf(`/uploads/${written[0]}`)).toBe(200)
  app.clock.advance({ minutes: 61 })
  await app.runJobs()
  expect(await statusOf(`/uploads/${written[0]}`)).toBe(404)
})
