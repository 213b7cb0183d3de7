/**
 * Connects all calls of the waitlist to their handlers. Handles joining, and the calls of the page to which the
 * confirmation e-mail links.
 */
import type { BookingDeps } from '../deps.ts'
import { toEventSummary } from '#domain/events/contract/event-replies.ts'
import { NO_SPOTS, spotsLeft, hasHappened } from '#domain/events/rules.ts'
import { type EventRow, lockEvent, readSpots } from '#domain/events/store/events.ts'
import { isOpenForSignUp } from '#domain/events/unlock.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { ranchDay } from '#shared/days.ts'
import * as contract from './contract/entries.ts'
import { offerHandlers, passOnHandlers } from './handlers/offers.ts'
import { adminWaitlistHandlers } from './handlers/admin.ts'
import { enqueueConfirmation, enqueueOffers } from './enqueue-jobs.ts'
import { countLeftForAnyone } from './spots-for-anyone.ts'
import { removeEntries, withEntryWithoutOffer } from './admin-waitlist.ts'
import { canConfirm, waitlistProblem } from './rules.ts'
import {
  type EntryRow,
  findEntryByToken,
  findPlaceOnWaitlist,
  joinWaitlist,
  lockEntry,
  makeRoomForEntry,
  putLast,
} from './store/entries.ts'
import { reconcileOffers } from './store/offers.ts'

export function waitlistHandlers(deps: BookingDeps): Bound[] {
  return [
    ...joinHandlers(deps),
    ...offerHandlers(deps),
    ...adminWaitlistHandlers(deps),
    ...passOnHandlers(deps),
  ]
}

function joinHandlers(deps: BookingDeps): Bound[] {
  const { db, sealer, sessionSecret, now } = deps
  return [
    bind(contract.createWaitlist, async ({ body: { waitlistData } }, context) => {
      const { eventId, size } = waitlistData
      if (!(await context.withinLimit(`${eventId}`, size)))
        return fail('rate_limited', { message: contract.MANY_JOINED })
      return db.transaction(async (tx) => {
        const event = await lockEvent(tx, eventId)
        const access = { secret: sessionSecret, now: now() }
        if (!event || !isOpenForSignUp(context, event, access)) return fail('not_found')
        // Free spots that are reserved for the waitlist do not count, because new sign-ups cannot book them.
        const inAll = spotsLeft(event.spots, await readSpots(tx, event.id))
        const left = await countLeftForAnyone(tx, event, { left: inAll, now: now() })
        const problem = waitlistProblem({
          cancelled: event.cancelledAt !== null,
          hasHappened: hasHappened(event.startDateDate, ranchDay(now())),
          isFull: left < size,
          showWaitlist: event.showWaitlist,
        })
        if (problem === 'event_not_full' && left > 1)
          return fail(problem, { message: `There are still ${left} spots: you can sign up right away.` })
        if (problem) return fail(problem)
        if (!(await makeRoomForEntry(tx, event.id, now()))) return fail('waitlist_busy')
        const entryId = await joinWaitlist(tx, sealer, { ...waitlistData, now: now() })
        await enqueueConfirmation(tx, entryId, now())
        return {}
      })
    }),

    // The handlers below serve the page to which a confirmation e-mail links.
    bind(contract.getEntry, async ({ query: { token } }) => {
      const found = await findEntryByToken(deps.db, token)
      if (!found) return fail('not_found')
      if (found.entry.purgedAt !== null) return fail('purged')
      return placeOf(deps.db, found, deps.now())
    }),
    bind(contract.confirmEntry, async ({ body: { token } }) => {
      const placed = await confirm(deps, token)
      return typeof placed === 'string' ? fail(placed) : placed
    }),
    bind(contract.leaveWaitlist, async ({ body: { token } }) => {
      const found = await findEntryByToken(deps.db, token)
      if (!found) return fail('not_found')
      if (found.entry.purgedAt !== null) return fail('purged')
      const { id, eventId } = found.entry
      const by = { actor: 'guest' }
      const left = await withEntryWithoutOffer(deps, { id, by }, async (tx) => {
        await removeEntries(tx, deps, { ids: [id], eventId, by })
        return 'done'
      })
      return left === 'done' ? {} : fail(left)
    }),
  ]
}

/**
 * Confirms a waitlist entry under the event's lock, so that pressing the button twice gives only one position.
 */
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
    if (!canConfirm(state)) return placeOf(tx, { ...known, entry }, at)
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
): Promise<contract.Place> {
  const { state, size } = entry
  const position = state === 'waiting' ? await findPlaceOnWaitlist(db, entry) : null
  // A private event must not reveal how many spots are free. So the event is shown without its spots.
  return { state, size, position, event: toEventSummary(event, NO_SPOTS, now) }
}
