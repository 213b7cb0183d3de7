import { expect, test } from 'vitest'
import { plain } from './rows.ts'

const sealed = (drawn: string) => ({
  raw: `s1.1.tt-YWyFScK3TXg0B.${'x'.repeat(60)}${drawn}${'y'.repeat(60)}`,
})

test('treats encrypted values as equal, even if one of them contains text that looks like a Stripe ID', () => {
  for (const drawn of ['-pi_3MWS0UGQT03T4MPLJ33D-', '.pm_abcdefghijkl.', 'evt'])
    expect(plain(sealed(drawn))).toBe('{"raw":"(any)"}')
})

test('replaces Stripe IDs by their kind, and a random trace ID by a placeholder', () => {
  const body = { id: 'pi_3MWS0UGQT03T4MPLJ33Dl0H4', charge: 'ch_3MWS0UGQT03T4MPLJ33D' }
  expect(plain({ body })).toBe('{"body":{"id":"(pi)","charge":"(ch)"}}')
  const payout = { id: 'po_3MWTFSPZU01FWo0aYpADPfxa', trace_id: { value: '000NlOBvxGBJsO3' } }
  expect(plain({ body: payout })).toBe('{"body":{"id":"(po)","trace_id":{"value":"(any)"}}}')
})

test.each(['authorization_code', 'network_transaction_id', 'transaction_id', 'invoice_prefix'])(
  "treats a bank's random values in the field %s as equal",
  (name) => expect(plain({ body: { [name]: 'd5A2rlZMI2AMifePVO0p' } })).toBe(`{"body":{"${name}":"(any)"}}`),
)
