/** Retrieving and listing, which are alike for every kind of object. */
import { z } from 'zod'
import { NAMES, type Kind } from '../model/objects.ts'
import { invalid, noSuch, type Refusal } from '../model/refusals.ts'
import { findObject, listObjects, type ListFilter } from '../store.ts'
import { countPending } from '../webhooks/store.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import { common, paging, readParams } from './params.ts'

const nothingElse = z.strictObject(common)

export function retrieve(kind: Kind): Endpoint {
  return async ({ world, id, form }) => {
    const params = readParams(nothingElse, form)
    if (params.refusal) return params
    const found = await findObject(world.tx, kind, id)
    if (found === undefined) return noSuch(kind, id)
    if (kind !== 'event') return { body: found.body }
    return { body: { ...found.body, pending_webhooks: await countPending(world.tx, id) } }
  }
}

const filters = z.strictObject({
  ...paging,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
  customer: z.string().optional(),
})
type Filters = z.infer<typeof filters>
type FilterName = Exclude<keyof Filters, keyof typeof paging>

/** @param allowed the filters that this kind's list knows. */
export function list(kind: Kind, allowed: readonly FilterName[]): Endpoint {
  return async ({ world, form }) => {
    const unknown = Object.keys(form).find(
      (name) => !(name in paging) && !allowed.some((known) => known === name),
    )
    if (unknown !== undefined)
      return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
    const params = readParams(filters, form)
    if (params.refusal) return params
    const { limit = 10, customer } = params.value
    if (limit < 1 || limit > 100)
      return invalid(`Invalid integer: ${limit}. Limits are between 1 and 100.`, {
        code: 'parameter_invalid_integer',
        param: 'limit',
      })
    if (customer !== undefined) return noCustomer(customer)
    return page(kind, await listObjects(world.tx, kind, toFilter(params.value, limit)))
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

/** The sandbox keeps no customers. */
export function noCustomer(id: string): Refusal {
  return invalid(`No such customer: '${id}'`, { code: 'resource_missing', param: 'customer' })
}
