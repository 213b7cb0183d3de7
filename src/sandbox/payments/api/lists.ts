/** Retrieving and listing, which are alike for every kind of object. */
import type Stripe from 'stripe'
import { NAMES, type Kind } from '../model/objects.ts'
import { invalid, noSuch, type Refusal } from '../model/refusals.ts'
import { findObject, listObjects, type ListFilter } from '../store.ts'
import { countPending } from '../webhooks/store.ts'
import type { Answer, Endpoint } from './endpoint.ts'

export function retrieve(kind: Kind): Endpoint {
  return async ({ world, id }) => {
    const found = await findObject(world.tx, kind, id)
    if (found === undefined) return noSuch(kind, id)
    if (kind !== 'event') return { body: found.body }
    return { body: { ...found.body, pending_webhooks: await countPending(world.tx, id) } }
  }
}

/** What the lists are filtered by, each by what its route plays. */
type Filters = Stripe.PaymentIntentListParams & Stripe.RefundListParams & Stripe.EventListParams

export function list(kind: Kind): Endpoint<Filters> {
  return async ({ world, params }) => {
    const { limit = 10 } = params
    if (limit < 1 || limit > 100)
      return invalid(`Invalid integer: ${limit}. Limits are between 1 and 100.`, {
        code: 'parameter_invalid_integer',
        param: 'limit',
      })
    return page(kind, await listObjects(world.tx, kind, toFilter(params, limit)))
  }
}

function toFilter(params: Filters, limit: number): ListFilter {
  const { created, type, types } = params
  return {
    limit,
    startingAfter: params.starting_after,
    endingBefore: params.ending_before,
    created: typeof created === 'number' ? { gte: created, lte: created } : created,
    intent: params.payment_intent,
    charge: params.charge,
    types: type === undefined ? types : [type],
  }
}

function page(kind: Kind, found: Awaited<ReturnType<typeof listObjects>>): Answer | Refusal {
  if ('unknownCursor' in found) return noSuch(kind, found.unknownCursor, 'starting_after')
  const url = `/v1/${NAMES[kind].plural}`
  return { body: { object: 'list', data: found.data, has_more: found.hasMore, url } }
}
