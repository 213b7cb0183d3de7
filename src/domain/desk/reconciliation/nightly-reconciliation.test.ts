import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { balanceTransactions, payments, refunds } from '#platform/database/schema/payments.ts'
import { siteFacts } from '#platform/database/schema/site.ts'
import { makeEvent } from '#test/support/factories.ts'
import { randomFrom, repeatText, seedsFor } from '#test/support/seeds.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import { refundInDashboard } from '#test/support/booking/stripe-dashboard.ts'
import { syncStatements } from '#domain/money/statements/jobs.ts'
import { compareLedger, compareWithProvider } from './nightly-reconciliation.ts'
import { MAX_DIFFERENCES } from './rules.ts'
import { FAILING_WRITES, NOON, openReconciliationSite } from '#test/support/desk/reconciliation-site.ts'

const reconciliation = await openReconciliationSite()

const db = () => reconciliation.app.services.db
const dispute = (intentId: string) => reconciliation.app.sandbox?.control.dispute(intentId)

/**
 * Simulates random guests who pay, are declined, leave the form, pay without signing up, get refunds or dispute a
 * payment.
 */
async function live(days: number, random: () => number): Promise<void> {
  const { app, guest } = reconciliation
  const { id } = await makeEvent(db(), { spots: 60 })
  for (let day = 0; day < days; day += 1) {
    const held = await guest.hold(id)
    const chance = random()
    if (chance < 0.2) await guest.pay(held.clientSecret, 'pm_card_chargeDeclined')
    else if (chance < 0.9) await guest.pay(held.clientSecret)
    if (random() < 0.3) await guest.pay((await guest.open(id)).clientSecret)
    if (random() < 0.8) await guest.look(held.uuid)
    if (chance > 0.3 && random() < 0.4)
      await refundInDashboard(app, held.paymentIntent, 1 + Math.floor(random() * 40_000))
    else if (chance > 0.3 && random() < 0.2) await dispute(held.paymentIntent)
    app.clock.advance({ hours: 11 })
  }
}

test.each(seedsFor('reconciliation'))(
  "finds our payments equal to Stripe's after random actions (seed %i), with or without webhooks (R4.14)",
  async (seed) => {
    const told = repeatText(seed, 'reconciliation', 'http reconciliation/nightly-reconciliation.test')
    await live(7, randomFrom(seed))
    const proof = await reconciliation.compare()
    expect(proof.differences, told).toEqual([])
    // Runs the due jobs first, because one of them requests the automatic refunds at Stripe.
    await reconciliation.app.jobs.runDue()
    const again = await reconciliation.compare()
    const ledger = await reconciliation.app.sandbox?.ledger()
    const sums = { received: ledger?.sums.charged, refunded: ledger?.sums.refunded }
    expect(again, told).toEqual({
      payments: ledger?.charges.length,
      ours: sums,
      theirs: sums,
      differences: [],
    })
    await expectBooksToAgree(reconciliation.app)
  },
)

const books = () =>
  Promise.all([payments, refunds, auditEntries].map((table) => db().select().from(table).orderBy(table.id)))

test("changes nothing in the database if our payments and Stripe's agree", async () => {
  const { paymentIntent } = await reconciliation.takePaidSpot()
  await refundInDashboard(reconciliation.app, paymentIntent, 5_000)
  await reconciliation.compare()
  const before = await books()
  expect(await reconciliation.compare()).toMatchObject({
    payments: 1,
    ours: { received: 45_000, refunded: 5_000 },
  })
  expect(await books()).toEqual(before)
})

test('records a refund that no webhook reported, so that no difference is left', async () => {
  const { paymentIntent, uuid } = await reconciliation.takePaidSpot()
  await refundInDashboard(reconciliation.app, paymentIntent, 5_000)
  expect(await reconciliation.compare()).toMatchObject({ ours: { refunded: 5_000 }, differences: [] })
  expect(await reconciliation.guest.look(uuid)).toMatchObject({ totalPaid: 40_000 })
})

test('restores the lost database row of a payment from Stripe', async () => {
  const { uuid } = await reconciliation.takePaidSpot()
  await db().delete(payments)
  reconciliation.app.clock.advance({ hours: 2 })
  expect(await reconciliation.compare()).toMatchObject({ payments: 1, differences: [] })
  expect(await reconciliation.guest.look(uuid)).toMatchObject({ totalPaid: 45_000 })
})

/** Makes two payments, lets `plant` falsify the rows of one of them, and runs a reconciliation. */
async function planted(plant: (guest: { id: number; paymentIntent: string }) => Promise<unknown>) {
  await reconciliation.takePaidSpot()
  const guest = await reconciliation.takePaidSpot()
  reconciliation.app.clock.advance({ hours: 2 })
  await plant(guest)
  const { differences, ...sums } = await reconciliation.compare(FAILING_WRITES)
  return {
    sums,
    differences: differences.map(({ intentId, reservationId, ...told }) => {
      expect([intentId, reservationId]).toEqual([guest.paymentIntent, guest.id])
      return told
    }),
  }
}

const ofIntent = (id: string) => eq(payments.intentId, id)

describe('a difference between our database and Stripe', () => {
  test('is reported if our database lacks a payment', async () => {
    const { differences, sums } = await planted((guest) =>
      db().delete(payments).where(ofIntent(guest.paymentIntent)),
    )
    expect(differences).toEqual([{ what: 'received', ours: null, theirs: 45_000 }])
    expect(sums).toEqual({
      payments: 2,
      ours: { received: 45_000, refunded: 0 },
      theirs: { received: 90_000, refunded: 0 },
    })
  })

  test('is reported if our database has a wrong amount for a payment', async () => {
    const { differences } = await planted((guest) =>
      db().update(payments).set({ amount: 44_999 }).where(ofIntent(guest.paymentIntent)),
    )
    expect(differences).toEqual([{ what: 'received', ours: 44_999, theirs: 45_000 }])
  })

  test('is reported if our database lacks a refund', async () => {
    const { differences } = await planted((guest) =>
      refundInDashboard(reconciliation.app, guest.paymentIntent, 5_000),
    )
    expect(differences).toEqual([{ what: 'refunded', ours: 0, theirs: 5_000 }])
  })

  test('is reported if Stripe does not know a card refund, but not for a manual refund', async () => {
    const { differences } = await planted(async (guest) => {
      const [payment] = await db().select().from(payments).where(ofIntent(guest.paymentIntent))
      const row = { paymentId: payment?.id ?? 0, reason: 'admin', status: 'succeeded' as const }
      await db()
        .insert(refunds)
        .values([
          { ...row, key: 'believed', amount: 7_000, providerRefundId: 're_none' },
          { ...row, key: 'by-hand', amount: 300, byHand: true },
        ])
    })
    expect(differences).toEqual([{ what: 'refunded', ours: 7_000, theirs: 0 }])
  })

  test('is reported if our database lacks a dispute', async () => {
    const { differences } = await planted((guest) => dispute(guest.paymentIntent) ?? Promise.resolve())
    expect(differences).toEqual([{ what: 'disputed', ours: 0, theirs: 45_000 }])
  })

  test('is reported if Stripe does not know a payment', async () => {
    const { paymentIntent } = await reconciliation.takePaidSpot()
    const provider = providerWith(reconciliation.app, {
      listMoney: async () => ({ outcome: 'ok', paid: [], next: null }),
      retrieveIntent: async () => ({ outcome: 'not_found' }),
    })
    expect((await reconciliation.compare(provider)).differences).toMatchObject([
      { intentId: paymentIntent, what: 'received', ours: 45_000, theirs: null },
    ])
  })
})

test('waits until a payment is an hour old before it reports that our database lacks the payment', async () => {
  const { guest, app } = reconciliation
  const { id } = await makeEvent(db())
  await guest.pay((await guest.open(id)).clientSecret)
  app.clock.advance({ minutes: 59 })
  expect(await reconciliation.compare(FAILING_WRITES)).toMatchObject({ payments: 0, differences: [] })
  app.clock.advance({ minutes: 1 })
  expect((await reconciliation.compare(FAILING_WRITES)).differences).toMatchObject([
    { what: 'received', ours: null, theirs: 45_000 },
  ])
})

test('ignores payments of another site that uses the same Stripe account', async () => {
  await reconciliation.guest.pay((await reconciliation.guest.open((await makeEvent(db())).id)).clientSecret)
  await db().update(siteFacts).set({ value: 'another' }).where(eq(siteFacts.key, 'site-id'))
  reconciliation.app.clock.advance({ hours: 2 })
  expect(await reconciliation.compare()).toMatchObject({ payments: 0, differences: [] })
})

test('reports at most 200 differences if every payment differs, but counts all payments', async () => {
  const { paymentIntent } = await reconciliation.takePaidSpot()
  const found = await reconciliation.app.provider.retrieveIntent(paymentIntent)
  if (found.outcome !== 'ok') throw new Error('The payment intent was not found')
  const site = found.intent.metadata['site'] ?? ''
  let asked = 0
  const paid = Array.from({ length: 300 }, (_, nth) => ({
    id: `pi_${nth}`,
    metadata: { site },
    paidAt: NOON,
    received: 45_000,
    refunded: 0,
    withdrawn: 0,
  }))
  reconciliation.app.clock.advance({ hours: 2 })
  const proof = await reconciliation.compare(
    providerWith(reconciliation.app, {
      listMoney: async (page) => ({
        outcome: 'ok',
        paid: page === null ? paid.slice(0, 150) : paid.slice(150),
        next: page === null ? 'more' : null,
      }),
      retrieveIntent: async (id) => {
        asked += 1
        return { outcome: 'ok', intent: { ...found.intent, id, metadata: {} } }
      },
    }),
  )
  expect(proof.differences).toHaveLength(MAX_DIFFERENCES)
  expect(proof).toMatchObject({
    payments: 301,
    ours: { received: 45_000 },
    theirs: { received: 300 * 45_000 },
  })
  expect(asked).toBe(2 * MAX_DIFFERENCES)
})

test('returns no result of a reconciliation if Stripe does not return every payment, or if the process is stopped', async () => {
  const { paymentIntent } = await reconciliation.takePaidSpot()
  await refundInDashboard(reconciliation.app, paymentIntent, 5_000)
  const away = { outcome: 'unavailable', reason: 'away' } as const
  for (const part of ['listMoney', 'retrieveIntent'] as const) {
    const provider = providerWith(reconciliation.app, { [part]: async () => away })
    expect(await compareWithProvider(bookingDeps(reconciliation.app, provider))).toBe('unanswered')
  }
  expect(await compareWithProvider(bookingDeps(reconciliation.app), AbortSignal.abort())).toBe('stopped')
})

const ledger = async () => compareLedger(db(), { differences: [] })

/** Reads the provider's balance a day and more after a payment, so that no payment is too young to be compared. */
async function syncLater(): Promise<void> {
  const { app } = reconciliation
  app.clock.advance({ hours: 30 })
  await syncStatements({ ...app.services, provider: app.provider })
}

describe('the comparison with the ledger', () => {
  test('finds nothing after payments, refunds and syncs of the provider’s balance (R49.4)', async () => {
    const { paymentIntent } = await reconciliation.takePaidSpot()
    await refundInDashboard(reconciliation.app, paymentIntent, 5_000)
    await reconciliation.compare()
    await syncLater()
    expect(await ledger()).toEqual([])
  })

  test('reports a payment whose amount somebody changed in the database (R49.4)', async () => {
    const { paymentIntent } = await reconciliation.takePaidSpot()
    const [row] = await db()
      .update(payments)
      .set({ amount: 44_999 })
      .where(ofIntent(paymentIntent))
      .returning({ id: payments.id })
    expect(await ledger()).toEqual([
      {
        intentId: `payment ${row?.id}, received`,
        what: 'ledger',
        ours: 44_999,
        theirs: 45_000,
        reservationId: null,
      },
    ])
  })

  test('reports money that the provider’s balance does not have (R49.4)', async () => {
    const { paymentIntent } = await reconciliation.takePaidSpot()
    await reconciliation.guest.feesTold()
    await refundInDashboard(reconciliation.app, paymentIntent, 5_000)
    await reconciliation.compare()
    await syncLater()
    expect(await ledger()).toEqual([])
    await db().delete(balanceTransactions).where(eq(balanceTransactions.intentId, paymentIntent))
    expect(await ledger()).toMatchObject([
      { intentId: expect.stringMatching(/^payment \d+, balance$/) as string, ours: 0, theirs: 38_665 },
    ])
  })
})
