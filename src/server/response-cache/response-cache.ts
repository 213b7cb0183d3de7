/**
 * The public pages at the speed of files (R20.10): rendered once, cached
 * whole, and dropped the moment that what they show has changed. Only what everybody sees alike comes in.
 */
import type { Database } from '#platform/database/database.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import type { CacheFacts } from '#platform/http/headers.ts'
import { cacheResponse, type CachedResponse } from './cached-response.ts'
import { createChangeTracker } from './change-tracker.ts'

/** A page rendered for nobody in particular; without facts it must not be cached. */
export interface Rendered {
  response: Response
  facts: CacheFacts | null
}

/** Renders the page of a key, at the expense of whoever asked first; nothing else of them may get into it. */
export type Render<Asker> = (key: string, asker: Asker) => Promise<Rendered>

interface ResponseCacheOptions<Asker> {
  db: Database
  now: () => Date
  render: Render<Asker>
  limitBytes?: number
}

const LIMIT_BYTES = 64 * 1024 * 1024
const REPLIES_LIMIT_BYTES = 4 * 1024 * 1024

/** What a page's loader was answered; without tags it must not be kept. */
interface Answered<Reply> {
  reply: Reply
  tags: readonly string[] | null
}

/** A loader's reply as it is kept: as JSON, since whoever gets it may change it. */
interface KeptReply {
  json: string
  tags: readonly string[]
  size: number
  /** As a page's. */
  validUntil: number
}

export function createResponseCache<Asker>(options: ResponseCacheOptions<Asker>) {
  const { db, now, render, limitBytes = LIMIT_BYTES } = options
  const store = createLruStore<CachedResponse>(limitBytes)
  const replies = createLruStore<KeptReply>(REPLIES_LIMIT_BYTES)
  const underWay = new Map<string, Promise<CachedResponse | null>>()
  const changes = createChangeTracker({
    db,
    onChange: (tag) => {
      for (const each of [store, replies]) {
        if (tag === null) each.clear()
        else each.drop(tag)
      }
      // Requests from now on must not get what was read before.
      underWay.clear()
    },
  })

  /** The page if it is there and certainly as new as the database; at once, without a promise. */
  function peek(key: string): CachedResponse | undefined {
    if (!changes.isCurrent()) return undefined
    const page = store.get(key)
    return page && now().getTime() < page.validUntil ? page : undefined
  }

  async function make(key: string, asker: Asker): Promise<CachedResponse | Response> {
    const since = changes.revision()
    const validUntil = nextMidnight(now())
    const { response, facts } = await render(key, asker)
    if (!facts) return response
    const page = await cacheResponse(response, { ...facts, validUntil })
    if (changes.isUnchanged(page.tags, since)) store.put(key, page)
    return page
  }

  function makeForAll(key: string, asker: Asker): Promise<CachedResponse | Response> {
    const made = make(key, asker)
    const forOthers = made.then(
      (found) => (found instanceof Response ? null : found),
      () => null,
    )
    underWay.set(key, forOthers)
    return made.finally(() => {
      if (underWay.get(key) === forOthers) underWay.delete(key)
    })
  }

  return {
    /** Is notified of what changes (`ListenForChanges`), and told of what this process writes. Until it listens, nothing is cached. */
    changes,
    peek,
    /**
     * The page of a key, rendered when needed, once for all who ask meanwhile. What turns out not to be cacheable
     * goes to the first who asked; the others, and everybody while notifications do not come, get null.
     */
    find: async (key: string, asker: Asker): Promise<CachedResponse | Response | null> => {
      if (!(await changes.catchUp())) return null
      return peek(key) ?? underWay.get(key) ?? makeForAll(key, asker)
    },
    /** What a loader's call of this key is answered, asked for when it is not known, or may be old. Rejects when asking does. */
    replyOf: async <Reply>(key: string, ask: () => Promise<Answered<Reply>>): Promise<Answered<Reply>> => {
      if (!(await changes.catchUp())) return ask()
      const known = replies.get(key)
      if (known && now().getTime() < known.validUntil)
        return { reply: JSON.parse(known.json) as Reply, tags: known.tags }
      const since = changes.revision()
      const validUntil = nextMidnight(now())
      const { reply, tags } = await ask()
      if (tags && changes.isUnchanged(tags, since)) {
        const json = JSON.stringify(reply)
        replies.put(key, { json, tags, size: json.length, validUntil })
      }
      return { reply, tags }
    },
  }
}

export type ResponseCache<Asker> = ReturnType<typeof createResponseCache<Asker>>
export type ReplyCache = Pick<ResponseCache<unknown>, 'replyOf'>

/** Events begin, dues come and sign-up ends with a ranch day, so a page is true until the next one. */
const nextMidnight = (now: Date): number => ranchInstant(addDays(ranchDay(now), 1)).getTime()

interface Stored {
  /** Tags of what it shows. */
  tags: readonly string[]
  /** Bytes of memory, near enough. */
  size: number
}

/** A store of pages or replies by their keys: the least recently used go first, and what shows a tag is found again by it. */
export function createLruStore<Entry extends Stored>(limitBytes: number) {
  // A map keeps the order in which its keys were put in.
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
    /** Takes away what shows this. */
    drop: (tag: string) => {
      for (const [key, page] of pages) if (page.tags.includes(tag)) remove(key)
    },
    clear: () => {
      pages.clear()
      bytes = 0
    },
  }
}
