/** `expand[]`: puts whole objects where ids are (docs.stripe.com/api/expanding_objects). */
import type { Database } from '#platform/database/database.ts'
import { invalid, type Refusal } from '../model/refusals.ts'
import { findAny, listObjects } from '../store.ts'

type Json = { [key: string]: unknown }

/** Works on a copy. Up to four levels; a path that leads nowhere is refused. */
export async function expand(db: Database, body: object, paths: string[]): Promise<object | Refusal> {
  const copy = structuredClone(body) as Json
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > 4)
      return invalid(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
        param: 'expand',
      })
    if (!(await follow(db, copy, steps)))
      return invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
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
