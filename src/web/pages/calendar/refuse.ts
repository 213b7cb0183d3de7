import { data } from 'react-router'
import type { Failed } from '#shared/client.ts'

/** Headers of the gate and of what is behind it: no cache, no search engine. */
export const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

/** The data of a call's reply; throws a page that says what went wrong otherwise. */
export function orRefuse<Data>(found: { ok: true; data: Data } | Failed): Data {
  if (found.ok) return found.data
  throw data({ text: found.message }, { status: found.status || 503, headers: HEADERS })
}
