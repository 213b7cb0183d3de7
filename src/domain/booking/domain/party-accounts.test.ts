import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE, shares } from '#shared/money.ts'
import { allRefunded, moneyOf, NOTHING_REFUNDED } from '#shared/reservation-money.ts'
import { refundedOf, sumRows } from '#test/support/shared/sum-rows.ts'
import { expectTrueBooks } from '#test/support/booking/party-accounts.ts'
import {
  type BookedInvoice,
  type BookedPayment,
  cancellationTotals,
  countPartsByLines,
  refundGuest,
  handOver,
  deleteGuest,
  joinParty,
  leaveParty,
  followInvoices,
  linesFor,
  linesIn,
  paidForStay,
  type PartyAccounts,
  receivedFor,
  refundKeyOf,
  reprice,
  splitOff,
  stayPrice,
} from './party-accounts.ts'
import { type InvoiceLineFor, linesOf } from './party.ts'
import { planRefund, withSum } from './refund-policy.ts'

const START = '2027-09-10'
const TODAY = '2027-05-01'

const sum = (cents: readonly Cents[]) => cents.reduce((all, one) => all + one, 0)

/**
 * Returns the accounts of a party after its sign-up. Its deposit and remainder are each half of all prices.
 */
function party(prices: readonly Cents[], { depositPaid = true } = {}): PartyAccounts {
  const price = sum(prices)
  const members = prices.map((share, index) => ({ id: index + 1, share }))
  const amounts = prices.length === 1 && price < 100 ? [price] : [Math.ceil(price / 2), Math.floor(price / 2)]
  const asked = amounts.map((amount) => ({ amount }))
  const lines = linesOf(asked, members)
  const alone = prices.length === 1
  return {
    guests: members.map(({ id, share }) => ({
      id,
      partyId: alone ? null : 1,
      price: id === 1 ? price : 0,
      share: alone ? null : share,
    })),
    invoices: amounts.map((amount, index) => ({
      id: index + 1,
      reservationId: 1,
      purpose: index === 0 ? 'deposit' : 'remainder',
      amount,
      due: null,
      description: null,
      extra: false,
      lines: alone ? [] : (lines[index] ?? []),
      payment:
        index === 0 && depositPaid
          ? paymentOf(1, alone ? [{ reservationId: 1, amount }] : (lines[index] ?? []))
          : null,
    })),
    loose: [],
  }
}

/** Returns a card payment for these lines of an invoice. */
function paymentOf(paymentId: number, lines: readonly InvoiceLineFor[]): BookedPayment {
  const amount = sum(lines.map((line) => line.amount))
  return {
    paymentId,
    method: 'card',
    paidAt: new Date(Date.UTC(2027, 0, paymentId)),
    amount,
    fee: Math.floor(amount * 0.029) + 30,
    withdrawn: 0,
    refunds: [],
    parts: lines.map((line) => {
      return { guestId: line.reservationId, amount: line.amount, refunded: { ...NOTHING_REFUNDED } }
    }),
  }
}

/** Cancels one guest this many days before the start, and returns the party's accounts afterwards. */
function cancel(books: PartyAccounts, id: number, daysBefore: number): PartyAccounts {
  const today = addDays(START, -daysBefore)
  const facts = { cancelledBy: 'guest', replacementFound: false, startDateDate: START, today } as const
  const plan = planRefund(receivedFor(books, id), facts)
  return refundGuest(leaveParty(books, id), id, plan.lines)
}

const moneyOfPayer = ({ guests, invoices }: PartyAccounts, id: number, standing = true) =>
  moneyOf(
    sumRows({
      standing,
      price: guests.find((guest) => guest.id === id)?.price ?? 0,
      today: TODAY,
      invoices: invoices
        .filter(({ reservationId }) => reservationId === id)
        .map(({ payment, ...invoice }) => ({
          ...invoice,
          payment: payment && {
            amount: payment.amount,
            withdrawn: payment.withdrawn,
            refunded: refundedOf(payment.amount, payment.refunds),
          },
        })),
    }),
  )

test("removes the unpaid part of a canceled guest's price, and refunds the paid part by the Terms' tier (R39.5)", () => {
  const books = cancel(party([90_000, 90_000]), 2, 60)
  // The Terms refund 75 % of 45,000 cents, minus half of Stripe's fee for the deposit.
  const back = Math.floor(45_000 * 0.75) - (Math.floor(90_000 * 0.029) + 30) / 2
  expect(books.guests.map(({ share, price }) => [share, price])).toEqual([
    [90_000, 90_000 + 45_000 - back],
    [45_000 - back, 0],
  ])
  expect(books.invoices.map(({ amount, lines }) => [amount, lines])).toEqual([
    [
      90_000,
      [
        { reservationId: 1, amount: 45_000 },
        { reservationId: 2, amount: 45_000 },
      ],
    ],
    [45_000, [{ reservationId: 1, amount: 45_000 }]],
  ])
  expect(moneyOfPayer(books, 1)).toMatchObject({ stillToPay: 45_000, credit: 0, overInvoiced: 0 })
})

test("moves the party's invoices to the next payer before the payer cancels (R39.5)", () => {
  const books = cancel(handOver(party([90_000, 60_000]), 2), 1, 100)
  expect(books.guests.map(({ partyId }) => partyId)).toEqual([2, 2])
  expect(books.invoices.every(({ reservationId }) => reservationId === 2)).toBe(true)
  expect(moneyOfPayer(books, 2)).toMatchObject({ stillToPay: 30_000, credit: 0 })
})

test('invoices a split-off guest for the unpaid part, and refunds past payments to the guests who paid (R39.6)', () => {
  const split = splitOff(party([90_000, 60_000]), 2, TODAY)
  expect(split.guests).toEqual([
    { id: 1, partyId: 1, price: 90_000 + 30_000, share: 90_000 },
    { id: 2, partyId: null, price: 30_000, share: null },
  ])
  expect(
    split.invoices.map(({ id, reservationId, purpose, amount }) => [id, reservationId, purpose, amount]),
  ).toEqual([
    [1, 1, 'deposit', 75_000],
    [2, 1, 'remainder', 45_000],
    [-1, 2, 'remainder', 30_000],
  ])
  expect(moneyOfPayer(split, 2)).toMatchObject({ stillToPay: 30_000, notInvoiced: 0 })
  const fee = receivedFor(split, 2)[0]?.fee ?? 0
  const back = cancel(split, 2, 100)
  expect(back.guests[0]?.price).toBe(90_000 + fee)
  expect(moneyOfPayer(back, 1)).toMatchObject({ stillToPay: 45_000, credit: 0 })
})

test('dissolves a party of two if nothing was paid for the guest who was split off (R39.6)', () => {
  const split = splitOff(party([90_000, 60_000], { depositPaid: false }), 2, TODAY)
  expect(split.guests.map(({ partyId, share, price }) => [partyId, share, price])).toEqual([
    [null, null, 90_000],
    [null, null, 60_000],
  ])
  expect(split.invoices.every(({ lines }) => lines.length === 0)).toBe(true)
})

test('keeps the credit of the payer when a companion is split off for whom too much was paid (R39.6)', () => {
  const paid = party([90_000, 60_000])
  for (const invoice of paid.invoices) invoice.payment ??= paymentOf(invoice.id, invoice.lines)
  const books = reprice(paid, 2, { difference: -10_000, description: null, today: TODAY })
  expect(moneyOfPayer(books, 1)).toMatchObject({ totalDue: 140_000, credit: 10_000 })
  const split = splitOff(books, 2, TODAY)
  expectTrueBooks(split)
  expect(moneyOfPayer(split, 1)).toMatchObject({ totalDue: 140_000, credit: 10_000 })
  expect([stayPrice(split, 2), paidForStay(split, 2)]).toEqual([50_000, 50_000])
})

test('makes a lone guest the payer of an added companion, whose price is added to the unpaid invoice (R39.6)', () => {
  const books = joinParty(party([90_000]), { payerId: 1, guestId: 2, price: 60_000, today: TODAY })
  expect(books.guests).toEqual([
    { id: 1, partyId: 1, price: 150_000, share: 90_000 },
    { id: 2, partyId: 1, price: 0, share: 60_000 },
  ])
  expect(books.invoices[1]).toMatchObject({
    amount: 105_000,
    lines: [
      { reservationId: 1, amount: 45_000 },
      { reservationId: 2, amount: 60_000 },
    ],
  })
})

test('gives each further refund for a canceled guest its own dedupe key, and counts it for that guest (R45.3)', () => {
  expect([refundKeyOf(2, 1), refundKeyOf(2, 1, 27_000), refundKeyOf(2, '%')]).toEqual([
    'cancelled:2:1',
    'cancelled:2:1:27000',
    'cancelled:2:%',
  ])
  const books = party([90_000, 90_000])
  const payment = books.invoices[0]?.payment
  const entry = { reason: 'cancelled', status: 'succeeded' as const, overpayment: 0 }
  if (payment)
    payment.refunds = [
      { ...entry, id: 1, key: 'cancelled:2:1', amount: 9_000 },
      { ...entry, id: 2, key: 'cancelled:2:1:9000', amount: 8_000 },
      // The key names payment 12, but this is a refund of payment 1.
      { ...entry, id: 3, key: 'cancelled:2:12', amount: 100 },
    ]
  expect([1, 2].map((id) => cancellationTotals(books, id).standing)).toEqual([0, 17_000])
})

test('counts what the ledger has for deleted guests, or for nobody in particular, for the guest who paid', () => {
  const books = party([90_000, 90_000])
  const [deposit] = books.invoices
  if (!deposit?.payment) throw new Error('the deposit is paid')
  const refunded = { ...NOTHING_REFUNDED, cancellation: 500 }
  deposit.payment.parts.push({ guestId: 7, amount: 3_000, refunded })
  countPartsByLines(deposit)
  expect(deposit.payment.parts).toEqual([
    { guestId: 1, amount: 48_000, refunded },
    { guestId: 2, amount: 45_000, refunded: NOTHING_REFUNDED },
  ])
})

test('takes a disputed payment from each guest in proportion to what is left of it, and the fee in proportion to the parts', () => {
  const books = party([90_000, 60_000])
  const payment = books.invoices[0]?.payment
  if (!payment) throw new Error('the deposit is paid')
  Object.assign(payment, { withdrawn: 1_000, fee: 1_500 })
  for (const part of payment.parts) if (part.guestId === 2) part.refunded.cancellation = 30_000
  expect([1, 2].map((id) => receivedFor(books, id))).toMatchObject([
    [{ amount: 45_000, refunded: 0, withdrawn: 1_000, fee: 900 }],
    [{ amount: 30_000, refunded: 30_000, withdrawn: 0, fee: 600 }],
  ])
})

test('does not count extra charges, refunds or disputed money as payments toward a stay (R45.2)', () => {
  const books = party([90_000, 60_000])
  expect([1, 2].map((id) => [stayPrice(books, id), paidForStay(books, id)])).toEqual([
    [90_000, 45_000],
    [60_000, 30_000],
  ])
  const [deposit] = books.invoices
  if (!deposit?.payment) throw new Error('the deposit is paid')
  const disputed = { ...deposit, payment: { ...deposit.payment, withdrawn: 75_000 } }
  expect(paidForStay({ ...books, invoices: [disputed] }, 1)).toBe(0)
  expect(paidForStay({ ...books, invoices: [{ ...deposit, extra: true }] }, 1)).toBe(0)
  const loose = [{ ...deposit.payment, reservationId: 1 }]
  expect(paidForStay({ ...books, invoices: [], loose }, 1)).toBe(0)
})

test("counts what other guests had paid for a guest who is split off from a party toward that guest's stay (R45.2)", () => {
  const split = splitOff(party([90_000, 60_000]), 2, TODAY)
  expect([stayPrice(split, 2), paidForStay(split, 2)]).toEqual([60_000, 30_000])
  expect(stayPrice(split, 1)).toBe(90_000)
  expect(stayPrice(party([90_000]), 1)).toBe(90_000)
})

/** A random change of a party's accounts. `which` is the number of the guest or invoice that changes. */
const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(9), days: fc.constantFrom(5, 45, 120) }),
  fc.record({ do: fc.constant('handOver' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('split' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('join' as const), price: fc.integer({ min: 0, max: 99_999 }) }),
  fc.record({
    do: fc.constant('reprice' as const),
    which: fc.nat(9),
    difference: fc.integer({ min: -20_000, max: 20_000 }),
  }),
  fc.record({
    do: fc.constant('goodwill' as const),
    which: fc.nat(9),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ do: fc.constant('extra' as const), cents: fc.integer({ min: LEAST_CHARGE, max: 9_999 }) }),
  fc.record({ do: fc.constant('erase' as const), which: fc.nat(9) }),
  fc.record({
    do: fc.constant('editInvoice' as const),
    which: fc.nat(9),
    to: fc.constantFrom('deleted', 'unpaid', 'half', 'extra', 'part of the price'),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Told {
  books: PartyAccounts
  cancelled: Set<number>
  /**
   * True after a goodwill refund. After that, the test can check only the party's total, not the amount of each
   * guest.
   */
  goodwill: boolean
  /** True after an admin's change of an invoice. After that, invoices may ask for more or less than the price. */
  edited?: boolean
}

const at = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length]

function play(told: Told, one: Step): Told {
  const { books, cancelled } = told
  const standing = books.guests.filter(({ id }) => !cancelled.has(id))
  const companions = standing.filter(({ id, partyId }) => partyId !== null && partyId !== id)
  const guest = 'which' in one ? at(standing, one.which) : standing[0]
  const companion = 'which' in one ? at(companions, one.which) : undefined
  const nextId =
    Math.max(...books.invoices.map(({ id }) => Math.abs(id)), ...books.guests.map(({ id }) => id), 0) + 1
  const written = (after: PartyAccounts): Told => {
    let id = 100 + nextId
    for (const invoice of after.invoices) if (invoice.id < 0) invoice.id = id++
    return { ...told, books: after }
  }
  if (one.do === 'pay') {
    const unpaid = books.invoices.filter(({ payment }) => payment === null)
    const invoice = at(unpaid, one.which)
    if (!invoice) return told
    const paid = { ...invoice, payment: paymentOf(invoice.id, linesIn(invoice)) }
    return {
      ...told,
      books: { ...books, invoices: books.invoices.map((each) => (each === invoice ? paid : each)) },
    }
  }
  if (one.do === 'cancel' && guest) {
    const next = standing.find(({ partyId, id }) => partyId === guest.id && id !== guest.id)
    const after = cancel(next ? handOver(books, next.id) : books, guest.id, one.days)
    return { ...told, books: after, cancelled: new Set([...cancelled, guest.id]) }
  }
  if (one.do === 'handOver' && companion) return written(handOver(books, companion.id))
  if (one.do === 'split' && companion) return written(splitOff(books, companion.id, TODAY))
  if (one.do === 'join' && guest && (guest.partyId ?? guest.id) === guest.id)
    return written(joinParty(books, { payerId: guest.id, guestId: nextId, price: one.price, today: TODAY }))
  if (one.do === 'reprice' && guest) {
    const own = sum(receivedFor(books, guest.id).map(({ amount }) => amount))
    const difference = Math.max(
      one.difference,
      own - (guest.share ?? guest.price),
      -(guest.share ?? guest.price),
    )
    return written(
      reprice(books, guest.id, { difference: Math.min(difference, 20_000), description: null, today: TODAY }),
    )
  }
  if (one.do === 'goodwill') {
    const payment = at(
      books.invoices.flatMap((invoice) => invoice.payment ?? []),
      one.which,
    )
    if (!payment) return told
    const left = payment.amount - sum(payment.refunds.map(({ amount }) => amount))
    const amount = Math.floor((left * one.percent) / 100)
    if (amount > 0) refundGoodwill(payment, amount, `admin:${nextId}`)
    return { ...told, goodwill: true }
  }
  if (one.do === 'extra' && guest && (guest.partyId ?? guest.id) === guest.id) {
    const extra = { ...terms(guest.id), id: 100 + nextId, amount: one.cents, extra: true, lines: [] }
    const invoices = [...books.invoices, { ...extra, lines: linesFor(books, extra), payment: null }]
    return { ...told, books: { ...books, invoices } }
  }
  if (one.do === 'editInvoice') return editInvoice(told, one, written)
  if (one.do === 'erase' && companion) return written(deleteGuest(books, companion.id))
  return told
}

/** Refunds a part of a payment to all its guests, as the ledger splits it. */
function refundGoodwill(payment: BookedPayment, amount: Cents, key: string): void {
  const { refunds, parts } = payment
  refunds.push({ id: refunds.length + 1, key, amount, overpayment: 0, reason: 'admin', status: 'succeeded' })
  const each = shares(
    amount,
    parts.map((part) => part.amount - allRefunded(part.refunded)),
  )
  for (const [index, { refunded }] of parts.entries()) refunded.goodwill += each[index] ?? 0
}

const priceOf = ({ guests }: PartyAccounts) => sum(guests.map(({ price }) => price))

/**
 * Changes an invoice as an admin can change it. The amount, lines and payment stay if something was refunded.
 */
function editInvoice(
  { books, cancelled }: Told,
  { which, to }: Extract<Step, { do: 'editInvoice' }>,
  written: (after: PartyAccounts) => Told,
): Told {
  const changed = structuredClone(books)
  const invoice = at(changed.invoices, which)
  if (!invoice) return written(changed)
  const isFree = (invoice.payment?.refunds.length ?? 0) === 0
  const payerId = invoice.reservationId
  if (to === 'deleted' && isFree) changed.invoices = changed.invoices.filter((other) => other !== invoice)
  if (to === 'unpaid' && isFree) invoice.payment = null
  if (to === 'half' && isFree && invoice.amount >= 2 * LEAST_CHARGE) {
    invoice.amount = Math.ceil(invoice.amount / 2)
    invoice.lines = linesFor(changed, invoice)
    if (invoice.payment) invoice.payment = paymentOf(invoice.payment.paymentId, linesIn(invoice))
  }
  if (invoice.extra !== (to === 'extra') && ['extra', 'part of the price'].includes(to)) {
    invoice.extra = to === 'extra'
    if (isFree) invoice.lines = linesFor(changed, invoice)
    if (isFree && invoice.payment) invoice.payment = paymentOf(invoice.payment.paymentId, linesIn(invoice))
  }
  const after = written(followInvoices(books, changed, { payerId, canceled: [...cancelled] }))
  // Who pays for a guest who was split off changes, but not what all guests owe together.
  if (cancelled.size === 0 && to !== 'part of the price') expect(priceOf(after.books)).toBe(priceOf(books))
  return { ...after, edited: true }
}

const terms = (
  reservationId: number,
): Omit<BookedInvoice, 'id' | 'amount' | 'extra' | 'lines' | 'payment'> => ({
  reservationId,
  purpose: 'other',
  due: TODAY,
  description: null,
})

/** Checks the equations that must hold for a party's accounts after every change. */
function expectTrue({ books, cancelled, goodwill, edited = false }: Told): void {
  expectTrueBooks(books)
  for (const payer of books.guests.filter(({ id, partyId }) => partyId === id)) {
    if (edited) continue
    const money = moneyOfPayer(books, payer.id, !cancelled.has(payer.id))
    if (cancelled.has(payer.id) && !goodwill) expect(money.totalDue).toBe(money.totalPaid)
    if (!goodwill) expect(money).toMatchObject({ credit: 0, overInvoiced: 0 })
  }
}

const life = {
  prices: fc.array(fc.integer({ min: 100, max: 200_000 }), { minLength: 1, maxLength: 5 }),
  depositPaid: fc.boolean(),
  steps: fc.array(step, { maxLength: 14 }),
}

test('keeps the invoices, prices and payments of a party consistent after random changes (R39.3, R39.5, R39.6)', () => {
  fc.assert(
    fc.property(fc.record(life), ({ prices, depositPaid, steps }) => {
      let told: Told = { books: party(prices, { depositPaid }), cancelled: new Set(), goodwill: false }
      expectTrue(told)
      for (const one of steps) {
        told = play(told, one)
        expectTrue(told)
      }
    }),
    {
      numRuns: 300,
      examples: [
        // An admin turned the invoice of a split-off guest into an extra charge, and the payer canceled.
        [
          {
            prices: [100, 100],
            depositPaid: false,
            steps: [
              { do: 'pay', which: 0 },
              { do: 'split', which: 0 },
              { do: 'goodwill', which: 0, percent: 1 },
              { do: 'editInvoice', which: 0, to: 'extra' },
              { do: 'cancel', which: 0, days: 5 },
            ],
          },
        ],
      ],
    },
  )
})

test('refunds exactly what was paid when all guests of a random party cancel', () => {
  fc.assert(
    fc.property(fc.record(life), ({ prices, steps }) => {
      let told: Told = { books: party(prices), cancelled: new Set(), goodwill: false }
      for (const one of steps) told = play(told, one)
      const facts = {
        cancelledBy: 'retreat',
        replacementFound: false,
        startDateDate: START,
        today: TODAY,
      } as const
      const all = told.books.guests.flatMap(({ id }) => {
        const plan = planRefund(receivedFor(told.books, id), facts)
        return withSum(plan, plan.most).lines
      })
      for (const { payment } of told.books.invoices) {
        if (!payment) continue
        const back = sum(
          all.filter(({ paymentId }) => paymentId === payment.paymentId).map(({ refund }) => refund),
        )
        expect(back + sum(payment.refunds.map(({ amount }) => amount))).toBe(payment.amount)
      }
    }),
    { numRuns: 300 },
  )
})
