/** Where pages are kept: by key, least recently used first to go, found again by what they show. */
import type { CachedResponse } from './cached-response.ts'

export function createLruStore(limitBytes: number) {
  // A map keeps the order in which its keys were put in.
  const pages = new Map<string, CachedResponse>()
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
    put: (key: string, page: CachedResponse) => {
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
