import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { AutoRefunds } from '#domain/desk/today/contract.ts'
import {
  AutoRefundList,
  describeLostStays,
  describeState,
  describeReason,
  LOST_STAYS,
} from './refund-lists.tsx'

const shown = (autoRefunds: AutoRefunds) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <AutoRefundList autoRefunds={autoRefunds} />
    </MemoryRouter>,
  ).replaceAll(/<[^>]+>/g, '')

test('lists payments that the site refunded because they had no invoice, and renders nothing if there are none', () => {
  const event = { name: 'Cooking', urlName: 'cooking' }
  const payment = { id: 1, amount: 45_000, intentId: 'pi_1', event, paidAt: '2027-05-06T18:00:00Z' }
  const words = shown({
    count: 3,
    lost: 1,
    list: [{ ...payment, why: 'lost', status: 'succeeded', waitsForBalance: false }],
  })
  expect(words).toMatch(
    /\$450\.00, paid on Thu, May 6, 2027, refunded to the card.*For Cooking\. .*newer than the backup.*pi_1.*And 2 older/,
  )
  expect(shown({ count: 0, lost: 0, list: [] })).toBe('')
})

test('does not call a payment refunded while its refund waits at Stripe', () => {
  const payment = { id: 1, amount: 45_000, intentId: 'pi_1', event: null, paidAt: '2027-05-06T18:00:00Z' }
  const waiting = { ...payment, why: 'lost', status: 'requested', waitsForBalance: true } as const
  const words = shown({ count: 1, lost: 1, list: [waiting] })
  expect(words).toMatch(/^Refunds of payments without an invoice.*refund waits for money/)
  expect(`${words} ${LOST_STAYS}`).not.toContain('refunded')
})

test.each([
  [{ status: 'succeeded' }, 'refunded to the card'],
  [{ status: 'requested' }, 'refund to the card in progress'],
  [{ status: 'requested', waitsForBalance: true }, 'refund waits for money in your Stripe balance'],
  [{ status: 'failed' }, 'refund refused, so we still have the money'],
] as const)('shows the ranch day of a payment that had no invoice, and its refund: %j', (refund, words) => {
  const paidAt = '2027-05-07T05:30:00Z'
  expect(describeState({ paidAt, waitsForBalance: false, ...refund })).toBe(
    `paid on Thu, May 6, 2027, ${words}`,
  )
})

test("says if a payment's reservation is missing in a restored backup, or if the payment never had a reservation", () => {
  expect(describeReason({ why: 'lost' })).toMatch(/newer than the backup .* write to them/)
  expect(describeReason({ why: 'unused' })).toMatch(/^It belongs to no reservation/)
  expect([1, 2].map(describeLostStays)).toEqual([
    '1 reservation lost with the old database',
    '2 reservations lost with the old database',
  ])
})
