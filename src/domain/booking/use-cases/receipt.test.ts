import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { refunds } from '#platform/database/schema/payments.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const admin = await signInAdmin(app)
const guest = createGuest(app)

/**
 * Reads the text of an invoice's receipt with another PDF library. Puts a space between the cells of a row.
 */
async function readReceipt(invoiceId: number) {
  const response = await admin.browser.fetch(`/api/auth/receipt?invoiceId=${invoiceId}`)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const raw = Buffer.from(bytes).toString('latin1')
  const pdf = await getDocumentProxy(bytes)
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  const { info } = await pdf.getMetadata()
  return { response, raw, text: text.replaceAll(/[\s\p{C}]+/gu, ' '), totalPages, info: { ...info } }
}

/** Makes a stay at $900. Its only invoice was paid by check on May 1. */
async function paidByCheck(changes: { customerName?: string; name?: string } = {}) {
  const { customerName = 'Pat Doe', name = 'Leather Week' } = changes
  const { id: eventId } = await makeEvent(app.services.db, { name })
  const { reservationId } = await admin.signUp({ eventId, customerName, amount: 90_000 })
  const [invoice] = (await admin.look(reservationId)).invoices
  const said = { paid: true, datePaid: '2027-05-01T18:00:00Z', paymentMethod: 'check' } as const
  const paid = await admin.rebill({ id: invoice?.id ?? 0, ...said })
  if (!paid.ok) throw new Error(paid.code)
  return { reservationId, invoiceId: paid.data.invoice.id }
}

test('makes a receipt that says who paid, how much, when and how, for which stay, and how much is left to pay', async () => {
  const { invoiceId } = await paidByCheck()
  const { text, totalPages, info } = await readReceipt(invoiceId)
  expect(totalPages).toBe(1)
  for (const words of [
    'Twelve Mile Ranch',
    'Twelve Mile Ranch, New Mexico · howdy@twelvemile.example',
    'Received from Pat Doe',
    'For Leather Week',
    'Dates Thu, Jul 1 – Mon, Jul 5, 2027',
    `Invoice #${invoiceId}, The whole stay`,
    'Paid by check on Sat, May 1, 2027 $900.00',
    'The stay, as of Thu, May 6, 2027 Total $900.00 Paid $900.00 Still to pay $0.00',
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/Receipt \d{6}/)
  expect(info).toMatchObject({ Title: expect.stringMatching(/^Receipt \d{6}, Twelve Mile Ranch$/) as string })
})

test('makes a receipt as an uncached PDF with a title, a language, a tagged structure and embedded fonts', async () => {
  const { invoiceId } = await paidByCheck()
  const { response, raw } = await readReceipt(invoiceId)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-disposition')).toMatch(
    /^inline; filename="twelve-mile-ranch-receipt-\d{6}\.pdf"$/,
  )
  expect(raw).toMatch(/^%PDF-1\.7/)
  for (const part of ['/Lang (en-US)', '/DisplayDocTitle true', '/Marked true', '/S /H1', '/S /TH'])
    expect(raw).toContain(part)
  expect(raw.match(/\/FontFile2/g)?.length).toBeGreaterThan(1)
  expect(raw).not.toContain('Helvetica')
})

test('lists in a receipt the refunds of a card payment with their days, and what is left of the payment', async () => {
  const { id: eventId } = await makeEvent(app.services.db)
  const held = await guest.hold(eventId)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  await refundInDashboard(app, held.paymentIntent, 10_000)
  await app.runJobs()
  const { invoices } = await admin.look(held.reservationId)
  const paid = invoices.find((invoice) => invoice.paid)
  const { text } = await readReceipt(paid?.id ?? 0)
  for (const words of [
    'Received from Robin Doe',
    'Deposit',
    'Paid with Visa 4242 on Thu, May 6, 2027 $450.00',
    'Refunded on Thu, May 6, 2027 -$100.00',
    'What is left $350.00',
    'Reduced by refunds -$100.00 Total $800.00 Paid $450.00 Refunded -$100.00 Still to pay $450.00',
  ])
    expect(text).toContain(words)
})

test('says in a receipt which refunds are not sent yet, and which one an admin still has to make', async () => {
  const { invoiceId } = await paidByCheck()
  const paymentId = Number(/Receipt 0*(\d+)/.exec((await readReceipt(invoiceId)).text)?.[1])
  const more = { paymentId, reason: 'admin' }
  await app.services.db.insert(refunds).values([
    { ...more, key: 'admin:requested', amount: 100 },
    { ...more, key: 'admin:held', amount: 200, waitsForBalance: true },
    { ...more, key: 'admin:owed', amount: 300, byHand: true, status: 'owed' },
  ])
  const { text } = await readReceipt(invoiceId)
  expect(text).toContain(
    'Refund requested -$1.00 Refund requested, not sent yet -$2.00 Refund due -$3.00 What is left $894.00',
  )
})

test('makes a receipt of several pages for a canceled stay, which asks for no further payment', async () => {
  const { invoiceId, reservationId } = await paidByCheck()
  const { db } = app.services
  await db.update(reservations).set({ status: 'cancelled' }).where(eq(reservations.id, reservationId))
  const paymentId = Number(/Receipt 0*(\d+)/.exec((await readReceipt(invoiceId)).text)?.[1])
  const given = Array.from({ length: 40 }, (_, index) => ({ paymentId, key: `admin:${index}`, amount: 100 }))
  const more = { reason: 'admin', byHand: true, status: 'succeeded' as const, finishedAt: NOW }
  await db.insert(refunds).values(given.map((row) => Object.assign(row, more)))
  const { text, totalPages } = await readReceipt(invoiceId)
  expect(totalPages).toBeGreaterThan(1)
  expect(text.match(/Refunded on Thu, May 6, 2027 -\$1\.00/g)).toHaveLength(40)
  expect(text).toContain('What is left $860.00')
  expect(text).toContain('This stay was canceled.')
  expect(text).not.toContain('Still to pay')
})

test('counts in a receipt of a canceled stay only refunds that were made, and names those still to make (R5.15)', async () => {
  const { invoiceId, reservationId } = await paidByCheck()
  const { version } = await admin.look(reservationId)
  const canceled = await admin.cancel(reservationId, {
    version,
    refund: 66_275,
    reason: 'Ill',
    sendEmail: false,
  })
  expect(canceled).toMatchObject({ ok: true })
  const { text } = await readReceipt(invoiceId)
  expect(text).toContain('Refund due -$662.75 What is left $237.25')
  expect(text).toContain(
    'The stay, as of Thu, May 6, 2027 Paid $900.00 Still to be refunded -$662.75 Kept after the cancellation $237.25',
  )
})

test.each([
  ['with rare marks', 'Zażółć Gęślą-Šimon Œuvre', 'Zażółć Gęślą-Šimon Œuvre'],
  ['in Vietnamese', 'Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['with marks that no font has', 'A\u1dc4na Doe', 'Ana Doe'],
  ['with an ʻokina', 'Kaʻiulani Lee', 'Kaʻiulani Lee'],
  ['with another apostrophe', 'Kaʼiulani Lee', 'Kaʼiulani Lee'],
  ['with a picture', 'Pat 🌵 Doe', 'Pat Doe'],
  ['with a letter that no font has', 'Pat 𓀀 Doe', 'Pat Doe (pat@example.test)'],
  ['with one of two ideographs that no font has', '王𰻞', '王 (pat@example.test)'],
  ['in Cyrillic', 'Иван Ёлкин', 'Иван Ёлкин'],
  ['in Greek', 'Γιώργος Παπάς', 'Γιώργος Παπάς'],
  ['in Chinese', '王小明', '王小明'],
  ['in traditional Chinese', '龐鈺閻', '龐鈺閻'],
  ['in Japanese', '山田 さくら', '山田 さくら'],
  ['in Korean', '김민준', '김민준'],
  ['in Thai', 'สมชาย ใจดี', 'สมชาย ใจดี'],
  ['in Lao', 'ສົມສັກ', 'ສົມສັກ'],
  ['in Armenian', 'Անի Հակոբյան', 'Անի Հակոբյան'],
  ['in Georgian', 'ნინო ბერიძე', 'ნინო ბერიძე'],
  ['in Amharic', 'አበበ ቢቂላ', 'አበበ ቢቂላ'],
  ['in Tamil', 'அருண்', 'அருண்'],
  ['in Bengali', 'রহমান', 'রহমান'],
  ['in Hebrew and pictures', 'שרה 🌵', 'שרה'],
  ['in Arabic', 'محمد علي', 'محمد علي'],
  ['in letters that the fonts cannot join', 'Pat \u0761', 'Pat (pat@example.test)'],
  ['in two alphabets', '李雷 (Ray Lee)', '李雷 (Ray Lee)'],
  ['that no font has', '𓀀', 'pat@example.test'],
  ['with a mark that reverses letters', '\u202eeoD taP\u2066', 'eoD taP'],
  ['with characters of the PDF format', '(Pat) \\ <b>%PDF', '(Pat) \\ <b>%PDF'],
  ['longer than a line', 'Pat'.padEnd(200, 'x'), 'Patxxxxxxxxxx'],
])(
  "prints the guest's name %s on the receipt, with the e-mail address if the fonts lack its letters (R47.6)",
  async (_, customerName, shown) => {
    const { invoiceId } = await paidByCheck({ customerName, name: `Silence ${customerName}` })
    const { text } = await readReceipt(invoiceId)
    expect(text).toContain(`Received from ${shown}`)
    expect(text).toContain('For Silence')
  },
)

test('keeps the letters of a right-to-left text in their order in the PDF of a receipt', async () => {
  const { invoiceId } = await paidByCheck({ customerName: 'Ana', name: 'محمد علي' })
  const response = await admin.browser.fetch(`/api/auth/receipt?invoiceId=${invoiceId}`)
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  const { items } = await (await pdf.getPage(1)).getTextContent()
  // The Arabic name must be a single piece of text in the PDF. Two pieces would be drawn from left to right.
  expect(items.flatMap((item) => ('str' in item ? [item.str] : []))).toContain('محمد علي')
})

test.each([
  ['Leather lesson (<b>by hand</b>)', 'Leather lesson (<b>by hand</b>)'],
  ['皮革', '皮革'],
  ['🌵', 'Extra charge'],
])(
  'prints an extra charge named %s on the receipt by its name, or by its purpose if the fonts lack the letters',
  async (description, shown) => {
    const { reservationId } = await paidByCheck()
    const lesson = { amount: 5_000, description, partOfPrice: false, paid: true }
    const made = await admin.bill({ reservationId, ...lesson })
    const id = made.ok ? made.data.invoice.id : 0
    expect((await readReceipt(id)).text).toContain(`Invoice #${id}, ${shown}`)
  },
)

test('returns a receipt only to admins, and none for an unpaid, purged or unknown invoice', async () => {
  const { reservationId, invoiceId } = await paidByCheck()
  const path = `/api/auth/receipt?invoiceId=${invoiceId}`
  expect((await app.browser().fetch(path)).status).toBe(401)
  expect((await (await app.signIn({ admin: false })).fetch(path)).status).toBe(403)
  const answer = async (id: number) => {
    const response = await admin.browser.fetch(`/api/auth/receipt?invoiceId=${id}`)
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  expect(await answer(999_999)).toEqual([404, 'not_found'])
  const added = await admin.bill({ reservationId, amount: 5_000 })
  expect(await answer(added.ok ? added.data.invoice.id : 0)).toEqual([409, 'not_paid'])
  await app.services.db
    .update(reservations)
    .set({ customerName: null, email: null, emailHash: null, purgedAt: NOW })
    .where(eq(reservations.id, reservationId))
  expect(await answer(invoiceId)).toEqual([410, 'purged'])
})
