import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { paymentIntents } from './database/schema/booking.ts'
import { paymentMode } from './settings.ts'
import { createDeliveryNote, findWebhookDelivery, keepMoneyApart } from './site-facts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const stripe = (secretKey: string) =>
  paymentMode({ kind: 'stripe', secretKey, publishableKey: '', webhookSecret: '', apiBase: null })

test('refuses test keys on a database with live payments, and explains what to do (R4.16)', async () => {
  const { db } = database
  // The database has no payment yet, so live keys may follow a trial with the sandbox.
  await keepMoneyApart(db, paymentMode({ kind: 'sandbox' }))
  await keepMoneyApart(db, stripe('rk_test_1'))
  await keepMoneyApart(db, stripe('rk_live_1'))
  await db.insert(paymentIntents).values({ id: 'pi_1', amount: 45_000 })
  await keepMoneyApart(db, stripe('sk_live_2'))
  const refused = expect.stringMatching(/^STRIPE_SECRET_KEY: .* holds live payments.* say test/) as string
  await expect(keepMoneyApart(db, stripe('sk_test_1'))).rejects.toMatchObject({ message: refused })
  await expect(keepMoneyApart(db, paymentMode({ kind: 'sandbox' }))).rejects.toMatchObject({
    message: refused,
  })
  await keepMoneyApart(db, stripe('sk_live_1'))
})

const at = (time: string) => new Date(`2027-01-01T${time}:00Z`)

test('writes the time of a webhook at most once per hour in each process', async () => {
  const { db } = database
  const note = createDeliveryNote(db)
  await note(at('12:00'))
  await note(at('12:59'))
  expect(await findWebhookDelivery(db)).toEqual(at('12:00'))
  await note(at('13:00'))
  expect(await findWebhookDelivery(db)).toEqual(at('13:00'))
  // A process that has just started does not know when the others have written.
  await createDeliveryNote(db)(at('13:30'))
  expect(await findWebhookDelivery(db)).toEqual(at('13:30'))
})
