import { expect, test } from 'vitest'
import type { Call } from '../../../shared/client.ts'
import type { Invoice } from '../contract.ts'
import { payInvoice } from './pay-invoice.ts'
import type { CardOutcome } from './till.ts'

const invoice = { id: 12, amount: 45_000 } as Invoice
const payer = { name: 'Ana Ortiz', email: 'ana@example.test' }

function pay(answer: unknown, outcome: CardOutcome = { kind: 'succeeded' }) {
  const asked: unknown[] = []
  const charged: string[] = []
  const deps = {
    call: (async (_: unknown, input: unknown) => (asked.push(input), answer)) as unknown as Call,
    till: {
      confirm: async (secret: string) => (charged.push(secret), outcome),
      look: async () => outcome,
    },
    uuid: 'u-1',
    payer,
  }
  return payInvoice(deps, invoice).then((result) => ({ result, asked, charged }))
}

const intent = { ok: true, data: { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret_2' } }

test("asks for the invoice's own sum by its private link, then charges", async () => {
  const { result, asked, charged } = await pay(intent)
  expect(asked).toEqual([{ body: { amount: 45_000, invoiceId: 12, uuid: 'u-1' } }])
  expect(charged).toEqual(['pi_1_secret_2'])
  expect(result).toEqual({ kind: 'succeeded' })
})

test('paid in another tab is paid, and nothing is charged again', async () => {
  const { result, charged } = await pay({ ok: false, status: 409, code: 'already_paid', message: '' })
  expect(result).toEqual({ kind: 'succeeded' })
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
  ['any other end', intent, { kind: 'unexpected', status: 'processing' }, 'unexpected'],
  ['a cancelled intent', intent, { kind: 'gone' }, 'unexpected'],
])('%s is told apart', async (_, answer, outcome, kind) => {
  expect((await pay(answer, outcome)).result.kind).toBe(kind)
})
