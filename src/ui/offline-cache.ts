/**
 * Things that this browser keeps for when the signal ends: JSON with the last day on which it is kept. It lies in caches, since the
 * service worker finds it there too and deletes what is over.
 */
import { type Day, ranchDay } from '#shared/days.ts'

export interface Kept {
  /** The last day on which it is kept. */
  until: Day
}

/** The worker knows both by these names. */
type KeptName = 'kept-stays' | 'kept-presses'

/** Browsers keep nothing on a page that came without https. */
export const canKeep = () => 'caches' in globalThis && 'serviceWorker' in navigator

/** @param key a path of this site, by which it is found again. Rejects where the browser keeps nothing. */
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

/** All that is kept; what is over is deleted. */
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
