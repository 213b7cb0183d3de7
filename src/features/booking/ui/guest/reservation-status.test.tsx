import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatusAlert } from './reservation-status.tsx'

test.each(['pending', 'confirmed', 'cancelled'] as const)(
  'a %s stay of a cancelled event says so, and never that a spot is held',
  (status) => {
    const shown = renderToStaticMarkup(
      <StatusAlert status={status} event={{ cancelled: true, hasEnded: false }} />,
    )
    expect(shown).toContain('This retreat has been canceled.')
    expect(shown).not.toMatch(/You are in|held/)
  },
)

test('what had ended before the event was cancelled keeps its own words', () => {
  const shown = renderToStaticMarkup(
    <StatusAlert status="refunded" event={{ cancelled: true, hasEnded: false }} />,
  )
  expect(shown).toContain('Your payment was refunded.')
})

test('who comes along waits for somebody else’s payment, and is offered nothing (R39.3)', () => {
  const held = { holdExpiresAt: '2027-05-07T18:00:00Z', additionalInformationProvided: false }
  const shown = (party: { payer: boolean; members: [] } | null) =>
    renderToStaticMarkup(
      <StatusAlert status="pending" event={{ cancelled: false, hasEnded: false }} party={party} {...held} />,
    )
  expect(shown({ payer: false, members: [] })).toContain(
    'It is yours once the person who signed you up has paid or confirmed it.',
  )
  expect(shown({ payer: true, members: [] })).toContain('Spots are held for all of you.')
  expect(shown(null)).toContain('A spot is held for you.')
})

test.each([
  ['guest', 'You gave up your spot.'],
  ['retreat', 'If that surprises you'],
] as const)('a stay cancelled by the %s says so', (by, words) => {
  const cancellation = { by, paid: 90_000, refund: 87_330, feesKnown: true }
  const shown = renderToStaticMarkup(
    <StatusAlert
      status="cancelled"
      event={{ cancelled: false, hasEnded: false }}
      cancellation={cancellation}
    />,
  )
  expect(shown).toContain(words)
})
