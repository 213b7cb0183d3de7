/**
 * Compares 100,000 of our payments with Stripe's, page by page. Checks that memory holds only one page of Stripe's
 * payments, and the ids of all payments.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { heldBytes } from '#test/support/measures.ts'
import { siteId } from '#platform/site-facts.ts'
import { providerWith } from '#test/support/booking/deps.ts'
import type { ProviderIntent } from '#domain/money/card-provider/port.ts'
import { openReconciliationSite } from '#test/support/desk/reconciliation-site.ts'

const PAYMENTS = 100_000
const PAGE = 100
const MOST_MEGABYTES = 20
/**
 * Number of pages between two measurements of memory. A measurement is slow, because it first runs the garbage
 * collector.
 */
const LOOK_EVERY = 50

const reconciliation = await openReconciliationSite()
const { db } = reconciliation.app.services
await db.execute(sql`insert into payment_intents (id, amount, status)
  select 'pi_' || n, 45000, 'succeeded' from generate_series(1, ${PAYMENTS}::int) n`)
await db.execute(sql`insert into payments (method, amount, intent_id, paid_at)
  select 'card', amount, id, now() from payment_intents`)
await db.execute(sql`insert into refunds (payment_id, key, amount, reason, status, provider_refund_id)
  select id, 'key-' || id, 1000, 'test', 'succeeded', 're-' || id from payments where id % 10 = 0`)
await db.execute(sql`analyze`)

test('compares 100,000 payments, including the last one, in constant memory', async () => {
  const site = await siteId(reconciliation.app.services.db)
  const paidAt = new Date('2027-01-01T00:00:00Z')
  const intent = (nth: number): ProviderIntent => ({
    id: `pi_${nth}`,
    amount: 45_000,
    clientSecret: null,
    createdAt: paidAt,
    metadata: { site },
    takesWallets: true,
    state: {
      status: 'succeeded',
      // In this test, Stripe's last payment is one cent more than ours, so the comparison must find that payment.
      received: nth === 1 ? 45_001 : 45_000,
      chargeId: null,
      fee: null,
      card: null,
      paidAt,
      withdrawn: 0,
      disputed: false,
      refunds:
        nth % 10 === 0
          ? [{ id: `re-${nth}`, amount: 1_000, status: 'succeeded', key: `key-${nth}`, createdAt: paidAt }]
          : [],
      savedCard: null,
    },
  })
  let pages = 0
  let most = 0
  const start = heldBytes()
  const proof = await reconciliation.compare(
    providerWith(reconciliation.app, {
      listMoney: async (page) => {
        pages += 1
        if (pages % LOOK_EVERY === 0) most = Math.max(most, heldBytes() - start)
        const from = page === null ? PAYMENTS : Number(page)
        const paid = Array.from({ length: PAGE }, (_, nth) => {
          const received = from - nth === 1 ? 45_001 : 45_000
          const refunded = (from - nth) % 10 === 0 ? 1_000 : 0
          return { id: `pi_${from - nth}`, metadata: { site }, paidAt, received, refunded, withdrawn: 0 }
        })
        return { outcome: 'ok', paid, next: from > PAGE ? String(from - PAGE) : null }
      },
      retrieveIntent: async (id) => ({ outcome: 'ok', intent: intent(Number(id.slice(3))) }),
    }),
  )
  expect(pages).toBe(PAYMENTS / PAGE)
  const refunded = (PAYMENTS / 10) * 1_000
  expect(proof).toEqual({
    payments: PAYMENTS,
    ours: { received: PAYMENTS * 45_000, refunded },
    theirs: { received: PAYMENTS * 45_000 + 1, refunded },
    differences: [{ intentId: 'pi_1', what: 'received', ours: 45_000, theirs: 45_001, reservationId: null }],
  })
  expect(most / 2 ** 20).toBeLessThan(MOST_MEGABYTES)
})
