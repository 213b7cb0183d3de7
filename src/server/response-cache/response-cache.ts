/**
 * Serves public pages as fast as files (R20.10). Each is rendered once per content version and ranch day,
 * then cached whole.
 * It caches only replies that are the same for everyone.
 */
import type { Database } from '#platform/database/database.ts'
import { findContentVersion } from '#platform/site-facts.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { cacheResponse, type CachedResponse } from './cached-response.ts'

/** A page rendered for the cache. `route` is its name in the log; null if it must not be cached. */
export interface Rendered {
  response: Response
  route: string | null
}

/**
 * Renders the page of a key. It counts against the rate limit of the request that triggered it. Nothing else
 * from that request may get into the page.
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
 * Milliseconds until the version is read again, since another process may have written. No visitor waits for
 * this read.
 */
const READ_AGAIN_MS = 500
/**
 * Serves a page only if its version was read this recently. So nobody gets an old page a second after another
 * process's commit.
 */
const VALID_MS = 900
/** A database that takes longer to return one row is in trouble. Pages without data still work then. */
const VERSION_TIMEOUT_MS = 500

/** The reply to a page loader's call. */
interface Answered<Reply> {
  reply: Reply
  cacheable: boolean
}

/** A loader's reply, stored as JSON because each page may modify its own copy. */
interface KeptReply {
  json: string
  size: number
  validUntil: number
}

/**
 * Pages and replies of one content version. A rendering stores its page on the shelf that was current when it
 * began.
 * If the version changes in the meantime, the shelf is replaced, so nobody finds the page with old content.
 */
interface VersionedCache {
  version: string | undefined
  pages: ReturnType<typeof createLruStore<CachedResponse>>
  replies: ReturnType<typeof createLruStore<KeptReply>>
  /** Renderings in progress, by key. They resolve to null if the page turns out not to be cacheable. */
  underWay: Map<string, Promise<CachedResponse | null>>
}

export function createResponseCache<Asker>(options: ResponseCacheOptions<Asker>) {
  const { db, now, render, limitBytes = LIMIT_BYTES } = options
  const emptyCache = (version?: string): VersionedCache => ({
    version,
    pages: createLruStore(limitBytes),
    replies: createLruStore(REPLIES_LIMIT_BYTES),
    underWay: new Map(),
  })
  let latest = emptyCache()
  /**
   * The shelf of the version read at `readAt`, by `performance.now()`; null if the database did not return
   * it.
   */
  let current: VersionedCache | null = null
  let readAt = -Infinity
  let reading: Promise<VersionedCache | null> | null = null

  /**
   * Returns the current shelf.
   * Returns undefined if the version must be read first: after a write of this process, or after a pause.
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

  /** Reads the version. Joins a running read only if this process has not written since it began. */
  function readVersion(): Promise<VersionedCache | null> {
    if (!reading) {
      const mine = readCache(performance.now(), () => reading === mine)
      reading = mine
    }
    return reading
  }

  async function readCache(began: number, isLatest: () => boolean): Promise<VersionedCache | null> {
    const found = await inTime(findContentVersion(db)).catch(() => null)
    if (found && found.version !== latest.version) latest = emptyCache(found.version)
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
    const until = nextMidnight(now())
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
     * Must be called after this process writes. The next request then reads the version before it is
     * answered.
     */
    noteWrite: () => {
      readAt = -Infinity
      reading = null
    },
    /** Returns the page immediately, without a promise, if it is cached and the version needs no read. */
    peek: (key: string): CachedResponse | undefined => {
      const on = knownCache()
      return on ? pageOn(on, key) : undefined
    },
    /**
     * Returns the page of a key. Renders it if needed, once for everyone who requests it at the same time.
     * Only the first caller gets a page that must not be cached. Returns null if the request must be answered
     * without the cache.
     */
    find: async (key: string, asker: Asker): Promise<CachedResponse | Response | null> => {
      const on = await currentCache()
      return on && (pageOn(on, key) ?? on.underWay.get(key) ?? makeForAll(on, key, asker))
    },
    /**
     * Returns the reply to a loader's call with this key. Calls `ask` if none is cached, and rejects if `ask`
     * does.
     */
    replyOf: async <Reply>(key: string, ask: () => Promise<Answered<Reply>>): Promise<Answered<Reply>> => {
      const on = await currentCache()
      if (!on) return ask()
      const known = on.replies.get(key)
      if (known && now().getTime() < known.validUntil)
        return { reply: JSON.parse(known.json) as Reply, cacheable: true }
      const until = nextMidnight(now())
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

/** Rejects if the database does not return the version in time. */
async function inTime(version: Promise<string | undefined>): Promise<{ version: string | undefined }> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error('Timed out reading the content version')),
    VERSION_TIMEOUT_MS,
  )
  try {
    return { version: await Promise.race([version, late.promise]) }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the next ranch midnight. Events start, payments fall due and sign-up closes then, so a page stays
 * correct until that moment.
 */
const nextMidnight = (now: Date): number => ranchInstant(addDays(ranchDay(now), 1)).getTime()

/** Creates a store of pages or replies by key. When it is full, it removes the least recently used ones. */
export function createLruStore<Entry extends { size: number }>(limitBytes: number) {
  // A map keeps its keys in the order of insertion.
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
