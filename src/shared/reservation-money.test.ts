import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allRefunded, moneyOf, overpaidOf, priceFor, refundCause } from './reservation-money.ts'
import { isActive } from './reservation-status.ts'
import { anyRows } from '#test/support/shared/reservation-rows.ts'
import { type InvoiceMoney, refundedOf, reservationMoney, sumRows } from '#test/support/shared/sum-rows.ts'

const TODAY = '2027-05-06'
const goodwill = (amount: number, status = 'succeeded') => ({
  amount,
  overpayment: 0,
  reason: 'admin',
  status,
})
/**
 * Builds a goodwill refund of `amount` cents, of which `overpayment` cents return what was paid beyond the
 * total.
 */
const overpaid = (amount: number, overpayment = amount) => ({ ...goodwill(amount), overpayment })

function invoice(
  amount: number,
  { refunds, ...changes }: Partial<InvoiceMoney> & { refunds?: ReturnType<typeof goodwill>[] } = {},
): InvoiceMoney {
  const payment = refunds ? { amount, withdrawn: 0, refunded: refundedOf(amount, refunds) } : null
  return { amount, extra: false, due: null, payment, ...changes }
}

const moneyWith = (price: number, invoices: InvoiceMoney[], standing = true) =>
  reservationMoney({ standing, price, invoices, today: TODAY })

/** An invoice that was paid with $480.01 and has these refunds. */
const overpaidInvoice = (refunds: ReturnType<typeof goodwill>[]) => [invoice(48_001, { refunds })]

const overpaidSums = (standing: boolean) =>
  sumRows({ standing, price: 40_000, invoices: overpaidInvoice([]), today: TODAY })

/** Computes the totals of a $900 stay with one payment of this many cents. */
const paidOf = (cents: number) => moneyWith(90_000, [invoice(cents, { refunds: [] })])

describe('the function that computes the totals of a stay', () => {
  test('counts the remainder as owed only from its due day on', () => {
    const invoices = [invoice(45_000, { refunds: [] }), invoice(45_000, { due: '2027-06-01' })]
    expect(moneyWith(90_000, invoices)).toMatchObject({
      totalDue: 90_000,
      totalPaid: 45_000,
      fullyPaid: false,
      owedNow: 0,
      toCome: 45_000,
      paidUp: false,
    })
    const onTheDay = [invoice(45_000, { refunds: [] }), invoice(45_000, { due: TODAY })]
    expect(moneyWith(90_000, onTheDay)).toMatchObject({ owedNow: 45_000, toCome: 0 })
  })

  test.each(['requested', 'owed', 'succeeded'])(
    'counts nothing as owed after $80.01 of the paid $480.01 was refunded as goodwill (status of the refund: %s)',
    (status) => {
      const invoices = [invoice(48_001, { refunds: [goodwill(8_001, status)] })]
      expect(moneyWith(48_001, invoices)).toMatchObject({
        goodwill: 8_001,
        totalDue: 40_000,
        totalPaid: 40_000,
        fullyPaid: true,
        stillToPay: 0,
        credit: 0,
        paidUp: true,
      })
    },
  )

  test('subtracts a failed refund neither from the total nor from the amount paid', () => {
    const invoices = [invoice(48_001, { refunds: [goodwill(8_001, 'failed')] })]
    expect(moneyWith(48_001, invoices)).toMatchObject({ goodwill: 0, totalDue: 48_001, totalPaid: 48_001 })
  })

  test('counts a stay as fully paid only when its extra charge is paid too', () => {
    const stay = invoice(90_000, { refunds: [] })
    const unpaid = moneyWith(90_000, [stay, invoice(9_500, { extra: true })])
    expect(unpaid).toMatchObject({ totalDue: 99_500, fullyPaid: false, owedNow: 9_500, overInvoiced: 0 })
    const paid = moneyWith(90_000, [stay, invoice(9_500, { extra: true, refunds: [] })])
    expect(paid).toMatchObject({ totalDue: 99_500, fullyPaid: true, paidUp: true, stillToPay: 0 })
  })

  test('still counts an unpaid invoice as owed if the guest has already paid the whole price', () => {
    const invoices = [invoice(90_000, { refunds: [] }), invoice(9_500)]
    expect(moneyWith(90_000, invoices)).toMatchObject({
      totalDue: 90_000,
      fullyPaid: true,
      paidUp: false,
      stillToPay: 9_500,
      overInvoiced: 9_500,
    })
  })

  test('counts the part of the price that no invoice covers as owed now', () => {
    expect(moneyWith(90_000, [invoice(45_000, { due: '2027-06-01' })])).toMatchObject({
      owedNow: 45_000,
      toCome: 45_000,
      notInvoiced: 45_000,
    })
  })

  test('keeps the total unchanged when an overpayment is refunded, and lowers it only by goodwill', () => {
    expect(moneyWith(40_000, overpaidInvoice([]))).toMatchObject({
      totalDue: 40_000,
      credit: 8_001,
      fullyPaid: true,
    })
    expect(moneyWith(40_000, overpaidInvoice([overpaid(8_001)]))).toMatchObject({
      goodwill: 0,
      totalDue: 40_000,
      totalPaid: 40_000,
      credit: 0,
      refunded: { overpayment: 8_001, goodwill: 0 },
    })
    expect(moneyWith(40_000, overpaidInvoice([overpaid(10_000, 8_001)]))).toMatchObject({
      goodwill: 1_999,
      totalDue: 38_001,
      totalPaid: 38_001,
    })
  })

  test('counts the whole difference as owed if the price rises after an overpayment was refunded (R3.11)', () => {
    const invoices = [invoice(90_000, { refunds: [overpaid(40_000, 30_000)] })]
    expect(moneyWith(60_000, invoices)).toMatchObject({ totalDue: 50_000, totalPaid: 50_000, stillToPay: 0 })
    expect(moneyWith(90_000, invoices)).toMatchObject({
      goodwill: 10_000,
      totalDue: 80_000,
      totalPaid: 50_000,
      stillToPay: 30_000,
      fullyPaid: false,
    })
  })

  test('still subtracts goodwill from the total when the price falls, but never more than the new price', () => {
    const invoices = [invoice(90_000, { refunds: [goodwill(30_000)] })]
    expect(moneyWith(60_000, invoices)).toMatchObject({
      goodwill: 30_000,
      totalDue: 30_000,
      totalPaid: 60_000,
      credit: 30_000,
    })
    expect(moneyWith(20_000, invoices)).toMatchObject({
      goodwill: 20_000,
      totalDue: 0,
      totalPaid: 60_000,
      credit: 60_000,
      refunded: { goodwill: 30_000 },
    })
  })

  test('shows payments beyond the total as overpaid, for active and ended reservations', () => {
    expect([overpaidOf(overpaidSums(true)), overpaidOf(overpaidSums(false))]).toEqual([8_001, 8_001])
    expect(moneyOf(overpaidSums(false)).credit).toBe(0)
    expect(overpaidOf({ ...overpaidSums(true), price: 50_000 })).toBe(0)
  })

  test('shows neither a debt nor an overpayment for a stay that is paid to the cent', () => {
    expect(paidOf(90_000)).toMatchObject({ fullyPaid: true, stillToPay: 0, credit: 0, paidUp: true })
    expect(paidOf(89_999)).toMatchObject({ fullyPaid: false, stillToPay: 1, notInvoiced: 1, paidUp: false })
    expect(paidOf(90_001)).toMatchObject({ fullyPaid: true, stillToPay: 0, credit: 1, paidUp: true })
  })

  test('counts as owed again what a refund for a late payment or a cancellation returned, because it is no goodwill', () => {
    const refunds = [
      { ...goodwill(10_000), reason: 'late' },
      { ...goodwill(5_000), reason: 'cancelled' },
    ]
    expect(moneyWith(90_000, [invoice(90_000, { refunds })])).toMatchObject({
      goodwill: 0,
      totalDue: 90_000,
      totalPaid: 75_000,
      stillToPay: 15_000,
      notInvoiced: 15_000,
    })
  })

  test('counts a payment that a bank holds in a dispute as paid, but does not count the stay as paid up', () => {
    const taken = { amount: 90_000, withdrawn: 90_000, refunded: refundedOf(90_000, []) }
    const money = moneyWith(90_000, [invoice(90_000, { payment: taken })])
    expect(money).toMatchObject({ totalPaid: 90_000, fullyPaid: true, withdrawn: 90_000, paidUp: false })
  })

  test('counts nothing as owed after a cancellation, and subtracts the refund only from the amount paid', () => {
    const back = [{ ...goodwill(30_000, 'requested'), reason: 'cancelled' }]
    const invoices = [invoice(45_000, { refunds: back }), invoice(45_000)]
    expect(moneyWith(90_000, invoices, false)).toMatchObject({
      totalDue: 90_000,
      totalPaid: 15_000,
      stillToPay: 0,
      credit: 0,
      paidUp: false,
      refunded: { cancellation: 30_000, goodwill: 0, late: 0 },
    })
  })
})

test.each([
  ['pending', true],
  ['confirmed', true],
  ['expired', false],
  ['cancelled', false],
  ['refunded', false],
  ['', false],
])('says whether a reservation with the status "%s" is active: %s', (status, standing) => {
  expect(isActive(status)).toBe(standing)
})

test.each([
  ['cancelled', 'cancellation'],
  ['retreat-cancelled', 'cancellation'],
  ['admin', 'goodwill'],
  ['provider', 'goodwill'],
  ['late', 'late'],
  ['duplicate', 'late'],
  ['orphan', 'late'],
  ['', 'late'],
])('counts a refund with the reason "%s" as the cause "%s"', (reason, cause) => {
  expect(refundCause(reason)).toBe(cause)
})

describe('the function that computes the price for a total', () => {
  const sums = sumRows({
    standing: true,
    price: 48_001,
    invoices: [invoice(48_001, { refunds: [goodwill(8_001)] }), invoice(2_000, { extra: true, refunds: [] })],
    today: TODAY,
  })
  test.each([
    ['equal to the current one', 42_000, 48_001],
    ['above what is paid', 42_001, 48_002],
    // The goodwill refunds remain, so the guest gets the difference as an overpayment.
    ['below the amount paid', 41_999, 48_000],
    ['equal to the extra charges', 2_000, 8_001],
  ])('finds the price for a wanted total %s', (_name, total, price) => {
    expect(priceFor(total, sums)).toBe(price)
    expect(moneyOf({ ...sums, price }).totalDue).toBe(total)
  })
})

describe('for random invoices and refunds, the code for totals', () => {
  test('makes the total equal to paid plus unpaid amounts, minus excess invoices and overpayment (R3.6)', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const money = reservationMoney(rows)
        const { totalDue, totalPaid, stillToPay, overInvoiced, credit } = money
        if (rows.standing) expect(totalPaid + stillToPay - overInvoiced - credit).toBe(totalDue)
        else expect([stillToPay, overInvoiced, credit]).toEqual([0, 0, 0])
        expect(totalDue).toBe(money.price + money.extras - money.goodwill)
        expect(money.owedNow + money.toCome).toBe(stillToPay)
        expect(money.fullyPaid).toBe(totalPaid >= totalDue)
        for (const cents of Object.values({ ...money, ...money.refunded }))
          if (typeof cents === 'number') expect(cents).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('counts payments minus refunds as paid, and a stay as paid up only with all invoices paid and undisputed (R3.6)', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const money = reservationMoney(rows)
        const lines = rows.invoices.flatMap(({ payment }) =>
          payment ? [payment.amount - allRefunded(payment.refunded)] : [],
        )
        expect(money.totalPaid).toBe(lines.reduce((sum, cents) => sum + cents, 0))
        const unpaid = rows.invoices.filter(({ payment }) => payment === null)
        if (money.paidUp) expect([unpaid, money.fullyPaid, money.withdrawn]).toEqual([[], true, 0])
      }),
    )
  })

  test('never creates a debt by a refund, because a refund first returns an overpayment', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 400 }), (rows, more) => {
        const before = sumRows(rows)
        const amount = Math.min(more, before.received - allRefunded(before.refunded))
        const overpayment = Math.min(amount, overpaidOf(before))
        const refunded = {
          ...before.refunded,
          overpayment: before.refunded.overpayment + overpayment,
          goodwill: before.refunded.goodwill + amount - overpayment,
        }
        const [was, is] = [moneyOf(before), moneyOf({ ...before, refunded })]
        expect(is.stillToPay).toBe(was.stillToPay)
        expect(is.fullyPaid).toBe(was.fullyPaid)
        expect(is.credit).toBe(was.credit === 0 ? 0 : was.credit - overpayment)
      }),
    )
  })

  test('finds a price for every total that covers at least the extra charges', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 5_000 }), (rows, more) => {
        const sums = sumRows(rows)
        const wanted = sums.extras + more
        const price = priceFor(wanted, sums)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(moneyOf({ ...sums, price }).totalDue).toBe(wanted)
      }),
    )
  })

  test('computes the total from the new price and the extra charges, minus any goodwill', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 5_000 }), (rows, price) => {
        const sums = sumRows(rows)
        const is = moneyOf({ ...sums, price })
        const given = sums.refunded.goodwill
        expect(is.totalDue).toBe(Math.max(0, price + sums.extras - given))
        expect(is.totalPaid).toBe(moneyOf(sums).totalPaid)
      }),
    )
  })
})
