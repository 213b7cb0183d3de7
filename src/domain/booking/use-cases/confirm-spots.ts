/**
 * Shows and confirms the held spots of a free sign-up. The guest opens them by the link in the e-mail
 * (R46.2).
 */
import { confirmHold } from '../payments/confirm-hold.ts'
import { toEventSummary } from '#domain/events/contract/event-replies.ts'
import { type EventRow, findEvent, lockEvent } from '#domain/events/store/events.ts'
import { hasHappened, NO_SPOTS } from '#domain/events/rules.ts'
import type { Actor } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { openColumns, openName } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import type { FailureCodeOf } from '#shared/endpoint.ts'
import type { confirmReservation } from '../contract/admin.ts'
import type { confirmSpots as confirmSpotsCall, HeldSpots } from '../contract/confirm-spots.ts'
import type { BookingDeps } from '../deps.ts'
import { isMailboxToken, uuidOfToken, waitsForMailbox } from '../domain/mailbox.ts'
import { isCompanion } from '../domain/party.ts'
import { syncStripeRefunds } from '../payments/apply-intent.ts'
import { EMPTY_GUEST_DETAILS, sealGuest } from '../sealed-guest.ts'
import { lockReservation } from '../store/locks.ts'
import {
  changeReservation,
  findReplaced,
  findReservation,
  findReservationByUuid,
  listParty,
  passCode,
  type ReservationRow,
} from '../store/reservations.ts'
import { findSignUpById } from '../store/sign-ups.ts'
import { expire } from '../transitions.ts'
import { findOwnSpot, guestOf } from './request-confirmation.ts'

type Unknown = 'not_found' | 'purged'

const BY_GUEST = { actor: 'guest' }

/** Reasons to refuse to confirm held spots, for guests and for admins. */
type NotConfirmed = 'not_found' | 'event_cancelled' | 'event_started' | 'hold_over' | 'payment_missing'

/** Returns the held spots to which an e-mailed link belongs. Does not confirm the spots. */
export async function readHeldSpots(deps: BookingDeps, token: string): Promise<HeldSpots | Unknown> {
  const row = await findReservationByUuid(deps.db, uuidOfToken(token))
  const problem = linkProblem(deps, row, token)
  if (problem || !row) return problem ?? 'not_found'
  const event = await findEvent(deps.db, row.eventId)
  return event ? deps.db.transaction((tx) => show(tx, deps, { row, event })) : 'not_found'
}

/** Confirms all held spots to which an e-mailed link belongs. Idempotent. */
export async function confirmHeldSpots(
  deps: BookingDeps,
  token: string,
): Promise<HeldSpots | FailureCodeOf<typeof confirmSpotsCall>> {
  const found = await findReservationByUuid(deps.db, uuidOfToken(token))
  // If the guest has corrected their address since, the old link no longer works.
  const problem = (row: ReservationRow) => linkProblem(deps, row, token)
  return confirmHeld(deps, found, { problem, by: BY_GUEST })
}

/** Confirms held spots as an admin, for a guest who did not get the confirmation e-mail (R46.6). */
export async function confirmForGuest(
  deps: BookingDeps,
  { id, version, by }: { id: number; version: number; by: Actor },
): Promise<'done' | FailureCodeOf<typeof confirmReservation>> {
  const problem = (row: ReservationRow) => {
    if (row.purgedAt) return 'purged'
    if (row.version !== version) return 'stale'
    if (isCompanion(row) || row.consentAt === null) return 'not_waiting'
    return row.status === 'pending' ? null : 'hold_over'
  }
  const confirmed = await confirmHeld(deps, await findReservation(deps.db, id), { problem, by })
  return typeof confirmed === 'string' ? confirmed : 'done'
}

/**
 * Confirms a hold with its party, unless `problem` returns a reason against it. Calls `problem` first, and again
 * under the locks.
 */
async function confirmHeld<No extends string>(
  deps: BookingDeps,
  found: ReservationRow | undefined,
  { problem, by }: { problem: (row: ReservationRow) => No | null; by: Actor },
): Promise<HeldSpots | No | NotConfirmed> {
  if (!found) return 'not_found'
  const replaced = await findReplaced(deps.db, found.id)
  // If the hold takes over another guest's spot, that guest gets a refund. So the site first reads disputes and
  // earlier refunds from Stripe, before the transaction starts.
  if (replaced !== null && !problem(found)) await syncStripeRefunds(deps, replaced, by.actor)
  return deps.db.transaction(async (tx) => {
    const locked = await lockEvent(tx, found.eventId)
    const event = locked && (await findEvent(tx, found.eventId))
    const row = await lockReservation(tx, found.id)
    if (!row || !event) return 'not_found'
    const no = problem(row)
    if (no) return no
    const shown = await show(tx, deps, { row, event })
    if (shown.state === 'confirmed') return shown
    if (event.cancelledAt !== null) return 'event_cancelled'
    if (hasHappened(event.startDateDate, ranchDay(deps.now()))) return 'event_started'
    if (shown.state === 'over') return 'hold_over'
    if (shown.state === 'to_pay') return 'payment_missing'
    await confirmParty(tx, deps, row, by)
    return show(tx, deps, { row: (await lockReservation(tx, row.id)) ?? row, event })
  })
}

/**
 * Returns why an e-mailed link is invalid, or null if it belongs to the reservation's present e-mail address.
 */
function linkProblem(
  { sealer }: BookingDeps,
  row: ReservationRow | undefined,
  token: string,
): Unknown | null {
  if (!row) return 'not_found'
  if (row.purgedAt) return 'purged'
  const { uuid } = row
  const { email } = openColumns(sealer, 'reservations', row, 'email')
  return email !== null && isMailboxToken(sealer, { uuid, email }, token) ? null : 'not_found'
}

async function show(
  tx: Transaction,
  deps: BookingDeps,
  { row, event }: { row: ReservationRow; event: EventRow },
): Promise<HeldSpots> {
  const now = deps.now()
  // While the hold is pending, the page asks the guest to confirm it. Afterwards, the page leads a guest who
  // already had a spot to that spot.
  const own = row.status === 'pending' ? undefined : await findOwnSpot(tx, deps, guestOf(deps, row))
  const stay = row.status === 'confirmed' ? row.uuid : (own?.uuid ?? null)
  return {
    state: stay === null ? await heldState(tx, row, now) : 'confirmed',
    stay,
    heldUntil: row.holdExpiresAt?.toISOString() ?? null,
    companions: await listCompanionNames(tx, deps, row),
    takesOver: (await findReplaced(tx, row.id)) !== null,
    // A person with this link may not know a private event's password, so the event is shown without its free spots.
    event: toEventSummary(event, NO_SPOTS, now),
  }
}

async function heldState(db: Database, row: ReservationRow, now: Date): Promise<HeldSpots['state']> {
  if (row.status !== 'pending' || (row.holdExpiresAt !== null && row.holdExpiresAt <= now)) return 'over'
  const isDue = ((await findSignUpById(db, row.id))?.amount ?? 0) > 0
  return waitsForMailbox(row, { isDue }) ? 'held' : 'to_pay'
}

async function listCompanions(db: Database, { id, partyId, status }: ReservationRow) {
  const party = partyId === null ? [] : await listParty(db, partyId)
  return party.filter((one) => one.id !== id && one.status === status)
}

const listCompanionNames = async (db: Database, { sealer }: BookingDeps, row: ReservationRow) =>
  (await listCompanions(db, row)).map((one) => openName(sealer, 'reservations', one) ?? '')

/**
 * Confirms the hold with its party. A payer who already has a spot keeps only that one, and the payer's held spot
 * becomes free. The companions then become guests without a party. The links of companions without an address are
 * e-mailed to the payer's address (docs/decisions/0051).
 */
async function confirmParty(
  tx: Transaction,
  deps: BookingDeps,
  row: ReservationRow,
  by: Actor,
): Promise<void> {
  const { id, eventId, partyId } = row
  const now = deps.now()
  const payer = guestOf(deps, row)
  const takesOver = (await findReplaced(tx, id)) !== null
  if (takesOver || (await findOwnSpot(tx, deps, payer)) === undefined) {
    const reservation = { id, eventId, partyId }
    return confirmHold(tx, deps, { reservation, freeFor: payer.email, by, now })
  }
  const companions = await listCompanions(tx, row)
  // The sign-up uses its discount code once. The first companion's reservation now counts as that use.
  const [first] = companions
  if (first && row.codeId !== null) await passCode(tx, { from: id, to: first.id })
  for (const one of companions) {
    const named = guestOf(deps, one)
    const email = named.email || payer.email
    const alone = { partyId: null, share: null, linkHandedOn: false }
    const { notes: _, ...sealed } = sealGuest(deps.sealer, one.uuid, {
      ...EMPTY_GUEST_DETAILS,
      customerName: named.customerName,
      email,
    })
    const changes = named.email === '' ? { ...alone, ...sealed } : alone
    await changeReservation(tx, one.id, { changes, now })
    const change = { reservation: { id: one.id, eventId, partyId: null }, by, now }
    if ((await findOwnSpot(tx, deps, { ...named, email })) === undefined)
      await confirmHold(tx, deps, { ...change, freeFor: email })
    else await expire(tx, deps, change)
  }
  await changeReservation(tx, id, { changes: { partyId: null, share: null }, now })
  await expire(tx, deps, { reservation: { id, eventId, partyId: null }, by, now })
}
