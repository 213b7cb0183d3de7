/** Stripe's addresses, who may call them, and which of the declared parameters the sandbox plays: what the site's adapter and card form use. */
import { Hono } from 'hono'
import type Stripe from 'stripe'
import type { Kind } from '../model/objects.ts'
import { invalid, noSuch } from '../model/refusals.ts'
import type { SandboxContext } from '../operation.ts'
import { createRefund } from '../refunds.ts'
import { listObjects } from '../store.ts'
import { createCustomer, deleteCustomer, listDomains, listMethods } from './customers.ts'
import { type Endpoint, handle, type Route, unknownAddress } from './handle.ts'
import { cancelIntent, confirm, createIntent, retrieveIntent } from './intents.ts'
import { createMethod, detachMethod } from './methods.ts'

/** The filters of the lists, each by what its route plays. */
type Filters = Stripe.PaymentIntentListParams & Stripe.RefundListParams & Stripe.BalanceTransactionListParams

/** Listing is alike for every kind of object. */
function list(kind: Kind): Endpoint<Filters> {
  return async ({ operation, params }) => {
    const { limit = 10, created } = params
    if (limit < 1 || limit > 100)
      return invalid(`Invalid integer: ${limit}. Limits are between 1 and 100.`, {
        code: 'parameter_invalid_integer',
        param: 'limit',
      })
    const found = await listObjects(operation.tx, kind, {
      limit,
      startingAfter: params.starting_after,
      createdSince: (created as Stripe.RangeQueryParam | undefined)?.gte,
      intent: params.payment_intent,
      payout: params.payout,
    })
    if ('unknownCursor' in found) return noSuch(kind, found.unknownCursor, 'starting_after')
    return { body: { object: 'list', data: found.data, has_more: found.hasMore, url: `/v1/${kind}s` } }
  }
}

const PAGING = ['limit', 'starting_after']

/** The calls by the names that the table of Stripe's calls gives them. */
export const ROUTES: Record<string, Route> = {
  'POST /v1/customers': { endpoint: createCustomer, plays: ['metadata'] },
  'DELETE /v1/customers/:id': { endpoint: deleteCustomer, plays: [] },
  'GET /v1/customers/:id/payment_methods': { endpoint: listMethods, plays: ['limit'] },
  'POST /v1/payment_intents': {
    endpoint: createIntent,
    plays: [
      'allowed_payment_method_types',
      'amount',
      'confirm',
      'currency',
      'customer',
      'metadata',
      'off_session',
      'payment_method',
      'setup_future_usage',
    ],
  },
  'GET /v1/payment_intents': { endpoint: list('payment_intent'), plays: ['created[gte]', ...PAGING] },
  'GET /v1/payment_intents/:id': {
    endpoint: retrieveIntent,
    plays: ['client_secret'],
    access: 'client-secret',
  },
  'POST /v1/payment_intents/:id/confirm': {
    endpoint: confirm,
    plays: ['payment_method', 'use_stripe_sdk'],
    access: 'client-secret',
    browser: { client_secret: 'string' },
  },
  'POST /v1/payment_intents/:id/cancel': { endpoint: cancelIntent, plays: [] },
  'POST /v1/payment_methods': {
    endpoint: createMethod,
    plays: [
      'card[token]',
      'card[number]',
      'card[exp_month]',
      'card[exp_year]',
      'card[cvc]',
      'billing_details',
      'type',
    ],
    access: 'publishable',
  },
  'POST /v1/payment_methods/:id/detach': { endpoint: detachMethod, plays: [] },
  'GET /v1/payment_method_domains': { endpoint: listDomains, plays: ['domain_name', 'limit'] },
  'POST /v1/refunds': { endpoint: createRefund, plays: ['amount', 'metadata', 'payment_intent'] },
  'GET /v1/refunds': { endpoint: list('refund'), plays: ['payment_intent', ...PAGING] },
  'GET /v1/disputes': { endpoint: list('dispute'), plays: ['payment_intent', ...PAGING] },
  'GET /v1/balance_transactions': {
    endpoint: list('balance_transaction'),
    plays: ['created[gte]', 'payout', ...PAGING],
  },
  'GET /v1/payouts': { endpoint: list('payout'), plays: ['created[gte]', ...PAGING] },
  'GET /v1/events': { endpoint: list('event'), plays: ['created[gte]', ...PAGING] },
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
