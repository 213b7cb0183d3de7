import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { moveReservation } from '#domain/booking/contract/admin.ts'
import { undoCancellation } from '#domain/booking/contract/cancellation.ts'
import { addMonths, firstOf, lastOf } from '#shared/months.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { payDeposit, signedStay } from '#test/support/booking/stay.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { listLedgerDifferences } from './compare.ts'
import { postHistory } from './history.ts'
import { listSums } from './read.ts'

const app = await openTestApp({ now: new Date('2027-04-06T18:00:00Z'), emptied: true })
const guest = createGuest(app)
const { db } = app.services
let admin: Admin
beforeEach(async () => {
  admin = await signInAdmin(app)
})

async function at(day: string): Promise<void> {
  app.clock.set(new Date(`${day}T18:00:00Z`))
  await app.runJobs()
  admin = await signInAdmin(app)
}

/** Returns the total of each account for each month from April to August, in dollars. */
async function months(): Promise<string[]> {
  const lines: string[] = []
  for (let month = '2027-04'; month <= '2027-08'; month = addMonths(month, 1)) {
    const totals = new Map<string, number>()
    for (const { account, debits, credits } of await listSums(db, {
      first: firstOf(month),
      last: lastOf(month),
    }))
      totals.set(account, (totals.get(account) ?? 0) + debits + credits)
    for (const [account, amount] of totals)
      if (amount !== 0) lines.push(`${month} ${account} ${(amount / 100).toFixed(2)}`)
  }
  return lines
}

/** Empties the ledger as if an older version of the site had written all rows, and posts the history. */
async function upgrade(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`delete from ledger_lines`)
    await tx.execute(sql`delete from ledger_entries`)
  })
  await postHistory(db, app.clock.now())
  expect(await listLedgerDifferences(db, { syncedUntil: null, limit: 10 })).toEqual([])
}

test('posts a season again with the months that it had: payments, fees, cancellations, refunds and stays (R49.1, R49.2)', async () => {
  const event = await makeEvent(db, { startDateDate: '2027-07-01', spots: 9 })
  const stays = [await payDeposit(guest, event.id), await payDeposit(guest, event.id)]
  const held = await guest.hold(event.id, { amount: 90_000, companions: [{ customerName: 'Sam Doe' }] })
  await guest.pay(held.clientSecret)
  await guest.feesTold()
  await at('2027-05-10')
  const [one, two] = stays.map(({ reservationId }) => reservationId)
  await admin.cancel(one ?? 0, { refund: 30_000, reason: 'Ill' })
  const byHand = await signedStay(app, admin, { startDateDate: '2027-07-20' })
  await admin.rebill({ id: byHand.deposit.id, paid: true, paymentMethod: 'check' })
  await at('2027-06-02')
  const deposit = (await admin.look(two ?? 0)).invoices.find(({ paid }) => paid)
  await admin.refund(deposit?.id ?? 0, 5_000)
  await admin.refund(byHand.deposit.id, 1_000)
  await at('2027-07-02')
  const [owed] = (await admin.refundsOf(byHand.id)).refunds
  await admin.recordRefund(owed?.id ?? 0)
  await at('2027-08-01')
  const before = await months()
  expect(before.filter((line) => line.includes('income'))).toEqual([
    '2027-05 cancellation_income -150.00',
    '2027-07 retreat_income -1740.00',
  ])
  await upgrade()
  expect(await months()).toEqual(before)
})

test('cannot know a move, an undone cancellation or a deleted check of an older version, so it posts only their result (R49.1)', async () => {
  const [from, to] = [
    await makeEvent(db, { startDateDate: '2027-05-01' }),
    await makeEvent(db, { startDateDate: '2027-08-01' }),
  ]
  const moved = await payWhole(from.id)
  await admin.browser.call(moveReservation, {
    body: { id: moved, version: await versionOf(moved), eventId: to.id },
  })
  const undone = (await payDeposit(guest, to.id)).reservationId
  await admin.cancel(undone, { refund: 0, reason: 'By mistake' })
  await admin.browser.call(undoCancellation, {
    body: { id: undone, version: await versionOf(undone), sendEmail: false },
  })
  const bounced = await signedStay(app, admin, { startDateDate: '2027-08-01' })
  await admin.rebill({ id: bounced.deposit.id, paid: true, paymentMethod: 'check' })
  await admin.rebill({ id: bounced.deposit.id, paid: false })
  const before = await months()
  await upgrade()
  expect(await months()).toEqual(before)
  const found = await db.execute(sql`select distinct kind from ledger_entries order by kind`)
  expect((found as unknown as { rows: { kind: string }[] }).rows.map(({ kind }) => kind)).toEqual([
    'fee',
    'payment',
  ])
})

const versionOf = async (id: number) => (await admin.look(id)).version

async function payWhole(eventId: number): Promise<number> {
  const held = await guest.hold(eventId, { amount: 90_000 })
  await guest.pay(held.clientSecret)
  await guest.feesTold()
  await guest.look(held.uuid)
  return held.reservationId
}
