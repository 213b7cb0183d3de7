import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import type { Invoice } from '../contract/reservation.ts'
import { expectBooksToAgree, intentStatus, mailsOf } from '#test/support/booking/books.ts'
import { dropHandPayments } from '#test/support/booking/ledger.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { adminOf, signInAdmin } from '#test/support/booking/admin.ts'
import { CANNOT_CHARGE, secretFor, signedStay, UNPAID } from '#test/support/booking/stay.ts'

const NOW = '2027-05-06T18:00:00.000Z'
const app = await openTestApp({ now: new Date(NOW) })
const admin = await signInAdmin(app)
const guest = createGuest(app)

const stay = (changes = {}) => signedStay(app, admin, changes)

/** Creates a guest who has paid the deposit by card. */
async function paidByCard() {
  const { id: eventId } = await makeEvent(app.services.db)
  const held = await guest.hold(eventId)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  const deposit = (await admin.look(held.reservationId)).invoices.find(({ paid }) => paid)
  if (!deposit) throw new Error('the deposit is not paid')
  return { ...held, id: held.reservationId, deposit }
}

const secretOf = (uuid: string, invoice: Pick<Invoice, 'id'>) => secretFor(guest, uuid, invoice)

describe('when an admin adds an invoice, the site', () => {
  test('adds an unpaid invoice that the guest can pay', async () => {
    const { id, uuid, eventId } = await stay()
    const made = await admin.bill({ reservationId: id, amount: 5_000, due: '2027-06-15', version: 1 })
    if (!made.ok) throw new Error(made.code)
    const { invoice } = made.data
    expect(invoice).toMatchObject({ reservationId: id, amount: 5_000, due: '2027-06-15', ...UNPAID })
    expect(await admin.look(id)).toMatchObject({ totalPaid: 0, version: 2 })
    expect(await guest.pay(await secretOf(uuid, invoice))).toBe('succeeded')
    await app.runJobs()
    expect(await admin.look(id)).toMatchObject({ totalPaid: 5_000, fullyPaid: false })
    expect(await auditOf(app, 'invoice', invoice.id)).toMatchObject([
      { actor: 'admin:the-admin', action: 'invoice.created', eventId, reservationId: id },
    ])
    await expectBooksToAgree(app)
  })

  test('adds an invoice with a name that the guest sees, and lets the admin remove the name again (R3.9)', async () => {
    const { id, uuid } = await stay()
    const made = await admin.bill({ reservationId: id, amount: 5_000, description: ' Leather lesson ' })
    const named = { data: { invoice: { description: 'Leather lesson', purpose: 'other' } } }
    expect(made).toMatchObject(named)
    const invoice = made.ok ? made.data.invoice : { id: 0 }
    const read = async () => (await guest.look(uuid)).invoices.find((one) => one.id === invoice.id)
    expect(await read()).toMatchObject({ description: 'Leather lesson' })
    expect(await admin.rebill({ id: invoice.id, description: '' })).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ description: null })
    expect((await auditOf(app, 'invoice', invoice.id)).at(-1)).toMatchObject({ fields: ['description'] })
  })

  test('makes a new invoice an extra charge if the whole price is already invoiced, unless the admin says otherwise', async () => {
    const { id, remainder } = await stay()
    const add = async (terms: { amount: number; partOfPrice?: boolean }) => {
      const made = await admin.bill({ reservationId: id, ...terms })
      if (!made.ok) throw new Error(made.code)
      return made.data.invoice
    }
    expect(await add({ amount: 5_000 })).toMatchObject({ partOfPrice: false })
    expect(await admin.look(id)).toMatchObject({ totalDue: 95_000 })
    expect(await add({ amount: 5_000, partOfPrice: true })).toMatchObject({ partOfPrice: true })
    expect(await admin.look(id)).toMatchObject({ totalDue: 95_000 })
    await admin.unbill(remainder.id)
    // After the deletion of the remainder, 40,000 cents of the price have no invoice. The new invoice asks for one
    // cent more.
    expect(await add({ amount: 40_001 })).toMatchObject({ partOfPrice: false })
    const part = await add({ amount: 40_000 })
    expect(part).toMatchObject({ partOfPrice: true })
    const flipped = await admin.rebill({ id: part.id, partOfPrice: false })
    expect(flipped).toMatchObject({ data: { invoice: { partOfPrice: false } } })
    // The total is the price plus the two extra charges of 5,000 and 40,001 cents.
    expect(await admin.look(id)).toMatchObject({ totalDue: 175_001 })
    expect((await auditOf(app, 'invoice', part.id)).at(-1)).toMatchObject({
      action: 'invoice.updated',
      fields: ['partOfPrice'],
    })
  })

  test('adds an invoice with a manual payment, which may make the stay fully paid', async () => {
    const { id: eventId } = await makeEvent(app.services.db)
    const { reservationId, uuid } = await admin.signUp({ eventId, totalDue: 5_000 })
    for (const { id } of (await admin.look(reservationId)).invoices) await admin.unbill(id)
    const said = { paid: true, datePaid: '2027-05-02T12:00:00-06:00', paymentMethod: 'check' } as const
    const made = await admin.bill({ reservationId, amount: 5_000, partOfPrice: true, ...said })
    const datePaid = '2027-05-02T18:00:00.000Z'
    expect(made).toMatchObject({ data: { invoice: { paid: true, datePaid, paymentMethod: 'check' } } })
    expect(await admin.look(reservationId)).toMatchObject({ totalPaid: 5_000, fullyPaid: true })
    expect(await mailsOf(app, uuid)).toEqual(['invoice-success'])
    await dropHandPayments(app.services)
  })

  test.each([
    ['amount', {}],
    ['amount', { amount: 0 }],
    ['amount', { amount: 49 }],
    ['amount', { amount: 10.5 }],
    ['due', { amount: 5_000, due: '2027-02-30' }],
    ['description', { amount: 5_000, description: 'Leather\nlesson' }],
    ['description', { amount: 5_000, description: 'Leather\tlesson' }],
    ['description', { amount: 5_000, description: 'x'.repeat(81) }],
    ['partOfPrice', { amount: 5_000, partOfPrice: 'no' }],
    ['datePaid', { amount: 5_000, paid: true, datePaid: '2027-05-08T18:00:00Z' }],
    ['paymentMethod', { amount: 5_000, paid: true, paymentMethod: 'card' }],
    ['paid', { amount: 5_000, paymentMethod: 'cash' }],
  ])('refuses to add an invoice with a wrong %s: %o', async (field, terms) => {
    const { id } = await stay()
    const reply = await admin.bill({ reservationId: id, ...(terms as { amount: number }) })
    expect(reply).toMatchObject({ status: 400, fields: { [field]: expect.any(String) as string } })
    expect(await admin.look(id)).toMatchObject({ version: 1, invoices: [{}, {}] })
  })

  test('refuses to add an invoice to an unknown or purged reservation, and refuses anyone but admins', async () => {
    const { id } = await stay()
    expect(await admin.bill({ reservationId: 999_999, amount: 5_000 })).toMatchObject({ status: 404 })
    for (const [browser, status] of [
      [app.browser(), 401],
      [await app.signIn({ admin: false }), 403],
    ] as const)
      expect(await adminOf(browser).bill({ reservationId: id, amount: 5_000 })).toMatchObject({ status })
    const { deposit } = await purged(id)
    const gone = { status: 410, code: 'purged' }
    expect(await admin.bill({ reservationId: id, amount: 5_000 })).toMatchObject(gone)
    expect(await admin.rebill({ id: deposit.id, amount: 5_000 })).toMatchObject(gone)
    expect(await admin.unbill(deposit.id)).toMatchObject(gone)
  })
})

async function purged(id: number) {
  await app.services.db
    .update(reservations)
    .set({ customerName: null, email: null, emailHash: null, purgedAt: new Date(NOW) })
    .where(eq(reservations.id, id))
  const [deposit] = await app.services.db.select().from(invoices).where(eq(invoices.reservationId, id))
  if (!deposit) throw new Error('no invoice')
  return { deposit }
}

describe('when an admin changes an unpaid invoice, the site', () => {
  test('cancels the payment that the guest opened for the old amount, and lets the guest pay the new amount (R4.4)', async () => {
    const { id, uuid, remainder } = await stay()
    const old = await secretOf(uuid, remainder)
    const changed = await admin.rebill({ id: remainder.id, amount: 40_000, due: null, version: 1 })
    expect(changed).toMatchObject({ data: { success: true, invoice: { amount: 40_000, due: null } } })
    expect(await guest.pay(old)).toBe(CANNOT_CHARGE)
    expect(await guest.pay(await secretOf(uuid, remainder))).toBe('succeeded')
    await app.runJobs()
    expect(await admin.look(id)).toMatchObject({ totalPaid: 40_000, totalDue: 90_000, version: 2 })
    expect(await auditOf(app, 'invoice', remainder.id)).toMatchObject([
      { action: 'invoice.updated', fields: ['amount', 'due'], reservationId: id },
    ])
    await expectBooksToAgree(app)
  })

  test('cancels no payment, keeps the version and audits nothing if the edit changes nothing', async () => {
    const { id, uuid, remainder } = await stay()
    const open = await secretOf(uuid, remainder)
    const same = { id: remainder.id, amount: remainder.amount, due: remainder.due, paid: false }
    expect(await admin.rebill(same)).toMatchObject({ data: { invoice: { amount: remainder.amount } } })
    expect(await admin.look(id)).toMatchObject({ version: 1 })
    expect(await auditOf(app, 'invoice', remainder.id)).toEqual([])
    expect(await secretOf(uuid, remainder)).toBe(open)
  })

  test("changes nothing and cancels no payment if the admin's version is stale", async () => {
    const { id, uuid, remainder } = await stay()
    await admin.change({ id, notes: 'the first admin' })
    const open = await secretOf(uuid, remainder)
    const stale = { status: 409, code: 'stale' }
    const terms = { amount: 1_000, version: 1 }
    expect(await admin.rebill({ id: remainder.id, ...terms })).toMatchObject(stale)
    expect(await admin.bill({ reservationId: id, ...terms })).toMatchObject(stale)
    expect(await admin.unbill(remainder.id, 1)).toMatchObject(stale)
    expect(await admin.look(id)).toMatchObject({ version: 2, invoices: [remainder, {}] })
    expect(await secretOf(uuid, remainder)).toBe(open)
  })

  test('returns 404 for changing an invoice that does not exist', async () => {
    expect(await admin.rebill({ id: 999_999, amount: 5_000 })).toMatchObject({ status: 404 })
    expect(await admin.unbill(999_999)).toMatchObject({ status: 404 })
  })
})

describe('when an admin edits an invoice that a card has paid, the site', () => {
  test('lets the admin rename the invoice', async () => {
    const { uuid, deposit } = await paidByCard()
    const named = await admin.rebill({ id: deposit.id, description: 'First half' })
    const { amount, datePaid, paymentMethod } = deposit
    const kept = { amount, datePaid, paymentMethod, description: 'First half' }
    expect(named).toMatchObject({ data: { invoice: kept } })
    expect((await guest.look(uuid)).invoices).toContainEqual(expect.objectContaining(kept))
    const refused = await admin.rebill({ id: deposit.id, partOfPrice: false })
    expect(refused).toMatchObject({ status: 400, fields: { partOfPrice: expect.any(String) as string } })
    await expectBooksToAgree(app)
  })

  test('refuses to change or delete the invoice, even after a refund (R12.4)', async () => {
    const { id, deposit } = await paidByCard()
    const { version } = await admin.look(id)
    const refused = { ok: false, status: 409, code: 'paid_by_card' }
    for (const wish of [
      { amount: 1_000 },
      { paid: false },
      { due: null },
      { paymentMethod: 'cash' as const },
    ])
      expect(await admin.rebill({ id: deposit.id, ...wish })).toMatchObject(refused)
    expect(await admin.unbill(deposit.id)).toMatchObject(refused)
    expect(await admin.look(id)).toMatchObject({ totalPaid: 45_000, version })
    await expectBooksToAgree(app)
  })
})

describe('when an admin edits an invoice while the guest has a payment open, the site', () => {
  const ways = {
    changed: (id: number) => admin.rebill({ id, amount: 1_000 }),
    'paid by hand': (id: number) => admin.rebill({ id, paid: true }),
    deleted: (id: number) => admin.unbill(id),
  }
  test.each(Object.entries(ways))(
    "records the guest's payment if it succeeded before the edit, and the invoice is not %s (R4.4)",
    async (_, change) => {
      const { id, uuid, remainder } = await stay()
      // Stripe has charged the card, but Stripe's webhook has not reached the site.
      expect(await guest.pay(await secretOf(uuid, remainder))).toBe('succeeded')
      expect(await change(remainder.id)).toMatchObject({ ok: false, status: 409, code: 'payment_arrived' })
      expect(await admin.look(id)).toMatchObject({
        totalPaid: 45_000,
        invoices: [{ paymentMethod: 'card' }, {}],
      })
      await app.runJobs()
      await expectBooksToAgree(app)
    },
  )

  test.each(Object.entries(ways))(
    'refuses the edit while a bank is deciding about the payment, and accepts it afterwards: the invoice is %s',
    async (_, change) => {
      const { uuid, remainder } = await stay()
      const secret = await secretOf(uuid, remainder)
      await app.sandbox?.control.set({ keepProcessing: true })
      expect(await guest.pay(secret)).toBe('processing')
      expect(await change(remainder.id)).toMatchObject({ status: 409, code: 'payment_processing' })
      await app.sandbox?.control.finish(secret.slice(0, secret.indexOf('_secret_')), 'fail')
      expect(await change(remainder.id)).toMatchObject({ ok: true })
      await dropHandPayments(app.services)
    },
  )

  test.each(Object.entries(ways))(
    'refuses the edit and changes nothing while Stripe is down: the invoice is not %s',
    async (_, change) => {
      const { id, uuid, remainder } = await stay()
      const secret = await secretOf(uuid, remainder)
      await app.sandbox?.control.set({ provider: 'refuse' })
      expect(await change(remainder.id)).toMatchObject({ status: 502, code: 'provider_failed' })
      await app.sandbox?.control.reset()
      expect(await admin.look(id)).toMatchObject({ version: 1, invoices: [remainder, {}] })
      expect(await guest.pay(secret)).toBe('succeeded')
      await app.runJobs()
      await expectBooksToAgree(app)
    },
  )
})

describe('when an admin deletes an invoice, the site', () => {
  test("deletes an unpaid invoice and cancels the guest's open payment", async () => {
    const { id, uuid, eventId, remainder } = await stay()
    const secret = await secretOf(uuid, remainder)
    expect(await admin.unbill(remainder.id, 1)).toEqual({ ok: true, data: { success: true } })
    expect(await guest.pay(secret)).toBe(CANNOT_CHARGE)
    expect(await intentStatus(app, secret.slice(0, secret.indexOf('_secret_')))).toBe('canceled')
    const left = await admin.look(id)
    expect(left.invoices.map((one) => one.id)).not.toContain(remainder.id)
    expect(left).toMatchObject({ version: 2, totalDue: 90_000 })
    expect((await auditOf(app, 'invoice', remainder.id)).at(-1)).toMatchObject({
      action: 'invoice.deleted',
      eventId,
      reservationId: id,
    })
  })

  test('deletes an invoice together with its manual payment', async () => {
    const { id, deposit } = await stay()
    await admin.rebill({ id: deposit.id, paid: true })
    expect(await admin.unbill(deposit.id)).toMatchObject({ ok: true })
    expect(await admin.look(id)).toMatchObject({ totalPaid: 0, version: 3 })
  })
})
