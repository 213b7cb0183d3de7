/** Tests what the Today page says about failures, manual refunds and nightly checks. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { backupProofs, bookProofs, type ProofDifference } from '#platform/database/schema/site.ts'
import { noteRestored } from '#domain/guests/privacy/store/due.ts'
import { type TodaySite, NOW, openTodaySite } from '#test/support/desk/today-site.ts'

const site = await openTodaySite()

const today = () => site.today()
const event: TodaySite['event'] = (day, changes) => site.event(day, changes)

test('lists automatic refunds with their event, and says which reservations were lost by a restore', async () => {
  const { id: eventId } = await event('2027-05-20', { name: 'Cooking' })
  const [madeAt, at] = [new Date('2027-05-06T09:00:00.700Z'), new Date('2027-05-06T20:00:00Z')]
  await site.rows.paidForNothing('pi_before', { at: new Date('2027-05-05T09:00:00Z'), eventId })
  // Of these two payments, one is in the same second as the backup. Stripe reports whole seconds, so that payment may
  // have come after the backup.
  await site.rows.paidForNothing('pi_at_once', { at: new Date('2027-05-06T09:00:00Z'), eventId })
  await site.rows.paidForNothing('pi_lost', { at: new Date('2027-05-06T12:00:00Z'), eventId })
  await site.rows.paidForNothing('pi_after', { at: new Date('2027-05-06T21:00:00Z'), eventId: null })
  expect((await today()).autoRefunds).toMatchObject({ count: 4, lost: 0 })
  await noteRestored(site.app.services.db, { madeAt, at })
  expect((await today()).autoRefunds).toMatchObject({
    count: 4,
    lost: 2,
    list: [
      { intentId: 'pi_after', why: 'unused', event: null },
      { intentId: 'pi_lost', why: 'lost', event: { name: 'Cooking' }, amount: 45_000, status: 'succeeded' },
      { intentId: 'pi_at_once', why: 'lost' },
      { intentId: 'pi_before', why: 'unused' },
    ],
  })
})

test('says of an automatic refund that Stripe holds it back because the balance is too low', async () => {
  await site.rows.paidForNothing('pi_held', { at: NOW, eventId: null })
  const held = { status: 'requested', waitsForBalance: true } as const
  await site.app.services.db.update(refunds).set(held).where(eq(refunds.key, 'orphan:pi_held'))
  expect((await today()).autoRefunds.list).toMatchObject([{ intentId: 'pi_held', ...held }])
})

describe('the failures on the Today page', () => {
  test('include failed e-mails, newest first, and the number of e-mails that are tried again', async () => {
    const { id } = await event('2027-05-20', { name: 'Cooking' })
    const reservationId = await site.rows.guest(id, { name: 'Ana Ortiz' })
    const long = new Date('2027-03-01T00:00:00Z')
    await site.rows.mail({ reservationId, status: 'failed', failure: 'long ago', createdAt: long })
    await site.rows.mail({ reservationId, status: 'failed', failure: 'no such address', createdAt: NOW })
    await site.rows.mail({ status: 'failed', failure: 'about nobody', createdAt: NOW })
    await site.rows.mail({ reservationId, status: 'queued', failure: 'the server is away', createdAt: long })
    await site.rows.mail({ reservationId, status: 'queued', createdAt: NOW })
    await site.rows.mail({ reservationId, status: 'dropped', failure: 'paid_back', createdAt: NOW })
    const { mails, retrying } = (await today()).failures
    expect(retrying).toBe(1)
    expect(mails.count).toBe(2)
    expect(mails.list).toMatchObject([
      { failure: 'about nobody', about: null },
      { failure: 'no such address', about: { guest: 'Ana Ortiz', event: { name: 'Cooking' } } },
    ])
  })

  test('include refunds that Stripe refused, unless the money was refunded in another way', async () => {
    const { id } = await event('2027-05-20')
    const guest = await site.rows.guest(id, { name: 'Ana Ortiz', status: 'refunded' })
    const stuck = await site.rows.payment(guest, { amount: 45_000, at: '2027-05-01T00:00:00Z' })
    const refundId = await site.rows.refund(stuck, 45_000, 'failed')
    const settled = await site.rows.payment(guest, { amount: 45_000, at: '2027-05-01T00:00:00Z' })
    await site.rows.refund(settled, 45_000, 'failed')
    await site.rows.refund(settled, 45_000, 'succeeded')
    await site.rows.deadJob('send-refund', { refundId }, NOW)
    const { refunds, jobs } = (await today()).failures
    expect(refunds).toMatchObject({ count: 1, list: [{ amount: 45_000, about: { guest: 'Ana Ortiz' } }] })
    expect(jobs!.count).toBe(0)
  })

  test("include refunds that have waited hours for Stripe's fee, unless an admin has refunded something since", async () => {
    const { id } = await event('2027-05-20')
    const cancelledAt = async (name: string, at: string) => {
      const reservationId = await site.rows.guest(id, { name, status: 'cancelled' })
      await site.app.services.db.insert(cancellations).values({
        reservationId,
        uuid: randomUUID(),
        cancelledBy: 'guest',
        daysBefore: 60,
        percent: 75,
        paid: 45_000,
        fees: 0,
        refundByTerms: 33_750,
        refundToCards: 0,
        refundByHand: 0,
        at: new Date(at),
        awaited: { least: 0, sendEmail: true, money: [] },
      })
      return site.rows.payment(reservationId, { amount: 45_000, at: '2027-05-01T00:00:00Z' })
    }
    await cancelledAt('Ana Ortiz', '2027-05-06T12:00:00Z')
    await cancelledAt('Just now', new Date(NOW.getTime() - 3_600_000).toISOString())
    await site.rows.refund(await cancelledAt('Looked after', '2027-05-06T11:00:00Z'), 30_000, 'succeeded')
    expect((await today()).failures.fees).toMatchObject({
      count: 1,
      list: [{ about: { guest: 'Ana Ortiz' }, most: 33_750 }],
    })
  })

  test('omit a refund that Stripe refused if it was paid by hand or requested again, or if a dispute took the money', async () => {
    const { id } = await event('2027-05-20')
    const guest = await site.rows.guest(id)
    const paid = () => site.rows.payment(guest, { amount: 45_000, at: '2027-05-01T00:00:00Z' })
    const byHand = await paid()
    const refused = await site.rows.refund(byHand, 5_000, 'failed')
    await site.rows.refund(byHand, 5_000, 'succeeded', { byHand: true, key: `hand:${refused}` })
    const again = await paid()
    await site.rows.refund(again, 45_000, 'failed')
    await site.rows.refund(again, 45_000, 'requested')
    const disputed = await paid()
    await site.rows.refund(disputed, 45_000, 'failed')
    await site.app.services.db.update(payments).set({ withdrawn: 45_000 }).where(eq(payments.id, disputed))
    const instead = await paid()
    await site.rows.refund(instead, 20_000, 'failed')
    await site.rows.refund(instead, 20_000, 'succeeded')
    expect((await today()).failures.refunds?.count).toBe(0)
  })

  test('include a refund that Stripe refused, even if later refunds are smaller or replace another refused refund', async () => {
    const { id } = await event('2027-05-20')
    const guest = await site.rows.guest(id)
    const paid = () => site.rows.payment(guest, { amount: 45_000, at: '2027-05-01T00:00:00Z' })
    const before = await paid()
    await site.rows.refund(before, 10_000, 'succeeded')
    await site.rows.refund(before, 10_000, 'failed')
    await site.rows.refund(before, 9_999, 'succeeded')
    const two = await paid()
    const first = await site.rows.refund(two, 10_000, 'failed')
    const other = await site.rows.refund(two, 10_000, 'failed')
    await site.rows.refund(two, 10_000, 'succeeded', { byHand: true, key: `hand:${other}` })
    const { refunds } = (await today()).failures
    expect(refunds!.list.map((refund) => refund.id)).toEqual([first, first - 2])
  })

  test('include jobs that failed permanently, except jobs whose e-mail is listed as failed', async () => {
    const emailId = await site.rows.mail({ status: 'failed', failure: 'no such address', createdAt: NOW })
    await site.rows.deadJob('send-email', { emailId }, NOW)
    await site.rows.deadJob('send-email', { emailId: await site.rows.mail({ status: 'queued' }) }, NOW)
    await site.rows.deadJob('find-missed-payments', {}, NOW)
    await site.rows.deadJob('find-missed-payments', {}, new Date('2027-03-01T00:00:00Z'))
    const { jobs } = (await today()).failures
    expect(jobs!.list.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['find-missed-payments', 'It did not work'],
      ['send-email', 'It did not work'],
    ])
  })
})

test('lists manual refunds on the Today page until an admin has made them', async () => {
  const { id } = await event('2027-05-20', { name: 'Cooking' })
  const guest = await site.rows.guest(id, { name: 'Owen', status: 'cancelled' })
  const payment = await site.rows.payment(guest, { amount: 90_000, at: '2027-05-01T00:00:00Z' })
  await site.rows.refund(payment, 30_000, 'owed')
  await site.rows.refund(payment, 12_000, 'owed')
  await site.rows.refund(payment, 7_000, 'succeeded', { byHand: true })
  expect((await today()).refundsDue).toMatchObject({
    count: 2,
    cents: 42_000,
    list: [
      {
        amount: 30_000,
        method: 'check',
        about: { reservationId: guest, guest: 'Owen', event: { name: 'Cooking' } },
      },
      { amount: 12_000 },
    ],
  })
})

test("lists the refunds of a party as one refund, with each guest's share", async () => {
  const { id } = await event('2027-05-20')
  const payer = await site.rows.guest(id, { name: 'Owen', status: 'cancelled' })
  const companion = await site.rows.guest(id, { name: 'Ana Ortiz', status: 'cancelled' })
  const payment = await site.rows.payment(payer, { amount: 90_000, at: '2027-05-01T00:00:00Z' })
  const keyOf = (guest: number) => `cancelled:${guest}:${payment}`
  const taskId = await site.rows.refund(payment, 30_000, 'owed', { key: keyOf(companion) })
  await site.rows.refund(payment, 20_000, 'owed', { key: keyOf(payer), taskId })
  await site.rows.refund(payment, 1_000, 'owed')
  const { refundsDue } = await today()
  expect(refundsDue).toMatchObject({
    count: 2,
    cents: 51_000,
    list: [
      {
        id: taskId,
        amount: 50_000,
        about: { guest: 'Owen' },
        shares: [
          { reservationId: companion, customerName: 'Ana Ortiz', amount: 30_000 },
          { reservationId: payer, customerName: 'Owen', amount: 20_000 },
        ],
      },
      { amount: 1_000, shares: [] },
    ],
  })
})

describe("last night's checks on the Today page", () => {
  const sums = { received: 45_000, refunded: 0 }
  const difference = { intentId: 'pi_1', what: 'received' as const, ours: 45_000, theirs: null }
  const keep = (day: string, differences: ProofDifference[] = []) =>
    site.app.services.db.insert(bookProofs).values({
      day,
      ranAt: NOW,
      outcome: differences.length > 0 ? 'different' : 'equal',
      payments: 1,
      ours: sums,
      theirs: sums,
      differences,
    })

  test('show the newest reconciliation', async () => {
    await keep('2027-05-06')
    await keep('2027-05-05', [{ ...difference, reservationId: null }])
    expect((await today()).books).toEqual({
      night: '2027-05-06',
      proof: {
        day: '2027-05-06',
        ranAt: NOW.toISOString(),
        outcome: 'equal',
        payments: 1,
        ours: sums,
        theirs: sums,
        count: 0,
        differences: [],
      },
    })
  })

  test('show the first differences of the reconciliation with their guests, and the number of all differences', async () => {
    const guest = await site.rows.guest((await event('2027-05-20', { name: 'Cooking' })).id, {
      name: 'Ana Ortiz',
    })
    const nobodys = Array.from({ length: 30 }, () => ({ ...difference, reservationId: null }))
    await keep('2027-05-06', [
      { ...difference, reservationId: guest },
      { ...difference, reservationId: 9_999 },
      ...nobodys,
    ])
    const { proof } = (await today()).books!
    expect(proof).toMatchObject({ outcome: 'different', count: 32 })
    expect(proof?.differences).toHaveLength(20)
    expect(proof?.differences.slice(0, 2)).toEqual([
      {
        ...difference,
        about: {
          reservationId: guest,
          guest: 'Ana Ortiz',
          event: expect.objectContaining({ name: 'Cooking' }),
        },
      },
      { ...difference, about: null },
    ])
  })
})

test('shows the newest test of a backup with its problems on the Today page', async () => {
  const { db } = site.app.services
  const facts = { file: 'a.tar.gz', bytes: 9, rows: 7, ranAt: site.app.clock.now() }
  await db.insert(backupProofs).values([
    { ...facts, day: '2027-05-04', outcome: 'proved' },
    { ...facts, day: '2027-05-05', outcome: 'broken', problems: ['2 uploaded pictures have no file.'] },
  ])
  expect((await today()).backup?.proof).toEqual({
    day: '2027-05-05',
    outcome: 'broken',
    rows: 7,
    ranAt: facts.ranAt.toISOString(),
    problems: ['2 uploaded pictures have no file.'],
  })
  await db.delete(backupProofs)
})
