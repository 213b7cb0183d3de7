import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/app.ts'
import { makeEvent } from '../../../testing/factories.ts'
import { expectBooksToAgree } from '../testing/books.ts'
import { bookingDeps, providerWith } from '../testing/deps.ts'
import { createGuest, type Guest } from '../testing/guest.ts'
import { intentOfInvoice } from './make.ts'
import { listIntentsOfInvoice } from './store.ts'

let app: TestApp
let guest: Guest
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
  guest = createGuest(app)
})
afterAll(() => app.close())

/** The open invoice of a held spot, as a page has read it. */
async function heldDeposit() {
  const held = await guest.hold((await makeEvent(app.services.db)).id)
  const [deposit] = (await guest.look(held.uuid)).invoices
  if (!deposit) throw new Error('no deposit')
  return { ...held, deposit }
}
const statusesOf = async (invoiceId: number) =>
  (await listIntentsOfInvoice(app.services.db, invoiceId)).map((intent) => intent.status)

test('money that has come since the page read the invoice is not asked for again', async () => {
  const { deposit, clientSecret } = await heldDeposit()
  await guest.pay(clientSecret)
  await app.runJobs()
  expect(await intentOfInvoice(bookingDeps(app), { ...deposit, held: true })).toBe('paid')
  expect(await statusesOf(deposit.id)).toEqual(['succeeded'])
})

test('a payment that is quicker than its own cancellation is not asked for again', async () => {
  const { deposit, clientSecret } = await heldDeposit()
  app.clock.advance({ minutes: 31 })
  const provider = providerWith(app, {
    cancelIntent: async (id) => {
      await guest.pay(clientSecret)
      return app.provider.cancelIntent(id)
    },
  })
  expect(await intentOfInvoice(bookingDeps(app, provider), { ...deposit, held: false })).toBe('paid')
  expect(await statusesOf(deposit.id)).toEqual(['succeeded'])
  await expectBooksToAgree(app)
})
