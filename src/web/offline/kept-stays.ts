/**
 * The essentials of a stay that a guest has asked this phone to keep (R32.4): what is needed on the road, and never anything about
 * health, money or an address. The service worker deletes it once the event is over.
 */
import type { ShownWay } from '#features/arrival/rules.ts'
import type { Day } from '#shared/days.ts'
import { reservationPath } from '#shared/links.ts'
import { forget, isKept, keep, type Kept, listKept } from '#ui/offline-cache.ts'

export interface KeptStay extends Kept {
  uuid: string
  eventName: string
  /** As the private page says them. */
  dates: string
  /** The event's first day; `until` is its last. */
  from: Day
  /** The guest's way so far; null: nobody is expected by this stay. */
  way: ShownWay | null
  gateNotes: string[]
  host: string | null
  hostPhone: string | null
  /** The path of the directions, with the guest's own token, which opens nothing. */
  directions: string
}

const CACHE = 'kept-stays'

export const keepStay = (stay: KeptStay) => keep(CACHE, reservationPath(stay.uuid), stay)
export const forgetStay = (uuid: string) => forget(CACHE, reservationPath(uuid))
export const isStayKept = (uuid: string) => isKept(CACHE, reservationPath(uuid))

/** The kept stays, the first to end first; those that are over are deleted. */
export async function listKeptStays(now: Date): Promise<KeptStay[]> {
  const stays = await listKept<KeptStay>(CACHE, now)
  return stays.toSorted((one, other) => one.until.localeCompare(other.until))
}
