import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatusAlert } from './reservation-status.tsx'

test.each(['pending', 'confirmed', 'cancelled'] as const)(
  'a %s stay of a cancelled event says so, and never that a spot is held',
  (status) => {
    const shown = renderToStaticMarkup(<StatusAlert status={status} event={{ cancelled: true }} />)
    expect(shown).toContain('This retreat has been canceled.')
    expect(shown).not.toMatch(/You are in|held/)
  },
)

test('what had ended before the event was cancelled keeps its own words', () => {
  const shown = renderToStaticMarkup(<StatusAlert status="refunded" event={{ cancelled: true }} />)
  expect(shown).toContain('Your payment was refunded.')
})

test.each([
  ['guest', 'You gave up your spot.'],
  ['retreat', 'If that surprises you'],
] as const)('a stay cancelled by the %s says so', (by, words) => {
  const cancellation = { by, paid: 90_000, refund: 87_330, feesKnown: true }
  const shown = renderToStaticMarkup(
    <StatusAlert status="cancelled" event={{ cancelled: false }} cancellation={cancellation} />,
  )
  expect(shown).toContain(words)
})
