/** Stripe's addresses and who may call them. */
import { Hono } from 'hono'
import type { SandboxContext } from '../context.ts'
import { confirm, retrieveIntent } from './confirm.ts'
import { closeDispute } from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import { handle, unknownAddress } from './handle.ts'
import { cancelIntent, createIntent, updateIntent } from './intents.ts'
import type { Access } from './keys.ts'
import { list, retrieve } from './lists.ts'
import { createMethod } from './methods.ts'
import { createRefund, updateRefund } from './refunds.ts'

type Route = readonly [method: 'GET' | 'POST', path: string, endpoint: Endpoint, access?: Access]

const ROUTES: readonly Route[] = [
  ['POST', '/payment_intents', createIntent],
  ['GET', '/payment_intents', list('payment_intent', ['customer'])],
  ['GET', '/payment_intents/:id', retrieveIntent, 'client-secret'],
  ['POST', '/payment_intents/:id', updateIntent],
  ['POST', '/payment_intents/:id/confirm', confirm, 'client-secret'],
  ['POST', '/payment_intents/:id/cancel', cancelIntent],
  ['POST', '/payment_methods', createMethod, 'publishable'],
  ['GET', '/payment_methods/:id', retrieve('payment_method')],
  ['GET', '/charges', list('charge', ['payment_intent', 'customer'])],
  ['GET', '/charges/:id', retrieve('charge')],
  ['POST', '/refunds', createRefund],
  ['GET', '/refunds', list('refund', ['payment_intent', 'charge'])],
  ['GET', '/refunds/:id', retrieve('refund')],
  ['POST', '/refunds/:id', updateRefund],
  ['GET', '/balance_transactions', list('balance_transaction', ['type'])],
  ['GET', '/balance_transactions/:id', retrieve('balance_transaction')],
  ['GET', '/disputes', list('dispute', ['payment_intent', 'charge'])],
  ['GET', '/disputes/:id', retrieve('dispute')],
  ['POST', '/disputes/:id/close', closeDispute],
  ['GET', '/events', list('event', ['type', 'types'])],
  ['GET', '/events/:id', retrieve('event')],
]

/** Paths are relative to `/v1`. */
export function apiRoutes(context: SandboxContext): Hono {
  const app = new Hono()
  for (const [method, path, endpoint, access = 'secret'] of ROUTES)
    app.on(method, path, handle(context, endpoint, access))
  app.all('*', unknownAddress)
  return app
}
