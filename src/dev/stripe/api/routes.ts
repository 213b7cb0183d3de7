/** The addresses of Stripe's API, the parameters of each, and who may call it. */
import { Hono } from 'hono'
import type Stripe from 'stripe'
import type { Kind, Kinds } from '../model/objects.ts'
import { invalid, noSuch } from '../model/refusals.ts'
import type { SandboxContext } from '../operation.ts'
import { createRefund } from '../refunds.ts'
import { listObjects } from '../store.ts'
import { createCustomer, deleteCustomer, listDomains, listMethods } from './customers.ts'
import { type Endpoint, handle, type Route, route, unknownAddress } from './handle.ts'
import { cancelIntent, confirm, createIntent, retrieveIntent } from './intents.ts'
import { createMethod, detachMethod } from './methods.ts'
import { boolean, emptyableText, hash, integer, listOf, metadata, oneOf, text } from './parameters.ts'

/** Filters of a list. Each list accepts only the filters that Stripe declares for that list. */
interface Filters extends Stripe.PaginationParams {
  created?: Stripe.RangeQueryParam | number
  payment_intent?: string
  payout?: string
}

/**
 * Creates the endpoint that lists one kind of object. `Params` is the SDK's type of the endpoint's
 * parameters.
 */
function list<Params extends Filters, K extends Kind>(kind: K): Endpoint<Params, Stripe.ApiList<Kinds[K]>> {
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
      createdSince: typeof created === 'object' ? created.gte : undefined,
      intent: params.payment_intent,
      payout: params.payout,
    })
    if ('unknownCursor' in found) return noSuch(kind, found.unknownCursor, 'starting_after')
    return { body: { object: 'list', data: found.data, has_more: found.hasMore, url: `/v1/${kind}s` } }
  }
}

const paging = { limit: integer, starting_after: text }
const since = { created: hash<Stripe.RangeQueryParam>({ gte: integer }) }

/** How a saved card can be used (docs.stripe.com/payments/cards/save-and-reuse). */
const CREDENTIAL_USAGES = ['installment', 'recurring', 'unscheduled'] as const

/** The API calls that the site's adapter and its card form send, each with its parameters. */
const ROUTES: Record<string, Route> = {
  'POST /v1/customers': route(createCustomer, { takes: { metadata }, shows: 'customer' }),
  'DELETE /v1/customers/:id': route(deleteCustomer, { takes: {}, shows: 'customer' }),
  'GET /v1/customers/:id/payment_methods': route(listMethods, {
    takes: { limit: integer },
    shows: 'payment_method',
  }),
  'POST /v1/payment_intents': route(createIntent, {
    takes: {
      allowed_payment_method_types: listOf(oneOf('card', 'link')),
      amount: integer,
      confirm: boolean,
      currency: text,
      customer: text,
      metadata,
      off_session: boolean,
      payment_method: text,
      payment_method_options: hash<Stripe.PaymentIntentCreateParams.PaymentMethodOptions>({
        card: hash<Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card>({
          setup_credential_usage: oneOf(...CREDENTIAL_USAGES),
          stored_credential_usage: oneOf(...CREDENTIAL_USAGES),
        }),
      }),
      setup_future_usage: oneOf('off_session'),
    },
    needs: ['amount', 'currency'],
    shows: 'payment_intent',
  }),
  'GET /v1/payment_intents': route(list<Stripe.PaymentIntentListParams, 'payment_intent'>('payment_intent'), {
    takes: { ...paging, ...since },
    shows: 'payment_intent',
  }),
  'GET /v1/payment_intents/:id': route(retrieveIntent, {
    takes: { client_secret: text },
    shows: 'payment_intent',
    access: 'client-secret',
  }),
  'POST /v1/payment_intents/:id/confirm': route(confirm, {
    takes: { client_secret: text, payment_method: text, use_stripe_sdk: boolean },
    shows: 'payment_intent',
    access: 'client-secret',
  }),
  'POST /v1/payment_intents/:id/cancel': route(cancelIntent, { takes: {}, shows: 'payment_intent' }),
  'POST /v1/payment_methods': route(createMethod, {
    takes: {
      billing_details: hash<Stripe.PaymentMethodCreateParams.BillingDetails>({
        email: emptyableText,
        name: emptyableText,
        phone: emptyableText,
      }),
      card: hash<Stripe.PaymentMethodCreateParams.Card>({
        cvc: text,
        exp_month: integer,
        exp_year: integer,
        number: text,
        token: text,
      }),
      type: text,
    },
    shows: 'payment_method',
    access: 'publishable',
  }),
  'POST /v1/payment_methods/:id/detach': route(detachMethod, { takes: {}, shows: 'payment_method' }),
  'GET /v1/payment_method_domains': route(listDomains, {
    takes: { domain_name: text, limit: integer },
    shows: 'payment_method',
  }),
  'POST /v1/refunds': route(createRefund, {
    takes: { amount: integer, metadata, payment_intent: text },
    shows: 'refund',
  }),
  'GET /v1/refunds': route(list<Stripe.RefundListParams, 'refund'>('refund'), {
    takes: { payment_intent: text, ...paging },
    shows: 'refund',
  }),
  'GET /v1/disputes': route(list<Stripe.DisputeListParams, 'dispute'>('dispute'), {
    takes: { payment_intent: text, ...paging },
    shows: 'dispute',
  }),
  'GET /v1/balance_transactions': route(
    list<Stripe.BalanceTransactionListParams, 'balance_transaction'>('balance_transaction'),
    { takes: { payout: text, ...paging, ...since }, shows: 'balance_transaction' },
  ),
  'GET /v1/payouts': route(list<Stripe.PayoutListParams, 'payout'>('payout'), {
    takes: { ...paging, ...since },
    shows: 'payout',
  }),
  'GET /v1/events': route(list<Stripe.EventListParams, 'event'>('event'), {
    takes: { ...paging, ...since },
    shows: 'event',
  }),
}

/** Creates the routes of the sandbox's API. Their paths are relative to `/v1`. */
export function apiRoutes(context: SandboxContext): Hono {
  const app = new Hono()
  for (const [call, terms] of Object.entries(ROUTES)) {
    const [method = '', path = ''] = call.split(' /v1')
    app.on(method, path, handle(context, call, terms))
  }
  app.all('*', unknownAddress)
  return app
}
