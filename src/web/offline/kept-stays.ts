/**
 * What a guest has asked this phone to keep of their stay (R32.4): what is needed on the road, and never anything about
 * health, money or an address. It lies in a cache of its own, where the service worker deletes it once the event is over.
 */
import { type Day, ranchDay } from '#shared/days.ts'
import { reservationPath } from '#shared/links.ts'

export interface KeptStay {
  uuid: string
  eventName: string
  /** As the private page says them. */
  dates: string
  /** The last day on which it is kept. */
  until: Day
  gateNotes: string[]
  host: string | null
  hostPhone: string | null
  /** The path of the directions, with the guest's own token, which opens nothing. */
  directions: string
}

/** The worker knows it by this name. */
const CACHE = 'kept-stays'

/** Browsers keep nothing on a page that came without https. */
export const canKeep = () => 'caches' in globalThis && 'serviceWorker' in navigator

export async function keepStay(stay: KeptStay): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(reservationPath(stay.uuid), Response.json(stay))
}

export async function forgetStay(uuid: string): Promise<void> {
  await (await caches.open(CACHE)).delete(reservationPath(uuid))
}

export async function isKept(uuid: string): Promise<boolean> {
  return (await caches.match(reservationPath(uuid), { cacheName: CACHE })) !== undefined
}

/** The kept stays, the first to end first; those that are over are deleted. */
export async function listKeptStays(now: Date): Promise<KeptStay[]> {
  const cache = await caches.open(CACHE)
  const stays: KeptStay[] = []
  for (const request of await cache.keys()) {
    const stay = (await (await cache.match(request))?.json()) as KeptStay | undefined
    if (stay && stay.until >= ranchDay(now)) stays.push(stay)
    else await cache.delete(request)
  }
  return stays.toSorted((one, other) => one.until.localeCompare(other.until))
}
