/** What the mail that asks to confirm a place in line is made of; writes nothing. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { events } from '../../../platform/database/schema/events.ts'
import { waitlistEntries } from '../../../platform/database/schema/waitlist.ts'
import { eventColumns } from './store.ts'

/** An entry with its event; personal fields are still sealed. Undefined: it is gone. */
export async function findEntryFacts(db: Database, entryId: number) {
  const [found] = await db
    .select({ entry: waitlistEntries, event: eventColumns })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .where(eq(waitlistEntries.id, entryId))
  return found
}
