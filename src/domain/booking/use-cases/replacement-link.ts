/** Creates, shows and withdraws the link by which a guest passes on their spot. */
import {
  findEvent,
  findPhotos,
  type LockedEvent,
  lockEvent,
  readSpots,
  readTakesCodes,
} from '#domain/events/store/events.ts'
import type { Spots } from '#domain/events/rules.ts'
import { spotsSeenByGuest, toEventDetails } from '#domain/events/contract/event-replies.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { TakeOver } from '../contract/replacement.ts'
import type { BookingDeps } from '../deps.ts'
import {
  type PassOnProblem,
  passOnProblem,
  type PassOnState,
  passOnState,
  replacementState,
  stayFacts,
  type StayFacts,
} from '../domain/replacement.ts'
import { lockReservation } from '../store/locks.ts'
import {
  findReservation,
  findReservationByUuid,
  type ReservationRow,
  listChoices,
  endReplacementLink,
  findOpenToken,
  findReplacementLink,
  findReplacing,
  insertReplacementLink,
} from '../store/reservations.ts'
import { listCompanions } from '../payments/read-party-accounts.ts'
import { auditReservation } from '../transitions.ts'

type Deps = Pick<BookingDeps, 'db' | 'sealer' | 'now'>

type Unknown = 'not_found' | 'purged'

const GUEST = { actor: 'guest' }

export async function readPassOn(deps: Deps, uuid: string): Promise<PassOnState | Unknown> {
  const row = await findReservationByUuid(deps.db, uuid)
  if (!row) return 'not_found'
  if (row.purgedAt) return 'purged'
  const event = await findEvent(deps.db, row.eventId)
  return event
    ? readPassOnState(deps.db, row.id, await readStay(deps.db, { row, event, now: deps.now() }))
    : 'not_found'
}

/**
 * Returns the facts that decide whether a guest can pass on their spot, including whether the guest pays for others
 * who come.
 */
export const readStay = async (
  db: Database,
  { row, event, now }: { row: ReservationRow; event: Parameters<typeof stayFacts>[1]; now: Date },
): Promise<StayFacts> => ({
  ...stayFacts(row, event, now),
  paysForOthers: (await listCompanions(db, row)).length > 0,
})

async function readPassOnState(db: Database, id: number, stay: StayFacts): Promise<PassOnState> {
  const taker = await findReplacing(db, id)
  return passOnState(stay, { token: await findOpenToken(db, id), taker: taker?.status ?? null })
}

/** Creates the link by which a guest passes on their spot, or returns the open link that already exists. */
export const makeLink = async (
  deps: Deps,
  uuid: string,
): Promise<PassOnState | Unknown | PassOnProblem | 'offered_to_line'> =>
  withStay(deps, uuid, async (tx, { row, stay, now }) => {
    if ((await findOpenToken(tx, row.id)) === null) {
      const problem = passOnProblem(stay)
      if (problem) return problem
      // A hold that takes over this stay's spot without a link belongs to a waitlist offer. A spot can be passed on
      // in only one way at a time.
      if (await findReplacing(tx, row.id)) return 'offered_to_line'
      await insertReplacementLink(tx, row.id, now)
      await auditReservation(tx, deps, { row, action: 'replacement.offered', by: GUEST, now })
    }
    return readPassOnState(tx, row.id, stay)
  })

/**
 * Ends the open link by which a guest passes on their spot, if there is one. Refuses while another guest is paying
 * for the spot, because the spot was promised to that guest until a deadline.
 */
export const endLink = async (
  deps: Deps,
  uuid: string,
): Promise<PassOnState | Unknown | 'being_booked' | 'passed_on'> =>
  withStay(deps, uuid, async (tx, { row, stay, now }) => {
    const taker = await findReplacing(tx, row.id)
    if (taker?.status === 'confirmed') return 'passed_on'
    if (taker) return 'being_booked'
    if ((await findOpenToken(tx, row.id)) !== null) {
      await endReplacementLink(tx, row.id, now)
      await auditReservation(tx, deps, { row, action: 'replacement.taken_back', by: GUEST, now })
    }
    return readPassOnState(tx, row.id, stay)
  })

export interface PassedOnStay {
  event: LockedEvent
  row: ReservationRow
  stay: StayFacts
  now: Date
}

/**
 * Calls `act` under the locks of the event and the stay. A sign-up by the link to the passed-on spot also locks the
 * event, so `act` and such a sign-up cannot overlap.
 */
export async function withStay<Result>(
  deps: Deps,
  uuid: string,
  act: (tx: Transaction, stay: PassedOnStay) => Promise<Result>,
): Promise<Result | Unknown> {
  const found = await findReservationByUuid(deps.db, uuid)
  if (!found) return 'not_found'
  return deps.db.transaction(async (tx) => {
    const event = await lockEvent(tx, found.eventId)
    const row = event && (await lockReservation(tx, found.id))
    // Another request has renewed the private link or moved the stay to another event.
    if (row?.uuid !== found.uuid || row.eventId !== event?.id) return 'not_found'
    if (row.purgedAt) return 'purged'
    const now = deps.now()
    return act(tx, { event, row, stay: await readStay(tx, { row, event, now }), now })
  })
}

/**
 * Returns the event's options for a guest who takes over a spot. Options of the former guest's stay count as
 * available, at today's prices.
 */
async function readOptionsFor(db: Database, { id, eventId }: ReservationRow): Promise<Spots> {
  const left = (await listChoices(db, id)).map((choice) => ({ id: choice.id }))
  return spotsSeenByGuest(await readSpots(db, eventId), left)
}

/**
 * Finds the link by which a guest passes on a spot. Returns its event and status, or undefined if there is no such
 * link.
 */
export async function readReplacement(
  { db, now }: Pick<BookingDeps, 'db' | 'now'>,
  token: string,
): Promise<TakeOver | undefined> {
  const link = await findReplacementLink(db, token)
  const row = link && (await findReservation(db, link.reservationId))
  const event = row && (await findEvent(db, row.eventId))
  if (!link || !row || !event) return undefined
  const taker = await findReplacing(db, row.id)
  const takesCodes = await readTakesCodes(db, event, now())
  const photos = await findPhotos(db, event.id)
  const seen = { spots: await readOptionsFor(db, row), photos, takesCodes, now: now() }
  return {
    state: replacementState(stayFacts(row, event, now()), {
      ended: link.endedAt !== null,
      taker: taker?.status ?? null,
    }),
    event: toEventDetails(event, seen),
  }
}
