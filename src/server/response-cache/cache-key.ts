/** Which requests the page cache may answer, and under which key. */

export interface AskedFor {
  method: string
  /** Path and query. */
  url: string
  cookie: string | undefined
  authorization: string | undefined
}

/** A page that may be kept, as `keptPageAt` finds it. */
export interface KeepablePage {
  /** Its one path, however that was written. */
  path: string
  /** The parameters that belong to it. */
  params: readonly string[]
}

/** Plain paths only: other spellings of the same page would each be kept. Nothing of the API, no page's data. */
const PLAIN = /^\/(?!api\/|dev\/)[A-Za-z0-9._~/-]*$/
const ODD_ENDING = /\.data$|\/\//
/** The cookies of the site that change a page: who is signed in, who has named the dog, which events are unlocked. All others change none. */
const TELLING = /(?:^|[;,\s])(?:(?:__Host-)?(?:session|family)|unlocked-\d+)\s*=/

/** Whether whoever asks is nobody in particular: no cookie that says who, or what was unlocked. */
function isAnonymous({ method, cookie, authorization }: AskedFor): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return authorization === undefined && (cookie === undefined || !TELLING.test(cookie))
}

/** The key of a request without a query; null when the cache must not answer it, or not without a closer look. */
export function plainKey(asked: AskedFor): string | null {
  return isAnonymous(asked) && isPlain(asked.url) ? asked.url : null
}

/** The key of any request: the path of its page with those of the page's own parameters that it has, in their order. */
export function keyOf(asked: AskedFor, pageAt: (path: string) => KeepablePage | null): string | null {
  const [asGiven = '', query = ''] = asked.url.split('?', 2)
  const page = isAnonymous(asked) && isPlain(asGiven) ? pageAt(asGiven) : null
  if (!page) return null
  const given = new URLSearchParams(query)
  const kept = page.params.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value]]
  })
  return kept.length === 0 ? page.path : `${page.path}?${new URLSearchParams(kept)}`
}

const isPlain = (path: string) => PLAIN.test(path) && !ODD_ENDING.test(path)
