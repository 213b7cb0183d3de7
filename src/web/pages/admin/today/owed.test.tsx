/** What the section about payments for nothing shows, and that it is not there when there are none. */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { AutoRefunds } from '#features/today/contract.ts'
import { AutoRefundList, lostStaysWords, stateWords, whyWords } from './owed.tsx'

const shown = (autoRefunds: AutoRefunds) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <AutoRefundList autoRefunds={autoRefunds} />
    </MemoryRouter>,
  ).replaceAll(/<[^>]+>/g, '')

test('each with its sum, its event, the reason and the number to look it up by', () => {
  const event = { name: 'Cooking', urlName: 'cooking' }
  const payment = { id: 1, amount: 45_000, intentId: 'pi_1', event, paidAt: '2027-05-06T18:00:00Z' }
  const words = shown({ count: 3, lost: 1, list: [{ ...payment, why: 'lost', status: 'succeeded' }] })
  expect(words).toMatch(
    /\$450\.00, paid on Thu, May 6, 2027, refunded to the card.*For Cooking\. .*after the backup.*pi_1.*And 2 older/,
  )
  expect(shown({ count: 0, lost: 0, list: [] })).toBe('')
})

test('when it was paid, by the ranch, and how far it is back', () => {
  const paidAt = '2027-05-07T05:30:00Z'
  expect(stateWords({ paidAt, status: 'succeeded' })).toBe('paid on Thu, May 6, 2027, refunded to the card')
  expect(stateWords({ paidAt, status: 'failed' })).toMatch(/refused by the card, and still with us$/)
})

test('a restore is told apart from whoever paid and went away', () => {
  expect(whyWords({ why: 'lost' })).toMatch(/after the backup .* write to them/)
  expect(whyWords({ why: 'unused' })).toMatch(/^It belongs to no reservation/)
  expect([1, 2].map(lostStaysWords)).toEqual([
    '1 reservation lost with the old database',
    '2 reservations lost with the old database',
  ])
})
