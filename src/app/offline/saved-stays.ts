/**
 * The part of a stay that a guest needs on the road. The phone stores it if the guest asks for it (R32.4). It
 * contains nothing about health, payments or addresses. The service worker deletes it after the event.
 */
import type { ArrivalProgress } from '#domain/onsite/arrival/rules.ts'
import type { Day } from '#shared/days.ts'
import { reservationPath } from '#shared/links.ts'
import {
  deleteOffline,
  isSavedOffline,
  saveOffline,
  type SavedOffline,
  listSavedOffline,
} from '#app/ui/offline-cache.ts'

export interface SavedStay extends SavedOffline {
  uuid: string
  eventName: string
  /** The days of the stay, formatted as on the private page. */
  dates: string
  /** The first ranch day of the event. The last ranch day is `until`. */
  from: Day
  /** Which arrival buttons the guest has pressed. Null if the page shows no arrival buttons. */
  way: ArrivalProgress | null
  gateNotes: string[]
  host: string | null
  hostPhone: string | null
  /** Path of the directions with the guest's attendee token. This token gives access to no personal data. */
  directions: string
}

const CACHE = 'kept-stays'

export const saveStay = (stay: SavedStay) => saveOffline(CACHE, reservationPath(stay.uuid), stay)
export const deleteStay = (uuid: string) => deleteOffline(CACHE, reservationPath(uuid))
export const isStaySaved = (uuid: string) => isSavedOffline(CACHE, reservationPath(uuid))

/** Returns the saved stays, ordered by their last day. Deletes saved stays of past events. */
export async function listSavedStays(now: Date): Promise<SavedStay[]> {
  const stays = await listSavedOffline<SavedStay>(CACHE, now)
  return stays.toSorted((one, other) => one.until.localeCompare(other.until))
}
