/**
 * Stores JSON in the browser for offline use, with the last day to keep it. It uses the Cache API, because the
 * service worker reads it there and deletes expired entries.
 */
import { type Day, ranchDay } from '#shared/days.ts'

export interface Kept {
  /** The last ranch day on which the entry is kept. */
  until: Day
}

/** Cache names. The service worker uses the same ones. */
type KeptName = 'kept-stays' | 'kept-presses'

/** Returns whether the browser can store anything. Without https it cannot. */
export const canKeep = () => 'caches' in globalThis && 'serviceWorker' in navigator

/**
 * Stores a value. @param key a path of this site, which identifies the entry. Rejects if the browser stores
 * nothing.
 */
export async function keep(name: KeptName, key: string, value: Kept): Promise<void> {
  const cache = await caches.open(name)
  await cache.put(key, Response.json(value))
}

export async function forget(name: KeptName, key: string): Promise<void> {
  const cache = await caches.open(name)
  await cache.delete(key)
}

export async function isKept(name: KeptName, key: string): Promise<boolean> {
  return (await caches.match(key, { cacheName: name })) !== undefined
}

/** Returns all stored values and deletes expired ones. */
export async function listKept<Value extends Kept>(name: KeptName, now: Date): Promise<Value[]> {
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
