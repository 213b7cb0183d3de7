/** Counts the free spots that are not reserved for the waitlist. */
import type { LockedEvent } from '#domain/events/store/events.ts'
import type { Database } from '#platform/database/database.ts'
import { nextOnWaitlist, offersRun, spotsWanted } from './rules.ts'
import { listWanted } from './store/entries.ts'

/**
 * Returns how many of the `left` free spots anyone may book. While automatic offers are on, spots are reserved for
 * the entries that can get all the spots they want. Spots that are too few for every entry are not reserved.
 */
export async function countLeftForAnyone(
  db: Database,
  event: Pick<LockedEvent, 'id' | 'startDateDate' | 'cancelledAt' | 'waitlistStoppedAt'>,
  { left, now }: { left: number; now: Date },
): Promise<number> {
  if (left <= 0 || !offersRun(event, now)) return left
  return left - spotsWanted(nextOnWaitlist(await listWanted(db, event.id), left))
}
