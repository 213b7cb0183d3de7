/** Answers the calls behind the link of the mail that asks to confirm a place. */
import { recordAudit } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { ranchDay } from '#shared/days.ts'
import { isUuid } from '#shared/fields.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { type EventRow, lockEvent, toEventSummary } from '#features/events/index.ts'
import { hasHappened } from '#features/events/rules.ts'
import { confirmPlace, getPlace, type Place } from '../contract/confirm-entry.ts'
import { enqueueOffers } from '../freed-spots.ts'
import { isToConfirm } from '../rules.ts'
import { findPlaceInQueue, type EntryRow, findEntryByToken, putLast, lockEntry } from '../store/entries.ts'
import { reconcileOffers } from '../store/offers.ts'

export function confirmHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(getPlace, async ({ query: { token } }) => {
      const found = isUuid(token) ? await findEntryByToken(deps.db, token) : undefined
      if (!found) return fail('not_found')
      if (found.entry.purgedAt !== null) return fail('purged')
      return placeOf(deps.db, found, deps.now())
    }),
    bind(confirmPlace, async ({ body: { token } }) => {
      const placed = isUuid(token) ? await confirm(deps, token) : 'not_found'
      return typeof placed === 'string' ? fail(placed) : placed
    }),
  ]
}

/** Under the event's lock: pressed twice it is one place. */
async function confirm({ db, sealer, now }: BookingDeps, token: string) {
  const known = await findEntryByToken(db, token)
  if (!known) return 'not_found'
  return db.transaction(async (tx) => {
    const event = await lockEvent(tx, known.event.id)
    const at = now()
    await reconcileOffers(tx, known.event.id, at)
    const entry = await lockEntry(tx, known.entry.id)
    if (!event || !entry) return 'not_found'
    const { id, state, purgedAt } = entry
    if (purgedAt !== null) return 'purged'
    if (!isToConfirm(state)) return placeOf(tx, { ...known, entry }, at)
    if (event.cancelledAt !== null) return 'event_cancelled'
    if (hasHappened(event.startDateDate, ranchDay(at))) return 'event_started'
    await putLast(tx, { id, eventId: event.id, now: at, again: state !== 'unconfirmed' })
    const what = { action: 'waitlist.confirmed', entity: 'waitlist', entityId: id, eventId: event.id }
    await recordAudit(tx, sealer, [{ actor: 'guest', ...what, at }])
    await enqueueOffers(tx, event.id, at)
    const placed = await findEntryByToken(tx, token)
    if (!placed) throw new Error('A locked entry is gone')
    return placeOf(tx, placed, at)
  })
}

async function placeOf(
  db: Database,
  { entry, event }: { entry: EntryRow; event: EventRow },
  now: Date,
): Promise<Place> {
  const { state } = entry
  const position = state === 'waiting' ? await findPlaceInQueue(db, entry) : null
  // A locked event does not tell its spots.
  return { state, position, event: toEventSummary(event, 0, now) }
}
