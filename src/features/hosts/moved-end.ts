import type { Transaction } from '#platform/database/database.ts'
import type { Day } from '#shared/days.ts'
import { lastDayOf } from './rules.ts'
import { moveLastDays } from './store.ts'

/** What another last day of an event means for its hosts' links. The caller holds the event's lock. */
export async function moveHostLinks(tx: Transaction, eventId: number, endDateDate: Day): Promise<void> {
  await moveLastDays(tx, eventId, lastDayOf(endDateDate))
}
