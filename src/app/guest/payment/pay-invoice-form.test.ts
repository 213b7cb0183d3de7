import { expect, test } from 'vitest'
import type { Call } from '#shared/client.ts'
import type { Invoice } from '#domain/booking/contract/reservation.ts'
import { payInvoice } from './pay-invoice-form.tsx'
import type { CardOutcome } from './card-client.ts'

const invoice = { id: 12, amount: 45_000 } as Invoice
const payer = { name: 'Ana Ortiz' }

type Step = CardOutcome | 'throws'
const step = async (outcome: Step) => {
  if (outcome === 'throws') throw new Error('of the script')
  return outcome
}

/**
 * Pays an invoice with the given replies. `paid` is the server's reply to the question whether the invoice is
 * paid.
 */
function pay(
  answer: unknown,
  outcome: Step = { kind: 'succeeded' },
  { retrieved = outcome, paid = false } = {},
) {
  const asked: unknown[] = []
  const charged: string[] = []
  const call = async ({ name }: { name: string }, input: unknown) => {
    if (name === 'booking.getReservation')
      return {
        ok: true,
        data: {
          invoices: [
            { id: 11, paid: true },
            { ...invoice, paid },
          ],
        },
      }
    asked.push(input)
    return answer
  }
  const deps = {
    call: call as unknown as Call,
    cardClient: {
      confirm: (secret: string) => (charged.push(secret), step(outcome)),
      retrieve: () => step(retrieved),
    },
    uuid: 'u-1',
    payer,
  }
  return payInvoice(deps, invoice).then((result) => ({ result, asked, charged }))
}

const intent = { ok: true, data: { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret_2' } }

test("opens a payment of the invoice's amount by the guest's private link, and then charges the card", async () => {
  const { result, asked, charged } = await pay(intent)
  expect(asked).toEqual([{ body: { amount: 45_000, invoiceId: 12, uuid: 'u-1' } }])
  expect(charged).toEqual(['pi_1_secret_2'])
  expect(result).toEqual({ kind: 'succeeded' })
})

test('charges nothing for an invoice that was already paid, and returns `already_paid` (R3.13)', async () => {
  const { result, charged } = await pay({ ok: false, status: 409, code: 'already_paid', message: '' })
  expect(result).toEqual({ kind: 'already_paid' })
  expect(charged).toEqual([])
})

test.each<[string, unknown, CardOutcome, string]>([
  ['no answer', { ok: false, status: 0, code: 'unavailable', message: '' }, { kind: 'open' }, 'unreachable'],
  [
    'a refusal',
    { ok: false, status: 502, code: 'provider_failed', message: 'x' },
    { kind: 'open' },
    'refused',
  ],
  ['a decline', intent, { kind: 'declined', message: 'Your card was declined.' }, 'declined'],
  ['a lost connection', intent, { kind: 'unreachable' }, 'unreachable'],
  ['an unclear status', intent, { kind: 'unexpected' }, 'unexpected'],
  ['a canceled intent', intent, { kind: 'gone' }, 'outdated'],
  [
    'another amount (R3.13)',
    { ok: false, status: 409, code: 'amount_mismatch', message: 'x' },
    { kind: 'open' },
    'outdated',
  ],
  [
    'an invoice that is gone (R3.13)',
    { ok: false, status: 404, code: 'not_found', message: 'x' },
    { kind: 'open' },
    'outdated',
  ],
])(
  'returns a result that the form can explain if an invoice payment ends in %s',
  async (_, answer, outcome, kind) => {
    expect((await pay(answer, outcome)).result.kind).toBe(kind)
  },
)

const unclear: [string, Step][] = [
  ['a script that throws', 'throws'],
  ['a lost connection', { kind: 'unreachable' }],
  ['an unexpected outcome', { kind: 'unexpected' }],
  ['a payment that is still open', { kind: 'open' }],
]
test.each(unclear)(
  "asks Stripe and the site's server whether an invoice was paid after %s",
  async (_, outcome) => {
    const atProvider = await pay(intent, outcome, { retrieved: { kind: 'succeeded' } })
    expect(atProvider.result).toEqual({ kind: 'succeeded' })
    const here = await pay(intent, outcome, { retrieved: 'throws', paid: true })
    expect(here.result).toEqual({ kind: 'succeeded' })
    const nowhere = await pay(intent, outcome, { retrieved: 'throws' })
    expect(['unexpected', 'unreachable']).toContain(nowhere.result.kind)
    expect(nowhere.charged).toHaveLength(1)
  },
)
