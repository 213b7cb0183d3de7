/**
 * The public pages at the speed of files (R20.10): rendered once, cached
 * whole, and dropped the moment that what they show has changed. Only what everybody sees alike comes in.
 */
import { type ChangeListener, isMarker, newMarker, publish } from '#platform/database/change-notifications.ts'
import type { Database } from '#platform/database/database.ts'
import type { CacheFacts } from '#platform/http/headers.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { cacheResponse, type CachedResponse } from './cached-response.ts'

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

// The database's notifications of changes are tracked, so that an old page is neither cached nor found.

interface ChangeTrackerOptions {
  db: Database
  /** The data of a tag has changed, or with null: anything may have. */
  onChange: (tag: string | null) => void
}

/** A marker of our own comes back in milliseconds; if not, the listener is in trouble. */
const MARKER_TIMEOUT_MS = 500
const ROUNDS = 5

function createChangeTracker({ db, onChange }: ChangeTrackerOptions) {
  let listening = false
  let behind = false
  let catchingUp: Promise<boolean> | null = null
  // A counter that each change raises, and what it was when a tag, or everything, changed last.
  let revision = 0
  let everythingAt = 0
  const changedAt = new Map<string, number>()
  const awaitedMarkers = new Map<string, () => void>()

  function invalidateAll(): void {
    everythingAt = revision += 1
    onChange(null)
  }

  /** Publishes a marker and waits for it: once it has come, the notifications of all that was committed before have come too. */
  async function awaitMarker(): Promise<boolean> {
    const marker = newMarker()
    const came = Promise.withResolvers<boolean>()
    awaitedMarkers.set(marker, () => came.resolve(true))
    const timer = setTimeout(() => came.resolve(false), MARKER_TIMEOUT_MS)
    behind = false
    publish(db, marker).catch(() => came.resolve(false))
    const current = await came.promise
    clearTimeout(timer)
    awaitedMarkers.delete(marker)
    if (!current) behind = true
    return current
  }

  const listener: ChangeListener = {
    notified: (payload) => {
      const awaited = awaitedMarkers.get(payload)
      if (awaited) return awaited()
      if (isMarker(payload)) return
      changedAt.set(payload, (revision += 1))
      onChange(payload)
    },
    listening: () => {
      listening = true
      invalidateAll()
    },
    lost: () => {
      listening = false
      invalidateAll()
    },
  }

  return {
    ...listener,
    /** True when notifications arrive at all. */
    isListening: () => listening,
    /** This process has changed something: the cache is not current until `catchUp`. */
    wrote: () => {
      behind = true
    },
    /** True when the notifications of everything that this process has committed have come. */
    isCurrent: () => listening && !behind && !catchingUp,
    /** Waits for the notifications of what this process has committed. False: they did not come, so answer without the cache. */
    catchUp: async () => {
      // More may be written while a marker is on its way.
      for (let round = 0; round < ROUNDS; round += 1) {
        if (!listening) return false
        if (!behind && !catchingUp) return true
        catchingUp ??= awaitMarker().finally(() => {
          catchingUp = null
        })
        if (!(await catchingUp)) return false
      }
      return false
    },
    /** The number of the last change, for `isUnchanged`. */
    revision: () => revision,
    /** True when none of these tags has changed since a revision. */
    isUnchanged: (tags: readonly string[], since: number) =>
      everythingAt <= since && tags.every((tag) => (changedAt.get(tag) ?? 0) <= since),
  }
}
