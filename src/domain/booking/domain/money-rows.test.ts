import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MoneyRows } from '#shared/money-rows.ts'
import { moneyOf, NOTHING_REFUNDED } from '#shared/reservation-money.ts'
import { rowProblems } from '#test/support/booking/money-rows-add-up.ts'
import { anyRows } from '#test/support/shared/reservation-rows.ts'
import { reservationMoney } from '#test/support/shared/sum-rows.ts'
import { moneyRows, type StayMoney } from './money-rows.ts'

const SUMS = {
  standing: true,
  price: 90_000,
  extras: 0,
  received: 45_000,
  refunded: NOTHING_REFUNDED,
  withdrawn: 0,
  unpaid: 45_000,
  unpaidLater: 45_000,
}

function stayOf(sums: Partial<typeof SUMS>, more: Partial<StayMoney> = {}): StayMoney {
  const { totalDue, totalPaid, ...money } = moneyOf({ ...SUMS, ...sums })
  return { id: 1, status: 'confirmed', totalDue, totalPaid, money, options: [], party: null, ...more }
}

const line = (row: MoneyRows['total']) => [
  [row.label, row.cents],
  ...(row.includes ?? []).map(({ label, cents }) => [`(${label}`, cents]),
]

const shown = ({ parts, total, settled }: MoneyRows) => [...parts, total, ...settled].flatMap(line)

const ana = { id: 1, customerName: 'Ana Ortiz', price: 90_000, kept: null }
const ben = { id: 2, customerName: 'Ben Hale', price: 80_000, kept: null }

describe('the rows of a stay’s money (R52.1)', () => {
  test('show only the total of a stay without options', () => {
    expect(shown(moneyRows(stayOf({}), 'guest'))).toEqual([
      ['Total', 90_000],
      ['Paid', 45_000],
      ['Still to pay', 45_000],
    ])
  })

  test('name the options, the code’s discount and extra charges, which explain the total', () => {
    const options = [{ name: 'A room of your own', price: 10_000 }]
    const discount = { code: 'EARLY-BIRD', amount: 7_800 }
    const stay = stayOf({ price: 47_300, extras: 2_500, unpaid: 0 }, { options, discount })
    expect(shown(moneyRows(stay, 'guest'))).toEqual([
      ['Your stay', 45_100],
      ['A room of your own', 10_000],
      ['Code EARLY-BIRD', -7_800],
      ['Extra charges', 2_500],
      ['Total', 49_800],
      ['Paid', 45_000],
      ['Still to pay', 4_800],
      ['(Not invoiced yet', 4_800],
    ])
    expect(shown(moneyRows(stay, 'others'))[0]).toEqual(['The stay', 45_100])
  })

  test('show the stay as one amount if an admin set a price that the options do not explain', () => {
    const stay = stayOf({ price: 5_000 }, { options: [{ name: 'A cabin', price: 30_000 }] })
    expect(moneyRows(stay, 'guest').parts).toEqual([])
  })

  test('show a payer each guest’s part', () => {
    const stay = stayOf({ price: 170_000 }, { party: { payer: true, members: [ana, ben] } })
    expect(shown(moneyRows(stay, 'guest')).slice(0, 3)).toEqual([
      ['Your stay', 90_000],
      ['Ben Hale’s stay', 80_000],
      ['Total', 170_000],
    ])
  })

  test('show a companion neither the price of the stay nor the discount code, which only the payer sees (R39.4)', () => {
    const options = [{ name: 'A cabin', price: 5_000 }]
    const discount = { code: 'EARLY-BIRD', amount: 7_800 }
    const of = { options, discount, party: { payer: false, members: [{ ...ana, price: null }] } }
    const stay = stayOf({ price: 0, extras: 2_500, received: 0, unpaid: 2_500 }, of)
    expect(shown(moneyRows(stay, 'guest'))).toEqual([
      ['Total', 2_500],
      ['Paid', 0],
      ['Still to pay', 2_500],
    ])
  })

  test('name the card fee that the venue kept of a canceled companion’s payment', () => {
    const refunded = { ...NOTHING_REFUNDED, cancellation: 77_650 }
    const members = [ana, { ...ben, price: 2_350, kept: { fees: 2_350, decided: true } }]
    const sums = { price: 92_350, received: 170_000, refunded, unpaid: 0 }
    expect(shown(moneyRows(stayOf(sums, { party: { payer: true, members } }), 'guest'))).toEqual([
      ['Your stay', 90_000],
      ['Kept after a cancellation: Ben Hale', 2_350],
      ['(Card fees', 2_350],
      ['Total', 92_350],
      ['Paid', 170_000],
      ['Refunded', -77_650],
      ['Still to pay', 0],
    ])
  })

  test('say that a companion’s refund is not decided while Stripe has not reported its fee', () => {
    const members = [ana, { ...ben, kept: { fees: 0, decided: false } }]
    const stay = stayOf({ price: 170_000 }, { party: { payer: true, members } })
    expect(moneyRows(stay, 'guest').parts[1]?.label).toBe('Canceled, refund not decided yet: Ben Hale')
  })

  test('keep what was paid for guests who pay alone now', () => {
    const stay = stayOf({ price: 110_000 }, { party: { payer: true, members: [ana] } })
    expect(moneyRows(stay, 'guest').parts).toEqual([
      { label: 'Your stay', cents: 90_000 },
      { label: 'Paid for guests who left the party', cents: 20_000 },
    ])
  })

  test('show what became of the payments of a canceled stay', () => {
    const amounts = { paid: 45_000, refunded: 10_000, toRefundByHand: 20_000, toRefundToCards: 13_665 }
    const ended = { ...amounts, kept: 1_335, fees: 1_335, undecided: false }
    expect(shown(moneyRows(stayOf({ standing: false }, { status: 'cancelled', ended }), 'guest'))).toEqual([
      ['Paid', 45_000],
      ['Refunded', -10_000],
      ['Still to be refunded', -20_000],
      ['Being refunded to the card', -13_665],
      ['Kept after the cancellation', 1_335],
      ['(Card fees', 1_335],
    ])
    const undecided = { ...ended, refunded: 0, toRefundByHand: 0, toRefundToCards: 0, undecided: true }
    expect(moneyRows(stayOf({ standing: false }, { ended: undecided }), 'guest').total).toEqual({
      label: 'Refund not decided yet',
      cents: 45_000,
    })
  })

  test('ask for nothing of a canceled stay in a list that does not say which refunds were made', () => {
    const refunded = { ...NOTHING_REFUNDED, cancellation: 43_665 }
    expect(
      shown(moneyRows(stayOf({ standing: false, refunded }, { status: 'cancelled' }), 'others')),
    ).toEqual([
      ['Paid', 45_000],
      ['Refunded', -43_665],
      ['Kept after the cancellation', 1_335],
    ])
  })

  test('add up for any invoices, payments, refunds, options and companions', () => {
    const cents = fc.integer({ min: 0, max: 800 })
    const anyMember = fc.record({
      customerName: fc.constantFrom('Ben Hale', ''),
      price: cents,
      kept: fc.option(fc.record({ fees: cents, decided: fc.boolean() })),
    })
    const anyStay = fc.record({
      rows: anyRows,
      options: fc.array(fc.record({ name: fc.constantFrom('A cabin', 'A horse'), price: cents })),
      discount: fc.option(fc.record({ code: fc.constantFrom('EARLY', null), amount: cents }), {
        nil: undefined,
      }),
      members: fc.array(anyMember, { maxLength: 3 }),
      payer: fc.boolean(),
      open: cents,
      fees: cents,
      undecided: fc.boolean(),
    })
    fc.assert(
      fc.property(anyStay, ({ rows, members, payer, open, fees, undecided, ...stay }) => {
        const { totalDue, totalPaid, ...money } = reservationMoney(rows)
        const paid = totalPaid + Object.values(money.refunded).reduce((sum, one) => sum + one, 0)
        const toRefundToCards = Math.min(open, paid - totalPaid)
        const ended = {
          paid,
          refunded: paid - totalPaid - toRefundToCards,
          toRefundByHand: 0,
          toRefundToCards,
          kept: totalPaid,
          fees,
          undecided,
        }
        const party = { payer, members: members.map((member, index) => ({ ...member, id: index + 1 })) }
        const given = { ...stay, id: 1, status: 'confirmed', totalDue, totalPaid, money, party }
        const own = moneyRows(rows.standing ? given : { ...given, ended }, 'guest')
        expect(rowProblems(own)).toEqual([])
        expect(own.total.cents).toBe(rows.standing ? totalDue : totalPaid)
      }),
    )
  })
})
