/**
 * Serves public pages as fast as files (R20.10). Each page is rendered once per content version and ranch
 * day, and then cached as a whole. Caches only replies that are the same for everyone.
 */
import type { Database } from '#platform/database/database.ts'
import { type ContentVersion, findContentVersion } from '#platform/site-facts.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { cacheResponse, type CachedResponse } from './cached-response.ts'

/**
 * A page that was rendered for the cache. `route` is the page's name in the log, or null if the page must not
 * be cached.
 */
export interface Rendered {
  response: Response
  route: string | null
}

/**
 * Renders the page of a cache key. The rate limit counts this for the request that caused it. Nothing else of
 * that request may get into the page.
 */
export type Render<Asker> = (key: string, asker: Asker) => Promise<Rendered>

interface ResponseCacheOptions<Asker> {
  db: Database
  now: () => Date
  render: Render<Asker>
  limitBytes?: number
}

const LIMIT_BYTES = 64 * 1024 * 1024
const REPLIES_LIMIT_BYTES = 4 * 1024 * 1024
/**
 * After this many milliseconds, the content version is read again, because another process may have written.
 * No visitor waits for this read.
 */
const READ_AGAIN_MS = 500
/**
 * A page is served from the cache only if the content version was read at most this many milliseconds ago. So
 * one second after another process has committed, nobody gets an old page.
 */
const VALID_MS = 900
/**
 * A database that needs more than this many milliseconds for one row has a problem. Pages without data still
 * work then.
 */
const VERSION_TIMEOUT_MS = 500

/** The API's reply to a page loader's call. */
interface Answered<Reply> {
  reply: Reply
  cacheable: boolean
}

/**
 * The API's reply to a page loader, as the cache stores it. JSON, because each page may modify its own copy.
 */
interface KeptReply {
  json: string
  size: number
  validUntil: number
}

/**
 * Pages and API replies of one content version. A page is stored with the version that was current when its
 * rendering began. When the version changes, a new and empty cache takes the place of this one. So nobody
 * gets a page with old content.
 */
interface VersionedCache extends ContentVersion {
  pages: ReturnType<typeof createLruStore<CachedResponse>>
  replies: ReturnType<typeof createLruStore<KeptReply>>
  /**
   * Pages that are being rendered, by cache key. A promise resolves to null if the page must not be cached.
   */
  underWay: Map<string, Promise<CachedResponse | null>>
}

export function createResponseCache<Asker>(options: ResponseCacheOptions<Asker>) {
  const { db, now, render, limitBytes = LIMIT_BYTES } = options
  const emptyCache = (read: ContentVersion): VersionedCache => ({
    ...read,
    pages: createLruStore(limitBytes),
    replies: createLruStore(REPLIES_LIMIT_BYTES),
    underWay: new Map(),
  })
  let latest = emptyCache({ version: undefined, validUntil: -Infinity })
  /**
   * The cache of the content version that was read at `readAt` (of `performance.now()`). Null if the database
   * did not return the version.
   */
  let current: VersionedCache | null = null
  let readAt = -Infinity
  let reading: Promise<VersionedCache | null> | null = null

  /**
   * Returns the cache of the current content version. Returns undefined if the version must be read first:
   * after a write of this process, or when the last read is too old.
   */
  function knownCache(): VersionedCache | null | undefined {
    const age = performance.now() - readAt
    if (age >= READ_AGAIN_MS) void readVersion()
    return age < VALID_MS ? current : undefined
  }

  function currentCache(): Promise<VersionedCache | null> | VersionedCache | null {
    const known = knownCache()
    return known === undefined ? readVersion() : known
  }

  /**
   * Reads the content version. If a read is already running, waits for it, unless this process has written
   * since that read began.
   */
  function readVersion(): Promise<VersionedCache | null> {
    if (!reading) {
      const mine = readCache(performance.now(), () => reading === mine)
      reading = mine
    }
    return reading
  }

  async function readCache(began: number, isLatest: () => boolean): Promise<VersionedCache | null> {
    const found = await inTime(findContentVersion(db, now())).catch(() => null)
    if (found && found.version !== latest.version) latest = emptyCache(found)
    else if (found) latest.validUntil = found.validUntil
    const read = found && latest
    if (isLatest()) {
      current = read
      readAt = found ? began : performance.now()
      reading = null
    }
    return read
  }

  const pageOn = ({ pages }: VersionedCache, key: string): CachedResponse | undefined => {
    const page = pages.get(key)
    return page && now().getTime() < page.validUntil ? page : undefined
  }

  async function make(on: VersionedCache, key: string, asker: Asker): Promise<CachedResponse | Response> {
    const until = Math.min(nextMidnight(now()), on.validUntil)
    const { response, route } = await render(key, asker)
    if (route === null) return response
    const page = await cacheResponse(response, { route, validUntil: until })
    on.pages.put(key, page)
    return page
  }

  function makeForAll(on: VersionedCache, key: string, asker: Asker): Promise<CachedResponse | Response> {
    const made = make(on, key, asker)
    const forOthers = made.then(
      (found) => (found instanceof Response ? null : found),
      () => null,
    )
    on.underWay.set(key, forOthers)
    return made.finally(() => on.underWay.delete(key))
  }

  return {
    /**
     * Must be called after this process has written to the database. The next request then waits until the
     * content version is read.
     */
    noteWrite: () => {
      readAt = -Infinity
      reading = null
    },
    /** Returns the page synchronously if it is cached and the content version need not be read. */
    peek: (key: string): CachedResponse | undefined => {
      const on = knownCache()
      return on ? pageOn(on, key) : undefined
    },
    /**
     * Returns the page of a cache key. If the page must be rendered, that is done once for everyone who
     * requests it at the same time. If the page must not be cached, only the first caller gets it. Returns
     * null if the cache must not answer the request.
     */
    find: async (key: string, asker: Asker): Promise<CachedResponse | Response | null> => {
      const on = await currentCache()
      return on && (pageOn(on, key) ?? on.underWay.get(key) ?? makeForAll(on, key, asker))
    },
    /**
     * Returns the API's reply to a page loader's call with this cache key. Calls `ask` if no reply is cached,
     * and rejects if `ask` does.
     */
    replyOf: async <Reply>(key: string, ask: () => Promise<Answered<Reply>>): Promise<Answered<Reply>> => {
      const on = await currentCache()
      if (!on) return ask()
      const known = on.replies.get(key)
      if (known && now().getTime() < known.validUntil)
        return { reply: JSON.parse(known.json) as Reply, cacheable: true }
      const until = Math.min(nextMidnight(now()), on.validUntil)
      const answered = await ask()
      if (answered.cacheable) {
        const json = JSON.stringify(answered.reply)
        on.replies.put(key, { json, size: json.length, validUntil: until })
      }
      return answered
    },
  }
}

export type ResponseCache<Asker> = ReturnType<typeof createResponseCache<Asker>>
export type ReplyCache = Pick<ResponseCache<unknown>, 'replyOf'>

/** Resolves to the content version. Rejects if the database does not return it in time. */
async function inTime(version: Promise<ContentVersion>): Promise<ContentVersion> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error('Timed out reading the content version')),
    VERSION_TIMEOUT_MS,
  )
  try {
    return await Promise.race([version, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the next midnight at the ranch. At that time events start, payments become due and sign-ups close.
 * So a page is correct until then, unless a scheduled event appears earlier.
 */
const nextMidnight = (now: Date): number => ranchInstant(addDays(ranchDay(now), 1)).getTime()

/**
 * Creates a store of pages or replies by cache key. When it is full, it removes the least recently used ones.
 */
export function createLruStore<Entry extends { size: number }>(limitBytes: number) {
  // A map keeps its keys in the order in which they were added. Each use adds the key again, so the first key
  // is the least recently used.
  const pages = new Map<string, Entry>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= pages.get(key)?.size ?? 0
    pages.delete(key)
  }

  return {
    get: (key: string) => {
      const page = pages.get(key)
      if (!page) return undefined
      pages.delete(key)
      pages.set(key, page)
      return page
    },
    put: (key: string, page: Entry) => {
      remove(key)
      pages.set(key, page)
      bytes += page.size
      for (const oldest of pages.keys()) {
        if (bytes <= limitBytes) return
        remove(oldest)
      }
    },
  }
}
