/** Counts the free spots that are not reserved for the waitlist. */
import type { LockedEvent } from '#domain/events/store/events.ts'
import type { Database } from '#platform/database/database.ts'
import { nextInLine, offersRun, spotsWanted } from './rules.ts'
import { listWanted } from './store/entries.ts'

/**
 * Returns how many of the `left` free spots anyone may take. While offers run, spots are reserved for entries that
 * can get all they want. Spots too few for every entry are open to anyone.
 */
export async function countLeftForAnyone(
  db: Database,
  event: Pick<LockedEvent, 'id' | 'startDateDate' | 'cancelledAt' | 'waitlistStoppedAt'>,
  { left, now }: { left: number; now: Date },
): Promise<number> {
  if (left <= 0 || !offersRun(event, now)) return left
  return left - spotsWanted(nextInLine(await listWanted(db, event.id), left))
}
