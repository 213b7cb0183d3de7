/** A guest makes the link to pass on their spot, looks at it, and takes it back. */
import { recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import { type EventRow, findEvent, type LockedEvent, lockEvent } from '#features/events/index.ts'
import { lockReservation } from '../admin/store.ts'
import type { BookingDeps } from '../deps.ts'
import { findReservationByUuid, type ReservationRow } from '../view/store.ts'
import { type PassOnProblem, passOnProblem, type PassOnState, passOnState, type StayFacts } from './rules.ts'
import { endLink, findOpenToken, findTaker, insertLink } from './store.ts'

type Deps = Pick<BookingDeps, 'db' | 'sealer' | 'now'>
type Unknown = 'not_found' | 'purged'

/** A stay's facts on today's ranch day. */
export const stayFacts = (
  row: Pick<ReservationRow, 'status'>,
  event: Pick<EventRow, 'cancelledAt' | 'startDateDate'>,
  now: Date,
): StayFacts => ({
  status: row.status,
  eventCancelled: event.cancelledAt !== null,
  startDateDate: event.startDateDate,
  today: ranchDay(now),
})

export async function readPassOn(deps: Deps, uuid: string): Promise<PassOnState | Unknown> {
  const row = await findReservationByUuid(deps.db, uuid)
  if (!row) return 'not_found'
  if (row.purgedAt) return 'purged'
  const event = await findEvent(deps.db, row.eventId)
  return event ? stateOf(deps.db, row.id, stayFacts(row, event, deps.now())) : 'not_found'
}

async function stateOf(db: Database, id: number, stay: StayFacts): Promise<PassOnState> {
  const taker = await findTaker(db, id)
  return passOnState(stay, { token: await findOpenToken(db, id), taker: taker?.status ?? null })
}

/** Makes the one open link of a stay, or gives the one that is there. */
export async function makeLink(
  deps: Deps,
  uuid: string,
): Promise<PassOnState | Unknown | PassOnProblem | 'offered_to_line'> {
  return withStay(deps, uuid, async (tx, { row, stay, now }) => {
    if ((await findOpenToken(tx, row.id)) === null) {
      const problem = passOnProblem(stay)
      if (problem) return problem
      // A hold without a link is the waitlist's: one way at a time.
      if (await findTaker(tx, row.id)) return 'offered_to_line'
      await insertLink(tx, row.id, now)
      await note(tx, deps, { row, action: 'replacement.offered', now })
    }
    return stateOf(tx, row.id, stay)
  })
}

/** Ends the open link, if there is one. Not while somebody pays: they were promised the spot for that long. */
export async function endLinkOf(
  deps: Deps,
  uuid: string,
): Promise<PassOnState | Unknown | 'being_booked' | 'passed_on'> {
  return withStay(deps, uuid, async (tx, { row, stay, now }) => {
    const taker = await findTaker(tx, row.id)
    if (taker?.status === 'confirmed') return 'passed_on'
    if (taker) return 'being_booked'
    if ((await findOpenToken(tx, row.id)) !== null) {
      await endLink(tx, row.id, now)
      await note(tx, deps, { row, action: 'replacement.taken_back', now })
    }
    return stateOf(tx, row.id, stay)
  })
}

export interface Stay {
  event: LockedEvent
  row: ReservationRow
  stay: StayFacts
  now: Date
}

/** Under the locks of the event and the stay: whoever books by the link has locked the event as well. */
export async function withStay<Result>(
  deps: Deps,
  uuid: string,
  act: (tx: Transaction, stay: Stay) => Promise<Result>,
): Promise<Result | Unknown> {
  const found = await findReservationByUuid(deps.db, uuid)
  if (!found) return 'not_found'
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, found.eventId)
    const row = event && (await lockReservation(tx, found.id))
    if (!row) return 'not_found'
    if (row.purgedAt) return 'purged'
    const now = deps.now()
    return act(tx, { event, row, stay: stayFacts(row, event, now), now })
  })
}

export async function note(
  tx: Transaction,
  { sealer }: Pick<Deps, 'sealer'>,
  { row, action, now }: { row: Pick<ReservationRow, 'id' | 'eventId'>; action: string; now: Date },
): Promise<void> {
  const entry = { actor: 'guest', action, entity: 'reservation', entityId: row.id, at: now }
  await recordAudit(tx, sealer, [{ ...entry, eventId: row.eventId }])
}
