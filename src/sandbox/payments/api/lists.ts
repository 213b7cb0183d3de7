/** Listing, which is alike for every kind of object, and `expand[]`, which puts whole objects where ids are. */
import type Stripe from 'stripe'
import type { Database } from '#platform/database/database.ts'
import { invalid, noSuch, type Refusal } from '../model/refusals.ts'
import type { Kind } from '../model/objects.ts'
import { findAny, listObjects } from '../store.ts'
import type { Endpoint } from './handle.ts'

/** The filters of the lists, each by what its route plays. */
type Filters = Stripe.PaymentIntentListParams & Stripe.RefundListParams & Stripe.BalanceTransactionListParams

export function list(kind: Kind): Endpoint<Filters> {
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

type Json = { [key: string]: unknown }

/** Works on a copy. A path that leads nowhere is refused (docs.stripe.com/api/expanding_objects). */
export async function expand(db: Database, body: object, paths: string[]): Promise<object | Refusal> {
  const copy = structuredClone(body) as Json
  for (const path of paths)
    if (!(await follow(db, copy, path.split('.'))))
      return invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  return copy
}

async function follow(db: Database, at: unknown, steps: string[]): Promise<boolean> {
  const [step, ...rest] = steps
  if (step === undefined || at === null) return true
  if (Array.isArray(at)) {
    for (const item of at) if (!(await follow(db, item, steps))) return false
    return true
  }
  if (typeof at !== 'object' || !(step in at)) return false
  const node = at as Json
  if (step === 'refunds' && node['object'] === 'charge')
    node['refunds'] = await refundsOf(db, String(node['id']))
  else if (typeof node[step] === 'string') {
    const found = step === 'id' ? undefined : await findAny(db, node[step])
    if (found === undefined) return false
    node[step] = structuredClone(found)
  }
  return follow(db, node[step], rest)
}

async function refundsOf(db: Database, charge: string) {
  const page = await listObjects(db, 'refund', { limit: 10, charge })
  const { data, hasMore } = 'data' in page ? page : { data: [], hasMore: false }
  return { object: 'list', data, has_more: hasMore, url: `/v1/charges/${charge}/refunds` }
}
