import { expect, test } from 'vitest'
import { fromError, fromStatus } from './card-till.ts'

test('only "succeeded" is a success', () => {
  expect(fromStatus('succeeded')).toEqual({ kind: 'succeeded' })
  expect(fromStatus('canceled')).toEqual({ kind: 'gone' })
  expect(fromStatus('requires_payment_method')).toEqual({ kind: 'open' })
  expect(fromStatus('processing')).toEqual({ kind: 'unexpected', status: 'processing' })
})

test("a decline and a failed authentication keep the provider's words", () => {
  const message = 'Your card has insufficient funds.'
  expect(fromError({ type: 'card_error', code: 'card_declined', message })).toEqual({
    kind: 'declined',
    message,
  })
  expect(
    fromError({ type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message }),
  ).toEqual({ kind: 'declined', message })
})

test('a payment that moved on meanwhile is what it is now', () => {
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } as const
  expect(fromError({ ...error, payment_intent: { status: 'succeeded' } })).toEqual({ kind: 'succeeded' })
  expect(fromError({ ...error, payment_intent: { status: 'canceled' } })).toEqual({ kind: 'gone' })
  expect(fromError(error).kind).toBe('unexpected')
})

test('no connection is no verdict', () => {
  expect(fromError({ type: 'api_connection_error' })).toEqual({ kind: 'unreachable' })
  expect(fromError({ type: 'api_error' }).kind).toBe('unexpected')
})
