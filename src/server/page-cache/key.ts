/** Which requests the page cache may answer, and under which key. */

export interface AskedFor {
  method: string
  /** Path and query. */
  url: string
  cookie: string | undefined
  authorization: string | undefined
}

/** Plain paths only: other spellings of the same page would each be kept. Nothing of the API, no page's data. */
const PLAIN = /^\/(?!api\/|dev\/)[A-Za-z0-9._~/-]*$/
const ODD_ENDING = /.\/$|\.data$|\/\//
const ONLY_XSRF = /^XSRF-TOKEN=[^;]*$/

/** Whether whoever asks is nobody in particular: no cookie that says who, or what was unlocked. */
function isAnonymous({ method, cookie, authorization }: AskedFor): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return authorization === undefined && (cookie === undefined || ONLY_XSRF.test(cookie))
}

/** The key of a request without a query; null when the cache must not answer it, or not without a closer look. */
export function plainKey(asked: AskedFor): string | null {
  return isAnonymous(asked) && isPlain(asked.url) ? asked.url : null
}

/** The key of any request: its path with those of the page's own parameters that it has, in their order. */
export function keyOf(asked: AskedFor, paramsOf: (path: string) => readonly string[] | null): string | null {
  const [path = '', query = ''] = asked.url.split('?', 2)
  if (!isAnonymous(asked) || !isPlain(path)) return null
  const params = paramsOf(path)
  if (!params) return null
  const given = new URLSearchParams(query)
  const kept = params.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value]]
  })
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}

const isPlain = (path: string) => PLAIN.test(path) && !ODD_ENDING.test(path)
