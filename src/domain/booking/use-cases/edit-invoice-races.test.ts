import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { untilOneWaits } from '#test/support/measures.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { applyPaymentIntent } from '../payments/apply-intent.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { dropHandPayments } from '#test/support/booking/ledger.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { viewReservation } from './guest-page.ts'
import { editInvoice } from './edit-invoice.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)
const guest = createGuest(app)
afterEach(async () => {
  await dropHandPayments(app.services)
})

async function stay() {
  const { id: eventId } = await makeEvent(app.services.db)
  const { reservationId: id, uuid } = await admin.signUp({ eventId, amount: 90_000 })
  const [whole] = (await admin.look(id)).invoices
  if (!whole) throw new Error('no invoice')
  return { id, uuid, invoiceId: whole.id }
}
const by = { actor: 'admin:x' }

test('accepts only one of several concurrent edits of an invoice', async () => {
  const { id, invoiceId } = await stay()
  const paid = { id: invoiceId, paid: true, version: 1 }
  const replies = await Promise.all([
    admin.rebill(paid),
    admin.rebill({ id: invoiceId, amount: 1_000, version: 1 }),
    admin.unbill(invoiceId, 1),
    admin.rebill(paid),
    admin.bill({ reservationId: id, amount: 1_000, paid: true, version: 1 }),
  ])
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.code]))
  expect(refused).toHaveLength(4)
  // If the deletion of the invoice comes first, the other requests get `not_found`.
  expect(refused.every((code) => code === 'stale' || code === 'not_found')).toBe(true)
  expect((await admin.look(id)).version).toBe(2)
})

test('records a manual payment once when several admins record it at the same time', async () => {
  const { id, uuid, invoiceId } = await stay()
  const replies = await Promise.all([1, 2, 3].map(async () => admin.rebill({ id: invoiceId, paid: true })))
  expect(replies.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await admin.look(id)).toMatchObject({ totalPaid: 90_000, version: 2 })
  const entries = await auditOf(app, 'invoice', invoiceId)
  expect(entries.map(({ action }) => action)).toEqual(['invoice.paid'])
  expect((await guest.look(uuid)).fullyPaid).toBe(true)
})

test('cancels a payment that the guest opens while an admin edits the invoice', async () => {
  const { uuid, invoiceId } = await stay()
  const first = (await guest.look(uuid)).invoices[0]?.clientSecret ?? ''
  let second = ''
  const deps = bookingDeps(app, {
    fault: async (point) => {
      if (point !== 'changes-committed' || second) return
      second = (await guest.look(uuid)).invoices[0]?.clientSecret ?? ''
    },
  })
  const wish = { amount: 80_000 }
  expect(await editInvoice(deps, { id: invoiceId, version: null, by, wish })).toBe('done')
  for (const secret of [first, second])
    expect(await guest.pay(secret)).toBe('payment_intent_unexpected_state')
  await expectBooksToAgree(app)
})

test('records only one of several partial payments that admins send at the same time with the same version', async () => {
  const { id, uuid, invoiceId } = await stay()
  const part = { id: invoiceId, paid: true, paidAmount: 30_000 }
  const replies = await Promise.all([
    admin.rebill({ ...part, version: 1 }),
    admin.rebill({ ...part, version: 1 }),
    admin.rebill({ ...part, version: 1 }),
  ])
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  const shown = await admin.look(id)
  expect(shown).toMatchObject({ totalPaid: 30_000, version: 2 })
  expect(shown.invoices.map(({ amount }) => amount).toSorted()).toEqual([30_000, 60_000])
  const secret = (await guest.look(uuid)).invoices.find((one) => one.id === invoiceId)?.clientSecret ?? ''
  expect(await guest.pay(secret)).toBe('succeeded')
  await app.runJobs()
  expect(await admin.look(id)).toMatchObject({ totalPaid: 90_000, fullyPaid: true })
  await expectBooksToAgree(app)
})

test("records a card payment that succeeds during an admin's partial payment, and refuses the partial payment", async () => {
  const { id, uuid, invoiceId } = await stay()
  const secret = (await guest.look(uuid)).invoices[0]?.clientSecret ?? ''
  const { cancelIntent } = app.provider
  app.provider.cancelIntent = async (intent) => {
    expect(await guest.pay(secret)).toBe('succeeded')
    return cancelIntent(intent)
  }
  const refused = await admin.rebill({ id: invoiceId, paid: true, paidAmount: 30_000 })
  app.provider.cancelIntent = cancelIntent
  expect(refused).toMatchObject({ status: 409, code: 'payment_arrived' })
  expect(await admin.look(id)).toMatchObject({
    totalPaid: 90_000,
    invoices: [{ amount: 90_000, paid: true }],
  })
  await app.runJobs()
  await expectBooksToAgree(app)
})

test('charges only the rest of an invoice when the guest opens a payment while an admin records a partial payment', async () => {
  const { id, uuid, invoiceId } = await stay()
  let opened = ''
  const deps = bookingDeps(app, {
    fault: async (point) => {
      if (point !== 'changes-committed' || opened) return
      opened = (await guest.look(uuid)).invoices[0]?.clientSecret ?? ''
    },
  })
  await guest.look(uuid)
  const wish = { paid: true, paidAmount: 30_000 }
  expect(await editInvoice(deps, { id: invoiceId, version: null, by, wish })).toBe('done')
  expect(opened).not.toBe('')
  expect(await guest.pay(opened)).toBe('payment_intent_unexpected_state')
  const secret = (await guest.look(uuid)).invoices.find((one) => one.id === invoiceId)?.clientSecret ?? ''
  expect(await guest.pay(secret)).toBe('succeeded')
  await app.runJobs()
  expect(await admin.look(id)).toMatchObject({ totalPaid: 90_000 })
  await expectBooksToAgree(app)
})

test.each([
  ['changed', { amount: 80_000 }, { status: 422, code: 'amount_mismatch' }],
  ['paid by hand', { paid: true }, { status: 409, code: 'already_paid' }],
])(
  'refuses to open a payment of an invoice that an admin edits at the same moment: %s',
  async (_, wish, told) => {
    const { uuid, invoiceId } = await stay()
    const page = await guest.look(uuid)
    const [old] = page.invoices
    let changed = false
    const { createIntent } = app.provider
    app.provider.createIntent = intercept(createIntent, async () => {
      if (changed) return
      changed = true
      await admin.rebill({ id: invoiceId, ...wish })
    })
    // Any edit of an invoice cancels the payment that the guest's page has opened.
    await admin.rebill({ id: invoiceId, due: '2027-06-30' })
    const body = { amount: old?.amount ?? 0, invoiceId, uuid }
    expect(await guest.browser.call(createPaymentIntent, { body })).toMatchObject(told)
    app.provider.createIntent = createIntent
    expect(changed).toBe(true)
  },
)

/** Wraps a call to Stripe. Runs `between` after Stripe's reply, before the caller gets the reply. */
function intercept<Args extends unknown[], Reply>(
  ask: (...args: Args) => Promise<Reply>,
  between: () => Promise<void>,
): (...args: Args) => Promise<Reply> {
  return async (...args) => {
    const reply = await ask(...args)
    await between()
    return reply
  }
}

test("gives the guest's page no client secret for the old amount while an admin changes the invoice's amount", async () => {
  const { uuid, invoiceId } = await stay()
  let changed = false
  const deps = bookingDeps(app, {
    fault: async (point) => {
      if (point !== 'intent-made' || changed) return
      changed = true
      await admin.rebill({ id: invoiceId, amount: 80_000 })
    },
  })
  const page = await viewReservation(deps, uuid)
  expect(changed).toBe(true)
  expect(page).toMatchObject({ invoices: [{ clientSecret: null }] })
  const secret = (await guest.look(uuid)).invoices[0]?.clientSecret ?? ''
  expect(await guest.pay(secret)).toBe('succeeded')
  // The payment intent was created, but no page received its client secret. The site must cancel it in time.
  for (let hour = 0; hour < 3; hour += 1) {
    app.clock.advance({ minutes: 61 })
    await app.runJobs()
  }
  expect(await guest.look(uuid)).toMatchObject({ totalPaid: 80_000 })
  await expectBooksToAgree(app)
})

if (testDatabaseKind() === 'postgres') {
  test("refuses an admin's edit that waited while another admin's edit of the same invoice was written", async () => {
    const { db } = app.services
    const { id, invoiceId } = await stay()
    const { waiting } = await db.transaction(async (tx) => {
      await tx.update(reservations).set({ version: 2 }).where(eq(reservations.id, id))
      // This request has read version 1 before it waits for the lock.
      const waiting = admin.rebill({ id: invoiceId, paid: true, version: 1 })
      await untilOneWaits(db)
      return { waiting }
    })
    expect(await waiting).toMatchObject({ status: 409, code: 'stale' })
    expect(await admin.look(id)).toMatchObject({ totalPaid: 0, version: 2 })
  })

  test('opens no second payment that could charge when an admin records cash while the guest reloads the form', async () => {
    const { db } = app.services
    const { id: eventId } = await makeEvent(db)
    const attempt = randomUUID()
    const { reservationId, uuid, paymentIntent: ended } = await guest.hold(eventId, { attempt })
    await app.provider.cancelIntent(ended)
    await applyPaymentIntent(bookingDeps(app), ended, 'job:reconcile')
    const deposit = (await admin.look(reservationId)).invoices.find(({ due }) => due === '2027-05-06')
    const invoiceId = deposit?.id ?? 0
    const { paymentIntent, clientSecret } = await guest.open(eventId)
    // Writes the same rows as `editInvoice` does, but keeps the transaction open.
    const { sent } = await db.transaction(async (tx) => {
      await tx.select().from(reservations).where(eq(reservations.id, reservationId)).for('update')
      await tx.select().from(invoices).where(eq(invoices.id, invoiceId)).for('update')
      const sent = guest.order({ eventId, attempt, paymentIntent })
      await untilOneWaits(db)
      const paidAt = app.clock.now()
      await tx.insert(payments).values({ invoiceId, reservationId, amount: 45_000, method: 'cash', paidAt })
      const confirmed = { status: 'confirmed', holdExpiresAt: null } as const
      await tx.update(reservations).set(confirmed).where(eq(reservations.id, reservationId))
      return { sent }
    })
    expect(await sent).toMatchObject({ ok: true, data: { uuid, holdExpiresAt: null } })
    expect(await guest.pay(clientSecret)).toBe('payment_intent_unexpected_state')
  })

  test("makes the guest's page wait while an admin changes an invoice", async () => {
    const { db } = app.services
    const { uuid, invoiceId } = await stay()
    const page = await db.transaction(async (tx) => {
      await tx.select().from(invoices).where(eq(invoices.id, invoiceId)).for('update')
      const page = guest.look(uuid)
      await untilOneWaits(db)
      await tx.update(invoices).set({ amount: 80_000 }).where(eq(invoices.id, invoiceId))
      return { page }
    })
    expect((await page.page).invoices[0]?.clientSecret).toBeNull()
    await expectBooksToAgree(app)
  })
}
