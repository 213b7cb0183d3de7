/** The event that a call names by its id. */
import type { RequestContext } from '#platform/http/context.ts'
import { type EventRow, findEvent, isUnlocked } from '#features/events/index.ts'
import type { BookingDeps } from './deps.ts'

/** Undefined when it does not exist, or is private and this caller has not unlocked it: the two look the same. */
export async function findOpenEvent(
  { db, sessionSecret }: BookingDeps,
  id: number,
  context: RequestContext,
): Promise<EventRow | undefined> {
  const event = await findEvent(db, id)
  return event && isUnlocked(context, event, sessionSecret) ? event : undefined
}
