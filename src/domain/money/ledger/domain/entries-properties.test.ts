import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account } from '#platform/database/schema/ledger.ts'
import { ranchDay } from '#shared/days.ts'
import {
  CARD,
  expectBalanced,
  guestOf,
  HAND,
  held,
  HOME,
  LATER,
  linesOf,
  noon,
  NOW,
  paymentOf,
  balanceOn,
  posting,
  refundEntries,
  refundOf,
  stayEntries,
  stayOf,
  taxesIn,
  transactionOf,
} from '#test/support/money/ledger-facts.ts'
import {
  accountOf,
  balancesOf,
  type BookedGuest,
  entriesOfPayment,
  entriesOfTransaction,
  type Entry,
  type GuestPart,
  heldIn,
  type Line,
  type PaymentFact,
  type PostedEntry,
  type RefundFact,
  refundParts,
  RESTS,
  sumOf,
  type TransactionFact,
} from './entries.ts'

const GUESTS = [1, 2, 3]
const anyRest = fc.constantFrom<BookedGuest['rest']>(
  'guest_deposits',
  'retreat_income',
  'cancellation_income',
)
const anyDay = fc.constantFrom('2027-04-30', '2027-05-03', '2027-05-04').map(noon)

/** A payment for three guests in unequal parts, some of them zero. */
const anyPayment = (methods: readonly string[]): fc.Arbitrary<PaymentFact> =>
  fc
    .record({
      amounts: fc.tuple(fc.nat(50_000), fc.nat(3), fc.nat(50_000)),
      rests: fc.tuple(anyRest, anyRest, anyRest),
      method: fc.constantFrom(...methods),
      paidAt: anyDay,
      fee: fc.option(fc.nat(1_500)),
      withdrawn: fc.nat(50_000),
    })
    .map(({ amounts, rests, method, paidAt, fee, withdrawn }) => ({
      ...paymentOf({ method, paidAt, amount: amounts[0] + amounts[1] + amounts[2] }),
      parts: amounts.map((amount, index) => ({
        guest: guestOf(index + 1, { rest: rests[index] ?? 'guest_deposits', taxesIn }),
        amount,
      })),
      ...(method === 'card' && { fee, withdrawn }),
    }))

describe('any changes of a payment', () => {
  test('by hand net to its last amount, method, day and guests, or to nothing if it was deleted', () => {
    const anyFact = fc.option(anyPayment(['cash', 'check', 'transfer']))
    fc.assert(
      fc.property(fc.array(anyFact, { minLength: 1, maxLength: 6 }), (facts) => {
        let posted: PostedEntry[] = []
        for (const fact of facts) {
          const entries = entriesOfPayment(HAND, fact, posted, NOW)
          expectBalanced(entries)
          posted = posting(entries, posted)
          expect(entriesOfPayment(HAND, fact, posted, LATER)).toEqual([])
          expect(posted.map(({ step }) => step)).toEqual(posted.map((_, index) => index + 1))
          const received = fact && accountOf(fact.method)
          for (const account of ['bank', 'undeposited'] as const)
            for (const id of GUESTS) {
              const part = fact?.parts.find(({ guest }) => guest.reservationId === id)?.amount
              expect(balanceOn(account, linesOf(posted), id)).toBe(account === received ? part : 0)
            }
          for (const id of GUESTS) {
            const own = linesOf(posted).filter(({ reservationId }) => reservationId === id)
            expect(heldIn(own)).toBe(
              sumOf(fact?.parts.filter(({ guest }) => guest.reservationId === id) ?? []),
            )
          }
          for (const [day, ofDay] of Map.groupBy(posted, (entry) => entry.day)) {
            const isLast = fact !== null && day === ranchDay(fact.paidAt)
            expect(heldIn(linesOf(ofDay))).toBe(isLast ? fact.amount : 0)
          }
        }
      }),
    )
  })

  test('by card net to its last guests, fee and withdrawals', () => {
    fc.assert(
      fc.property(fc.array(anyPayment(['card']), { minLength: 1, maxLength: 6 }), (facts) => {
        let posted: PostedEntry[] = []
        for (const fact of facts) {
          const entries = entriesOfPayment(CARD, fact, posted, NOW)
          expectBalanced(entries)
          posted = posting(entries, posted)
          expect(entriesOfPayment(CARD, fact, posted, LATER)).toEqual([])
          const lines = linesOf(posted)
          const fee = fact.fee ?? 0
          expect([balanceOn('fees', lines), balanceOn('disputes', lines)]).toEqual([fee, fact.withdrawn])
          expect(balanceOn('stripe_balance', lines)).toBe(fact.amount - fee - fact.withdrawn)
          for (const { guest, amount } of fact.parts)
            expect(heldIn(lines.filter(({ reservationId }) => reservationId === guest.reservationId))).toBe(
              amount,
            )
        }
      }),
    )
  })

  test('share a fee by the parts of the guests, to the cent', () => {
    fc.assert(
      fc.property(anyPayment(['card']), (fact) => {
        const lines = linesOf(entriesOfPayment(CARD, fact, [], NOW))
        fc.pre((fact.fee ?? 0) < fact.amount)
        for (const { guest, amount } of fact.parts) {
          const exact = ((fact.fee ?? 0) * amount) / fact.amount
          expect(Math.abs(balanceOn('fees', lines, guest.reservationId) - exact)).toBeLessThan(1)
        }
      }),
    )
  })

  test('leave what was paid for a deleted guest under that guest’s number, and for the others as it was', () => {
    fc.assert(
      fc.property(anyPayment(['card']), fc.constantFrom(1, 2), (fact, gone) => {
        const posted = posting(entriesOfPayment(CARD, fact, [], NOW))
        const [payer, ...others] = fact.parts
        const deleted = fact.parts[gone]?.amount ?? 0
        const parts = [
          ...(payer ? [{ ...payer, amount: payer.amount + deleted }] : []),
          ...others.filter((_, index) => index !== gone - 1),
        ]
        expect(entriesOfPayment(CARD, { ...fact, parts }, posted, LATER)).toEqual([])
      }),
    )
  })
})

/** What three guests have, all of it above zero. */
const anyHoldings = fc
  .array(
    fc.record({
      reservationId: fc.constantFrom(...GUESTS),
      eventId: fc.constantFrom(HOME, 8),
      account: fc.constantFrom(...RESTS),
      amount: fc.integer({ min: 1, max: 40_000 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((all) =>
    balancesOf(
      all.map(({ amount, ...line }) => ({
        ...line,
        amount: 0 - amount,
        taxId: line.account === 'tax_payable' ? 1 : null,
      })),
    ),
  )

const anyRefund = fc.option(
  fc
    .record({
      amount: fc.integer({ min: 1, max: 90_000 }),
      over: fc.nat(100),
      status: fc.constantFrom<RefundFact['status'][]>('requested', 'owed', 'succeeded', 'failed'),
      cause: fc.constantFrom<RefundFact['cause'][]>('cancellation', 'goodwill', 'late'),
    })
    .map(({ over, ...fact }) =>
      refundOf({ ...fact, from: 'bank', overpayment: Math.floor((fact.amount * over) / 100) }),
    ),
)

describe('any refund that is decided, made, refused and decided again', () => {
  test('is owed or paid for each guest, and takes it from what is held for that guest', () => {
    fc.assert(
      fc.property(
        anyHoldings,
        fc.array(anyRefund, { minLength: 1, maxLength: 6 }),
        fc.option(fc.constantFrom(...GUESTS)),
        (holdings, facts, guestId) => {
          const left = GUESTS.map((id): GuestPart => {
            const own = holdings.filter(({ reservationId }) => reservationId === id)
            return { guest: guestOf(id), amount: heldIn(own) }
          })
          let posted: PostedEntry[] = []
          let isMade = false
          for (const next of facts) {
            // A refund that was made is owed again only after it failed.
            const fact: RefundFact | null =
              next && isMade && next.status !== 'failed' ? { ...next, status: 'succeeded' as const } : next
            isMade = fact?.status === 'succeeded'
            const parts = fact ? refundParts(fact, left, { named: new Map(), guestId }) : []
            const balances = () => balancesOf([...holdings, ...linesOf(posted)])
            const run = () => refundEntries(fact, { parts, balances: balances(), posted })
            const entries = run()
            expectBalanced(entries)
            posted = posting(entries, posted)
            expect(run()).toEqual([])
            expect(posted.map(({ step }) => step)).toEqual(posted.map((_, index) => index + 1))

            const counts = fact !== null && fact.status !== 'failed'
            expect(sumOf(parts.map(({ overpayment, rest }) => ({ amount: overpayment + rest })))).toBe(
              fact?.amount ?? 0,
            )
            for (const { guest, amount } of left) {
              const id = guest.reservationId
              const part = parts.find((one) => one.guest === guest)
              const taken = counts && part ? part.overpayment + part.rest : 0
              const own = balances().filter(({ reservationId }) => reservationId === id)
              expect(heldIn(own)).toBe(amount - taken)
              expect(balanceOn('refunds_payable', own)).toBe(isMade ? 0 : 0 - taken)
              expect(balanceOn('bank', own)).toBe(isMade ? 0 - taken : 0)
              // Only the deposits are ever overdrawn, and only if nothing else is left.
              const rests = own.filter(({ account }) => RESTS.includes(account))
              const debts = rests.filter((balance) => balance.amount > 0)
              expect(debts.every(({ account }) => account === 'guest_deposits')).toBe(true)
              if (debts.length > 0) expect(rests).toEqual(debts)
            }
          }
        },
      ),
    )
  })

  test('draws on deposits first, then on what was kept, then on the income with its taxes', () => {
    fc.assert(
      fc.property(anyHoldings, fc.integer({ min: 1, max: 90_000 }), (holdings, amount) => {
        const own = holdings.filter(({ reservationId }) => reservationId === 1)
        const lines = linesOf(refundEntries(refundOf({ amount }), { balances: holdings }))
        let due = amount
        for (const accounts of [
          ['guest_deposits'],
          ['cancellation_income'],
          ['retreat_income', 'tax_payable'],
        ]) {
          const before = own.filter(({ account }) => accounts.includes(account))
          const total = heldIn(before)
          const taken = Math.min(due, total)
          due -= taken
          for (const balance of before) {
            const drawn = sumOf(
              lines.filter(
                (line) =>
                  line.account === balance.account && line.eventId === balance.eventId && line.amount > 0,
              ),
            )
            const exact = (taken * (0 - balance.amount)) / total
            // Without anything left, the rest overdraws the deposits.
            const over = balance.account === 'guest_deposits' && balance.eventId === HOME
            if (!over || amount <= heldIn(own)) expect(Math.abs(drawn - exact)).toBeLessThan(1)
          }
        }
      }),
    )
  })
})

const anyStay = fc
  .record({
    status: fc.constantFrom('confirmed', 'confirmed', 'cancelled', 'pending', 'expired', 'refunded'),
    eventId: fc.constantFrom(HOME, 8, 9),
    hasBegun: fc.boolean(),
    kept: fc.boolean(),
    /** Money that arrives or is taken back before the stay is posted. */
    money: fc.array(
      fc.record({
        account: fc.constantFrom<Account[]>('guest_deposits', 'cancellation_income'),
        eventId: fc.constantFrom(HOME, 8, 9),
        amount: fc.integer({ min: -3_000, max: 9_000 }).filter((cents) => cents !== 0),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ status, eventId, hasBegun, ...more }) => {
    const income = hasBegun && status === 'confirmed' ? 'retreat_income' : 'guest_deposits'
    const rest = status === 'cancelled' ? 'cancellation_income' : income
    return { fact: stayOf({ status, eventId, rest, taxesIn }), ...more }
  })

test('a guest’s deposits always end where the guest’s state says, and none are lost', () => {
  fc.assert(
    fc.property(fc.array(anyStay, { minLength: 1, maxLength: 8 }), (states) => {
      const lines: Line[] = [held('guest_deposits', 500, { reservationId: 2 })]
      const posted: Entry[] = []
      for (const { fact, kept, money } of states) {
        lines.push(...money.map(({ amount, ...line }) => ({ reservationId: 1, amount: 0 - amount, ...line })))
        const before = balancesOf(lines)
        const run = () => stayEntries(fact, balancesOf(lines), { posted, kept })
        const entries = run()
        expectBalanced(entries)
        posted.push(...entries)
        lines.push(...linesOf(entries))
        expect(run()).toEqual([])
        for (const [, own] of Map.groupBy(posted, ({ source }) => source))
          expect(own.map(({ step }) => step)).toEqual(own.map((_, index) => index + 1))

        const after = balancesOf(lines)
        expect(heldIn(after)).toBe(heldIn(before))
        const own = after.filter(({ reservationId }) => reservationId === 1)
        const deposits = own.filter(({ account }) => account === 'guest_deposits')
        const { status, rest, eventId } = fact
        if (status === 'cancelled' && !kept) {
          expect(entries).toEqual([])
          continue
        }
        const mayHold = status !== 'cancelled' && rest !== 'retreat_income'
        expect(deposits.map((balance) => balance.eventId)).toEqual(
          mayHold && deposits.length > 0 ? [eventId] : [],
        )
        if (status === 'confirmed') expect(balanceOn('cancellation_income', own)).toBe(0)
        for (const income of entries.filter(({ kind }) => kind === 'stay')) {
          const amount = balanceOn('guest_deposits', income.lines)
          const taxes = sumOf(taxesIn(Math.abs(amount))) * Math.sign(amount)
          expect(balanceOn('tax_payable', income.lines)).toBe(0 - taxes)
          expect(balanceOn('retreat_income', income.lines)).toBe(taxes - amount)
        }
      }
    }),
  )
})

const totals = (entries: readonly { lines: Line[] }[]) =>
  balancesOf(linesOf(entries)).toSorted((one, other) => one.account.localeCompare(other.account))

test('a transaction that is later known as this site’s nets to what it would have been from the start', () => {
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom<TransactionFact['kind'][]>('charge', 'refund', 'dispute', 'fee', 'other'),
        amount: fc.integer({ min: -50_000, max: 50_000 }),
        fee: fc.integer({ min: -500, max: 2_000 }),
      }),
      (changes) => {
        const foreign = transactionOf(changes)
        const ours = transactionOf({ ...changes, isOurs: true })
        const first = posting(entriesOfTransaction(foreign, []))
        expectBalanced(first)
        expect(balanceOn('stripe_balance', linesOf(first))).toBe(changes.amount - changes.fee)
        const entries = entriesOfTransaction(ours, first)
        expectBalanced(entries)
        const all = posting(entries, first)
        expect(entriesOfTransaction(ours, all)).toEqual([])
        expect(totals(all)).toEqual(totals(entriesOfTransaction(ours, [])))
      },
    ),
  )
})
