import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEAST_CHARGE } from '#shared/money.ts'
import { NOTHING_REFUNDED } from '#shared/reservation-money.ts'
import { sumRows } from '#test/support/shared/sum-rows.ts'
import { anyRows } from '#test/support/shared/reservation-rows.ts'
import { type MovedInvoice, moveProblem, planMove, undoProblem } from './admin-actions.ts'

const today = '2027-05-06'
const retreat = { id: 1, endDateDate: '2027-07-05', cancelledAt: null }
const gone = new Date('2027-05-01T12:00:00Z')

describe('the check whether an admin can move a stay to another event', () => {
  const facts = {
    status: 'confirmed' as const,
    from: retreat,
    to: { ...retreat, id: 2, left: 1 },
    wanted: 1,
    passingOn: false,
    allowOverbooking: false,
    today,
  }
  const { to } = facts

  test.each([
    ['not_movable', { status: 'pending' as const }],
    ['not_movable', { status: 'cancelled' as const }],
    ['same_event', { to: { ...to, id: 1 } }],
    ['stay_over', { from: { ...retreat, endDateDate: '2027-05-05' } }],
    ['stay_over', { from: { ...retreat, cancelledAt: gone } }],
    ['passing_on', { passingOn: true }],
    ['event_cancelled', { to: { ...to, cancelledAt: gone } }],
    ['event_ended', { to: { ...to, endDateDate: '2027-05-05' } }],
    ['event_full', { to: { ...to, left: 0 } }],
    ['event_full', { wanted: 2 }],
    [null, {}],
    [null, { to: { ...to, left: 0 }, allowOverbooking: true }],
    [null, { to: { ...to, endDateDate: today } }],
  ])(
    'returns %s as the reason why a stay cannot be moved to another event, or null if it can (case %#)',
    (problem, changes) => {
      expect(moveProblem({ ...facts, ...changes })).toBe(problem)
    },
  )
})

describe('moving a stay to another event', () => {
  const deposit = { id: 1, purpose: 'deposit', amount: 45_000, due: today, extra: false, paid: true } as const
  const remainder = { ...deposit, id: 2, purpose: 'remainder', due: '2027-06-01', paid: false } as const
  const lesson = { ...deposit, id: 3, purpose: 'other', amount: 5_000, extra: true, paid: false } as const
  const plan = (invoices: MovedInvoice[], price: number, startDateDate = '2027-09-01') =>
    planMove(sumsOf({ standing: true, price: 90_000, invoices, today }), invoices, {
      price,
      startDateDate,
      today,
    })

  test('changes the remainder to what is left to pay, with the due day of the new event', () => {
    expect(plan([deposit, remainder, lesson], 100_000)).toMatchObject({
      gone: [],
      asked: [{ id: 2, purpose: 'remainder', amount: 55_000, due: '2027-08-02' }],
      money: { totalDue: 105_000, totalPaid: 45_000, stillToPay: 60_000, credit: 0, notInvoiced: 0 },
    })
    expect(plan([deposit, remainder], 100_000, '2027-05-20').asked).toMatchObject([{ due: today }])
  })

  test('deletes the remainder and leaves a credit if the new event costs less than what was paid', () => {
    expect(plan([deposit, remainder], 40_000)).toMatchObject({
      gone: [2],
      asked: [],
      money: { stillToPay: 0, credit: 5_000 },
    })
  })

  test('invoices a stay without payments like a new sign-up at the new event', () => {
    const unpaid = { ...deposit, paid: false }
    expect(plan([unpaid, remainder], 60_000).asked).toEqual([
      { id: 1, purpose: 'deposit', amount: 30_000, due: today },
      { id: 2, purpose: 'remainder', amount: 30_000, due: '2027-08-02' },
    ])
    expect(plan([unpaid, remainder], 60_000, '2027-05-20')).toMatchObject({
      gone: [1, 2],
      asked: [{ id: null, purpose: 'whole', amount: 60_000 }],
    })
  })

  test('adds an invoice for the higher price of the new event if the remainder is already paid', () => {
    expect(plan([deposit, { ...remainder, paid: true }], 95_000).asked).toEqual([
      { id: null, purpose: 'other', amount: 5_000, due: '2027-08-02' },
    ])
  })

  test('leaves paid invoices unchanged, and makes all invoices add up to the new price, for random invoices', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 3_000 }), (rows, price) => {
        const sums = sumRows({ ...rows, standing: true })
        const invoices = rows.invoices.map(({ payment, ...invoice }, id) => {
          return { ...invoice, id, purpose: 'other' as const, paid: payment !== null }
        })
        const { gone, asked, money } = planMove(sums, invoices, { price, startDateDate: '2027-09-01', today })
        const touched = new Set([...gone, ...asked.map(({ id }) => id)])
        expect(invoices.some(({ id, paid, extra }) => (paid || extra) && touched.has(id))).toBe(false)
        const left = invoices.filter(({ id, paid }) => !paid && !touched.has(id))
        expect(left.every(({ extra }) => extra)).toBe(true)
        expect(money.price).toBe(price)
        expect(money.notInvoiced).toBeLessThan(LEAST_CHARGE)
        expect(asked.every(({ amount }) => amount >= LEAST_CHARGE)).toBe(true)
        // After an overpayment, unpaid extra charges may ask for more than the guest must still pay. No other
        // invoice may.
        expect(money.overInvoiced).toBeLessThanOrEqual(left.reduce((sum, { amount }) => sum + amount, 0))
        const { totalDue, totalPaid, stillToPay, overInvoiced, credit } = money
        expect(totalDue).toBe(totalPaid + stillToPay - overInvoiced - credit)
      }),
    )
  })
})

type Rows = Omit<Parameters<typeof sumRows>[0], 'invoices'> & { invoices: MovedInvoice[] }

const sumsOf = ({ invoices, ...rows }: Rows) =>
  sumRows({
    ...rows,
    invoices: invoices.map(({ amount, extra, due, paid }) => {
      const refunded = NOTHING_REFUNDED
      return { amount, extra, due, payment: paid ? { amount, refunded, withdrawn: 0 } : null }
    }),
  })

describe('the check whether a cancellation can be undone', () => {
  const facts = {
    inParty: false,
    status: 'cancelled' as const,
    cancellation: { wasHold: false, awaits: false },
    refundedSince: false,
    replaced: false,
    choicesLeft: true,
    codeUsedUp: false,
    event: { ...retreat, left: 1 },
    today,
  }
  const { event } = facts

  test.each([
    ['in_party', { inParty: true }],
    ['not_undoable', { status: 'confirmed' as const }],
    ['not_undoable', { cancellation: undefined }],
    ['not_undoable', { cancellation: { wasHold: true, awaits: false } }],
    ['event_cancelled', { event: { ...event, cancelledAt: gone } }],
    ['event_ended', { event: { ...event, endDateDate: '2027-05-05' } }],
    ['refunded', { refundedSince: true }],
    ['refunded', { cancellation: { wasHold: false, awaits: true } }],
    ['replaced', { replaced: true }],
    ['event_full', { event: { ...event, left: 0 } }],
    ['option_sold_out', { choicesLeft: false }],
    ['code_used_up', { codeUsedUp: true }],
    [null, {}],
  ])(
    'returns %s as the reason why a cancellation cannot be undone, or null if it can (case %#)',
    (problem, changes) => {
      expect(undoProblem({ ...facts, ...changes })).toBe(problem)
    },
  )
})
