/**
 * Errors in Stripe's form (docs.stripe.com/api/errors). An endpoint returns such an error as a value and does
 * not throw it.
 */
import type Stripe from 'stripe'
import type { Kind } from './objects.ts'

interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  doc_url?: string
  param?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

export interface Refusal {
  refusal: true
  status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 500 | 503
  error: ErrorBody
}

export const isRefusal = <T>(value: T | Refusal): value is Refusal =>
  typeof value === 'object' && value !== null && 'refusal' in value

export function refuse(status: Refusal['status'], error: ErrorBody): Refusal {
  const doc = error.code === undefined ? {} : { doc_url: docUrl(error.code) }
  return { refusal: true, status, error: { ...error, ...doc } }
}

export const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

export const invalid = (message: string, more: { code?: string; param?: string } = {}): Refusal =>
  refuse(400, { type: 'invalid_request_error', message, ...more })

/**
 * Creates a "No such …" error. Its status is 404 if the call's address names the missing object, and 400 if a
 * parameter names it.
 */
export const noSuch = (kind: Kind, id: string, param?: string): Refusal =>
  refuse(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind === 'payment_method' ? 'PaymentMethod' : kind}: '${id}'`,
    param: param ?? (kind === 'payment_intent' ? 'intent' : 'id'),
  })
