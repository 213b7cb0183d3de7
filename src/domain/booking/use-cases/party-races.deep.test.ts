/**
 * Several admins and the payer change one party at the same time. Each request either succeeds or is refused, and
 * the party's totals stay right.
 */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { RUN_SEED as seed } from '#test/support/seeds.ts'
import { addToParty, changePayer, splitFromParty } from '../contract/party.ts'
import { createPaymentIntent } from '../contract/payments.ts'
import { findPartyAccounts } from '../payments/read-party-accounts.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { expectTrueBooks } from '#test/support/booking/party-accounts.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)

interface Reply {
  ok: boolean
  status?: number
}

const seen = ({ id, version }: { id: number; version: number }) => ({ id, version })

/**
 * Makes a party of three guests with a paid deposit. Returns everything that this test can do with the party, by
 * name.
 */
async function party() {
  const { id: eventId } = await makeEvent(app.services.db, { startDateDate: '2027-09-01' })
  const { members, invoices } = await makeParty(app, eventId, { names: ['Ruth Vance', 'Ann Lee', 'Joe Lee'] })
  const [payer, ann, joe] = members
  if (!payer || !ann || !joe) throw new Error('no party')
  const guest = createGuest(app)
  const { remainder, deposit } = invoices
  const body = { amount: 135_000, invoiceId: remainder, uuid: payer.uuid }
  const paying = await guest.browser.call(createPaymentIntent, { body })
  const { browser, cancel } = admin
  const kim = { customerName: 'Kim Roe', email: null, allowOverbooking: true }
  const extra = { reservationId: payer.id, amount: 9_000, partOfPrice: false }
  const acts = {
    cancelAnn: () => cancel(ann.id, seen(ann)),
    cancelJoe: () => cancel(joe.id, seen(joe)),
    cancelPayer: () => cancel(payer.id, { ...seen(payer), newPayer: joe.id }),
    cancelAll: () => cancel(payer.id, { ...seen(payer), party: 'all' }),
    splitAnn: () => browser.call(splitFromParty, { body: seen(ann) }),
    letJoePay: () => browser.call(changePayer, { body: seen(joe) }),
    letAnnPay: () => browser.call(changePayer, { body: seen(ann) }),
    addKim: () => browser.call(addToParty, { body: { ...seen(payer), ...kim } }),
    removeJoe: () => admin.remove(joe.id, 'true'),
    extra: () => admin.bill(extra),
    billJoe: () => admin.bill({ reservationId: joe.id, amount: 9_000, partOfPrice: true }),
    lessRest: () => admin.rebill({ id: remainder, amount: 100_000 }),
    cash: () => admin.rebill({ id: remainder, paid: true }),
    refund: () => admin.refund(deposit, 3_000),
    total: () => admin.change({ id: payer.id, totalDue: 260_000 }),
    card: async () => {
      if (paying.ok) await guest.pay(paying.data.clientSecret)
      return { ok: true }
    },
  } satisfies Record<string, () => Promise<Reply>>
  return { ids: [payer.id, ann.id, joe.id], acts }
}

const ACTS = [
  'cancelAnn',
  'cancelJoe',
  'cancelPayer',
  'cancelAll',
  'splitAnn',
  'letJoePay',
  'letAnnPay',
] as const
const OTHERS = [
  'addKim',
  'removeJoe',
  'extra',
  'billJoe',
  'lessRest',
  'cash',
  'refund',
  'total',
  'card',
] as const

test(
  'leaves no incomplete party and no wrong total after five concurrent changes of a party (R39.5, R39.6)',
  { timeout: 300_000 },
  async () => {
    const five = fc.shuffledSubarray([...ACTS, ...OTHERS], { minLength: 5, maxLength: 5 })
    for (const names of fc.sample(five, { numRuns: 30, seed })) {
      const { ids, acts } = await party()
      const replies: Reply[] = await Promise.all(names.map(async (name) => acts[name]()))
      expect(replies.filter(({ ok, status = 200 }) => !ok && status >= 500)).toEqual([])
      await app.runJobs()
      for (const id of ids) {
        const books = await findPartyAccounts(app.services.db, id)
        if (books) expectTrueBooks(books)
      }
    }
  },
)
