import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RefundSection, StatusAlert } from './reservation-status.tsx'

test.each(['pending', 'confirmed', 'cancelled'] as const)(
  'tells a guest with a %s reservation that the event was canceled, and not that a spot is held',
  (status) => {
    const shown = renderToStaticMarkup(
      <StatusAlert status={status} event={{ cancelled: true, hasEnded: false }} />,
    )
    expect(shown).toContain('This retreat has been canceled.')
    expect(shown).not.toMatch(/You’re in|held/)
  },
)

test('still says that a payment was refunded if the event is canceled after the reservation ended', () => {
  const shown = renderToStaticMarkup(
    <StatusAlert status="refunded" event={{ cancelled: true, hasEnded: false }} />,
  )
  expect(shown).toContain('Your payment was refunded.')
})

test('says while Stripe holds a late refund back that the money is not sent yet', () => {
  const refundTotals = { underWay: 0, held: 45_000, done: 0, owed: 0, given: 0 }
  const status = 'refunded'
  const shown = renderToStaticMarkup(
    <>
      <StatusAlert {...{ status, refundTotals }} event={{ cancelled: false, hasEnded: false }} />
      <RefundSection {...{ status, refundTotals, cancellation: null }} />
    </>,
  ).replaceAll(/<[^>]+>/g, '')
  expect(shown).toContain('We’re refunding your payment.')
  expect(shown).toContain(
    'We have requested the refund of $450.00 to your card. The card company has not sent it yet. Once it has, banks take 5 to 10 days to show it.',
  )
  expect(shown).not.toContain('was refunded')
})

test("says on a companion's page that the payer must still pay or confirm for the companion (R39.3)", () => {
  const held = { holdExpiresAt: '2027-05-07T18:00:00Z', additionalInformationProvided: false }
  const shown = (party: { payer: boolean; members: [] } | null) =>
    renderToStaticMarkup(
      <StatusAlert status="pending" event={{ cancelled: false, hasEnded: false }} party={party} {...held} />,
    )
  expect(shown({ payer: false, members: [] })).toContain(
    'It’s yours once the person who signed you up has paid or confirmed it.',
  )
  expect(shown({ payer: true, members: [] })).toContain('Spots are held for all of you.')
  expect(shown(null)).toContain('A spot is held for you.')
})

test.each([
  ['guest', 'You canceled it.'],
  ['retreat', 'If that surprises you'],
] as const)('says that the %s canceled the reservation', (by, words) => {
  const cancellation = {
    by,
    paid: 90_000,
    refund: 87_330,
    feesKnown: true,
    replaced: false,
    awaitsTaker: false,
  }
  const shown = renderToStaticMarkup(
    <StatusAlert
      status="cancelled"
      event={{ cancelled: false, hasEnded: false }}
      cancellation={cancellation}
    />,
  )
  expect(shown).toContain(words)
})

test.each([
  ['has paid nothing yet', { awaitsTaker: true }, 0, 'When they pay, we refund your share and email you.'],
  ['has paid a part', { awaitsTaker: true }, 40_500, 'When they pay more, we refund more and email you.'],
  [
    'paid nothing and owes nothing',
    { awaitsTaker: false },
    0,
    'They paid nothing for it, so there is nothing to refund.',
  ],
])(
  'shows the refund of a guest who passed the spot on, if the taker %s (R45.3)',
  (_name, more, refund, words) => {
    const cancellation = {
      by: 'guest',
      paid: 90_000,
      refund,
      feesKnown: true,
      replaced: true,
      ...more,
    } as const
    const refundTotals = { underWay: 0, held: 0, done: refund, owed: 0, given: 0 }
    const shown = renderToStaticMarkup(
      <RefundSection {...{ status: 'cancelled', cancellation, refundTotals }} />,
    )
    expect(shown).toContain('90% of what they pay for the same stay and choices')
    expect(shown).toContain(words)
    expect(shown).not.toContain('there is no refund')
  },
)
