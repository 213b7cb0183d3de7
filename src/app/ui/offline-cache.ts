/**
 * Stores JSON values in the browser for offline use. Each value has a last day, after which it is deleted.
 * The values are in the Cache API, because the service worker can read that too.
 */
import { type Day, ranchDay } from '#shared/days.ts'

export interface SavedOffline {
  /** The last ranch day of the value. After this day, the value is deleted. */
  until: Day
}

/** Names of the browser's caches for these values. The service worker uses the same names. */
type CacheName = 'kept-stays' | 'kept-presses'

/** Returns true if the browser can store values for offline use. It cannot without https. */
export const canSaveOffline = () => 'caches' in globalThis && 'serviceWorker' in navigator

/**
 * Stores a value. Rejects if the browser stores nothing.
 * @param key a path on this site, which identifies the value
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

/** Returns all stored values of a cache, and deletes values whose last day is over. */
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
