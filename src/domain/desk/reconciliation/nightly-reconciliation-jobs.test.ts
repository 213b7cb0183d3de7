import { expect, test } from 'vitest'
import { bookProofs } from '#platform/database/schema/site.ts'
import { createWorker } from '#platform/outbox-worker.ts'
import { bookingDeps, providerWith } from '#test/support/booking/deps.ts'
import type { PaymentProvider } from '#domain/money/card-provider/port.ts'
import { reconcilePaymentsJob, startReconciliationJob } from './nightly-reconciliation.ts'
import { openReconciliationSite } from '#test/support/desk/reconciliation-site.ts'

const reconciliation = await openReconciliationSite()

const proofs = async () =>
  (await reconciliation.app.services.db.select().from(bookProofs).orderBy(bookProofs.day)).map(
    ({ day, outcome, payments }) => [day, outcome, payments],
  )

/**
 * Creates a process, possibly with another card provider. `asked` counts how many reconciliations the process
 * started.
 */
function process(changes: Partial<PaymentProvider> = {}) {
  const { services } = reconciliation.app
  const counts = { asked: 0 }
  const { provider } = providerWith(reconciliation.app, changes)
  const counting = async (page: string | null) => {
    if (page === null) counts.asked += 1
    return provider.listMoney(page)
  }
  const deps = bookingDeps(reconciliation.app, { provider: { ...provider, listMoney: counting } })
  const start = startReconciliationJob(deps)
  const worker = createWorker({ ...services, jobs: [reconcilePaymentsJob(deps)] })
  const tick = async () => {
    await start.run({}, { attempt: 1 })
    await worker.runDue()
  }
  return { counts, tick }
}

test('reconciles soon after the first start of the site, and then once a night from two o’clock on (R4.14)', async () => {
  const { tick, counts } = process()
  await tick()
  await tick()
  expect(await proofs()).toEqual([['2027-05-06', 'equal', 0]])
  reconciliation.app.clock.set(new Date('2027-05-07T07:59:00Z'))
  await tick()
  expect(counts.asked).toBe(1)
  reconciliation.app.clock.advance({ minutes: 1 })
  await tick()
  await tick()
  expect(counts.asked).toBe(2)
  // The site was down for two nights. At the next start, it reconciles only the present night.
  reconciliation.app.clock.set(new Date('2027-05-10T05:00:00Z'))
  await tick()
  expect((await proofs()).map(([day]) => day)).toEqual(['2027-05-06', '2027-05-07', '2027-05-09'])
})

test('reconciles once when two processes run the job at the same time', async () => {
  await reconciliation.takePaidSpot()
  reconciliation.app.clock.advance({ days: 1 })
  const [one, other] = [process(), process()]
  await Promise.all([one.tick(), other.tick()])
  expect(one.counts.asked + other.counts.asked).toBe(1)
  expect((await proofs()).at(-1)).toEqual(['2027-05-07', 'equal', 1])
})

test('retries the reconciliation after growing pauses while Stripe is down, until Stripe answers', async () => {
  await reconciliation.takePaidSpot()
  reconciliation.app.clock.advance({ days: 1 })
  let away = true
  const { tick, counts } = process({
    listMoney: async (page) =>
      away ? { outcome: 'unavailable', reason: 'away' } : reconciliation.app.provider.listMoney(page),
  })
  await tick()
  expect((await proofs()).at(-1)).toEqual(['2027-05-07', 'unanswered', 0])
  const asked = [counts.asked]
  for (let minute = 0; minute < 16; minute += 1) {
    reconciliation.app.clock.advance({ minutes: 1 })
    await tick()
    asked.push(counts.asked)
  }
  // Lists how many attempts there were after each minute. The job retries after 1, 3, 7 and 15 minutes.
  expect(asked).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5])
  away = false
  reconciliation.app.clock.advance({ minutes: 15 })
  await tick()
  expect((await proofs()).at(-1)).toEqual(['2027-05-07', 'equal', 1])
})

test('marks a night on which Stripe never answered as unanswered, and reconciles the next night as usual', async () => {
  let away = true
  const { tick } = process({
    listMoney: async (page) =>
      away ? { outcome: 'unavailable', reason: 'away' } : reconciliation.app.provider.listMoney(page),
  })
  await tick()
  away = false
  reconciliation.app.clock.advance({ days: 1 })
  await tick()
  expect(await proofs()).toEqual([
    ['2027-05-06', 'unanswered', 0],
    ['2027-05-07', 'equal', 0],
  ])
})

test('leaves the reconciliation to the next process when its process is stopped', async () => {
  const { services } = reconciliation.app
  const job = reconcilePaymentsJob(bookingDeps(reconciliation.app))
  const payload = { day: '2027-05-06' }
  const stopping = AbortSignal.abort()
  expect(await job.run(payload, { attempt: 1, stopping })).toMatchObject({
    retryAt: services.now(),
  })
  expect(await proofs()).toEqual([])
  expect(await job.run(payload, { attempt: 2 })).toBe('done')
  expect(await proofs()).toEqual([['2027-05-06', 'equal', 0]])
})

test("stores the differences between our payments and Stripe's in the result of the night", async () => {
  const { paymentIntent, id } = await reconciliation.takePaidSpot()
  const away = { listMoney: async () => ({ outcome: 'ok' as const, paid: [], next: null }) }
  reconciliation.app.clock.advance({ days: 1 })
  const { tick } = process({ ...away, retrieveIntent: async () => ({ outcome: 'not_found' }) })
  await tick()
  const rows = await reconciliation.app.services.db.select().from(bookProofs)
  expect(rows.at(-1)).toMatchObject({
    outcome: 'different',
    ours: { received: 45_000, refunded: 0 },
    theirs: { received: 0, refunded: 0 },
    differences: [
      { intentId: paymentIntent, what: 'received', ours: 45_000, theirs: null, reservationId: id },
    ],
  })
})
