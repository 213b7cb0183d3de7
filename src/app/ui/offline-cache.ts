/**
 * Stores JSON in the browser for offline use. Each value has a last day, after which it is deleted. Uses the
 * Cache API, because the service worker can read it too.
 */
import { type Day, ranchDay } from '#shared/days.ts'

export interface SavedOffline {
  /** The last ranch day on which the value is kept. */
  until: Day
}

/** Names of the browser's caches. The service worker uses the same names. */
type CacheName = 'kept-stays' | 'kept-presses'

/** Returns true if the browser can store anything. It cannot without https. */
export const canSaveOffline = () => 'caches' in globalThis && 'serviceWorker' in navigator

/**
 * Stores a value. @param key a path of this site, which identifies the value. Rejects if the browser stores
 * nothing.
 */
export async function saveOffline(name: CacheName, key: string, value: SavedOffline): Promise<void> {
  const cache = await caches.open(name)
  await cache.put(key, Response.json(value))
}

export async function deleteOffline(name: CacheName, key: string): Promise<void> {
  const cache = await caches.open(name)
  await cache.delete(key)
}

export async function isSavedOffline(name: CacheName, key: string): Promise<boolean> {
  return (await caches.match(key, { cacheName: name })) !== undefined
}

/** Returns all stored values and deletes expired ones. */
export async function listSavedOffline<Value extends SavedOffline>(
  name: CacheName,
  now: Date,
): Promise<Value[]> {
  if (!(await caches.has(name))) return []
  const cache = await caches.open(name)
  const values: Value[] = []
  for (const request of await cache.keys()) {
    const value = (await (await cache.match(request))?.json()) as Value | undefined
    if (value && value.until >= ranchDay(now)) values.push(value)
    else await cache.delete(request)
  }
  return values
}
