/**
 * The public pages at the speed of files (ARCHITECTURE "Pages at the speed of files"): rendered once, kept
 * whole, and let go the moment that what they show has changed. Only what everybody sees alike comes in.
 */
import type { Database } from '#platform/database/database.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { keepPage, type KeptPage, type PageFacts } from './kept-page.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createShelf } from './shelf.ts'

/** A page rendered for nobody in particular; without facts it must not be kept. */
export interface Rendered {
  response: Response
  facts: PageFacts | null
}

/** Renders the page of a key, at the expense of whoever asked first; nothing else of them may get into it. */
export type Render<Asker> = (key: string, asker: Asker) => Promise<Rendered>

export interface PageCacheOptions<Asker> {
  db: Database
  now: () => Date
  render: Render<Asker>
  limitBytes?: number
}

export interface PageCache<Asker> {
  /** Hears what changes (`ListenForChanges`), and is told of what this process writes. Until it listens, nothing is kept. */
  ledger: Ledger
  /** The page if it is there and certainly as new as the database; at once, without a promise. */
  peek(key: string): KeptPage | undefined
  /**
   * The page of a key, rendered when needed, once for all who ask meanwhile. What turns out not to be keepable
   * goes to the first who asked; the others, and everybody while the changes are not heard, get null.
   */
  find(key: string, asker: Asker): Promise<KeptPage | Response | null>
}

const LIMIT_BYTES = 64 * 1024 * 1024

export function createPageCache<Asker>(options: PageCacheOptions<Asker>): PageCache<Asker> {
  const { db, now, render, limitBytes = LIMIT_BYTES } = options
  const shelf = createShelf(limitBytes)
  const underWay = new Map<string, Promise<KeptPage | null>>()
  const ledger = createLedger({
    db,
    onChange: (tag) => {
      if (tag === null) shelf.clear()
      else shelf.drop(tag)
      // Who asks from now on must not get what was read before.
      underWay.clear()
    },
  })

  function peek(key: string): KeptPage | undefined {
    if (!ledger.isCurrent()) return undefined
    const page = shelf.get(key)
    return page && now().getTime() < page.validUntil ? page : undefined
  }

  async function make(key: string, asker: Asker): Promise<KeptPage | Response> {
    const since = ledger.moment()
    const validUntil = nextMidnight(now())
    const { response, facts } = await render(key, asker)
    if (!facts) return response
    const page = await keepPage(response, { ...facts, validUntil })
    if (ledger.unmoved(page.tags, since)) shelf.put(key, page)
    return page
  }

  function makeForAll(key: string, asker: Asker): Promise<KeptPage | Response> {
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
    ledger,
    peek,
    find: async (key, asker) => {
      if (!(await ledger.caughtUp())) return null
      return peek(key) ?? underWay.get(key) ?? makeForAll(key, asker)
    },
  }
}

/** Events begin, dues come and sign-up ends with a ranch day, so a page is true until the next one. */
function nextMidnight(now: Date): number {
  return ranchInstant(addDays(ranchDay(now), 1)).getTime()
}
