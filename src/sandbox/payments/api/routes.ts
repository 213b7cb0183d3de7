/** Stripe's addresses, who may call them, and which of the declared parameters the sandbox plays. */
import { Hono } from 'hono'
import type { SandboxContext } from '../context.ts'
import { confirm, retrieveIntent } from './confirm.ts'
import { closeDispute } from './disputes.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { handle, unknownAddress } from './handle.ts'
import { cancelIntent, createIntent, updateIntent } from './intents.ts'
import type { Access } from './keys.ts'
import { list, retrieve } from './lists.ts'
import { createMethod } from './methods.ts'
import { createRefund, updateRefund } from './refunds.ts'

export interface Route {
  /** Takes the parameters as the SDK declares them for this call. */
  endpoint: (call: Call<never>) => ReturnType<Endpoint>
  /** Parameters that have their effect here, or parts of them (`card[number]`). What else Stripe declares is refused as not played. */
  plays: string[]
  /** Who may call: with the secret key when not said. */
  access?: Access
  /** Parameters that only a browser sends, which the server's SDK does not declare. */
  browser?: Record<string, string>
}

const PAGING = ['created', 'ending_before', 'limit', 'starting_after']
const CONFIRMING = ['error_on_requires_action', 'off_session', 'return_url', 'use_stripe_sdk']
const CHANGING = [
  'amount',
  'currency',
  'description',
  'metadata',
  'payment_method',
  'receipt_email',
  'statement_descriptor',
  'statement_descriptor_suffix',
]
const CARD = ['number', 'exp_month', 'exp_year', 'cvc', 'token'].map((part) => `card[${part}]`)

/** The calls by the names that the table of Stripe's calls gives them. */
export const ROUTES: Record<string, Route> = {
  'POST /v1/payment_intents': {
    endpoint: createIntent,
    plays: [
      ...CHANGING,
      ...CONFIRMING,
      'allowed_payment_method_types',
      'automatic_payment_methods',
      'confirm',
    ],
  },
  'GET /v1/payment_intents': { endpoint: list('payment_intent'), plays: PAGING },
  'GET /v1/payment_intents/:id': {
    endpoint: retrieveIntent,
    plays: ['client_secret'],
    access: 'client-secret',
  },
  'POST /v1/payment_intents/:id': { endpoint: updateIntent, plays: CHANGING },
  'POST /v1/payment_intents/:id/confirm': {
    endpoint: confirm,
    plays: [...CONFIRMING, 'payment_method', 'receipt_email'],
    access: 'client-secret',
    browser: { client_secret: 'string' },
  },
  'POST /v1/payment_intents/:id/cancel': { endpoint: cancelIntent, plays: ['cancellation_reason'] },
  'POST /v1/payment_methods': {
    endpoint: createMethod,
    plays: [...CARD, 'billing_details', 'metadata', 'type'],
    access: 'publishable',
  },
  'GET /v1/payment_methods/:id': { endpoint: retrieve('payment_method'), plays: [] },
  'GET /v1/charges': { endpoint: list('charge'), plays: [...PAGING, 'payment_intent'] },
  'GET /v1/charges/:id': { endpoint: retrieve('charge'), plays: [] },
  'POST /v1/refunds': {
    endpoint: createRefund,
    plays: ['amount', 'charge', 'metadata', 'payment_intent', 'reason'],
  },
  'GET /v1/refunds': { endpoint: list('refund'), plays: [...PAGING, 'charge', 'payment_intent'] },
  'GET /v1/refunds/:id': { endpoint: retrieve('refund'), plays: [] },
  'POST /v1/refunds/:id': { endpoint: updateRefund, plays: ['metadata'] },
  'GET /v1/balance_transactions': { endpoint: list('balance_transaction'), plays: [...PAGING, 'type'] },
  'GET /v1/balance_transactions/:id': { endpoint: retrieve('balance_transaction'), plays: [] },
  'GET /v1/disputes': { endpoint: list('dispute'), plays: [...PAGING, 'charge', 'payment_intent'] },
  'GET /v1/disputes/:id': { endpoint: retrieve('dispute'), plays: [] },
  'POST /v1/disputes/:id/close': { endpoint: closeDispute, plays: [] },
  'GET /v1/events': { endpoint: list('event'), plays: [...PAGING, 'type', 'types'] },
  'GET /v1/events/:id': { endpoint: retrieve('event'), plays: [] },
}

/** Paths are relative to `/v1`. */
export function apiRoutes(context: SandboxContext): Hono {
  const app = new Hono()
  for (const [call, route] of Object.entries(ROUTES)) {
    const [method = '', path = ''] = call.split(' /v1')
    app.on(method, path, handle(context, call, route))
  }
  app.all('*', unknownAddress)
  return app
}
