import { data } from 'react-router'
import type { Failed } from '#shared/client.ts'

/** Of the gate and of what is behind it: it goes to no cache and no search engine. */
export const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

/** What a call found; a page that says what went wrong otherwise. */
export function orRefuse<Data>(found: { ok: true; data: Data } | Failed): Data {
  if (found.ok) return found.data
  throw data({ text: found.message }, { status: found.status || 503, headers: HEADERS })
}
