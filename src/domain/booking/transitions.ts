/**
 * The only code that writes a reservation's status. Each change also writes its audit entry, its e-mail and the
 * waitlist's job. Callers hold the locks of the event and the reservation (`booking/store/locks.ts`).
 */
import { enqueueOffers, markBooked } from './waitlist/enqueue-jobs.ts'
import { enqueueLimitedEmail } from '#platform/limited-emails.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { recordDiscounts } from './codes/store/codes.ts'
import { type Actor, type AuditEntry, recordAudit } from '#platform/audit.ts'
import { postStays } from '#domain/money/ledger/store/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { openColumns } from '#platform/sealing.ts'
import type { BookingDeps } from './deps.ts'
import {
  insertCompanions,
  insertReservation,
  listParty,
  type NewCompanion,
  type NewReservation,
  type ReservationRow,
  setReservationStatus,
} from './store/reservations.ts'

type Deps = Pick<BookingDeps, 'sealer' | 'settings'>

export type NewStay = Omit<NewReservation, 'status' | 'holdExpiresAt'>

/**
 * Holds spots for a guest and all companions until `holdExpiresAt`. Returns the reservation id of the guest who
 * signs up.
 */
export async function hold(
  tx: Transaction,
  { sealer }: Pick<Deps, 'sealer'>,
  { by, ...reservation }: NewStay & { holdExpiresAt: Date; by: Actor },
): Promise<number> {
  const ids = await insertReservation(tx, { ...reservation, status: 'pending' })
  await recordEach(tx, sealer, 'held', { ids, by, ...reservation })
  return ids[0]
}

/**
 * Adds spots to the hold of a party and returns the new reservation ids. The caller invoices the new spots.
 */
export async function holdMore(
  tx: Transaction,
  { sealer }: Pick<Deps, 'sealer'>,
  { payer, companions, by, now }: HoldingMore,
): Promise<number[]> {
  const { id: partyId, eventId, holdExpiresAt } = payer
  const spots = { partyId, eventId, holdExpiresAt, status: 'pending', now } as const
  const ids = await insertCompanions(tx, companions, spots)
  await recordEach(tx, sealer, 'held', { ids, eventId, by, now })
  return ids
}
interface HoldingMore {
  payer: Pick<ReservationRow, 'id' | 'eventId' | 'holdExpiresAt'>
  companions: readonly NewCompanion[]
  by: Actor
  now: Date
}

/**
 * Confirms a spot for one guest who has nothing to pay now, and e-mails the address `email`. Use this function only
 * for a guest who comes alone and takes over no other guest's spot. All other free sign-ups must be confirmed by
 * e-mail (R46.1).
 */
export async function bookFree(
  tx: Transaction,
  deps: Deps,
  { email, ...reservation }: Omit<NewStay, 'companions' | 'replacesId'> & { email: string },
): Promise<number> {
  const { eventId, now } = reservation
  const ids = await insertConfirmed(tx, deps, reservation)
  const [reservationId] = ids
  if ((reservation.discount ?? 0) > 0) await recordDiscounts(tx, ids, now)
  await recordEach(tx, deps.sealer, 'confirmed', { ids, eventId, by: BY_GUEST, now })
  await enqueueFreeSignUpEmail(tx, deps, { type: 'invoice-success', reservationId, email, eventId, now })
  return reservationId
}

const BY_GUEST = { actor: 'guest' }

/**
 * Enqueues an e-mail about a free sign-up. The number of such e-mails to one mailbox is limited
 * (docs/decisions/0051).
 */
const enqueueFreeSignUpEmail = (
  tx: Transaction,
  deps: Deps,
  mail: {
    type: 'invoice-success' | 'companion-invited'
    reservationId: number
    email: string
    eventId: number
    now: Date
  },
) =>
  enqueueLimitedEmail(tx, deps, {
    ...mail,
    key: `${mail.type}:${mail.reservationId}`,
    actor: BY_GUEST.actor,
  })

/**
 * Inserts confirmed reservations and returns their ids, the payer's first. The caller writes the audit entries and
 * the e-mails.
 */
export async function insertConfirmed(
  tx: Transaction,
  deps: AuditDeps,
  reservation: NewStay,
): Promise<[number, ...number[]]> {
  const confirmed = { ...reservation, status: 'confirmed', holdExpiresAt: null } as const
  const ids = await insertReservation(tx, confirmed)
  for (const reservationId of ids) await markBooked(tx, deps, { reservationId, now: reservation.now })
  return ids
}

type AuditDeps = Pick<Deps, 'sealer'>

export interface Changing {
  reservation: { id: number; eventId: number }
  by: Actor
  now: Date
  details?: AuditEntry['details']
}

/**
 * A change of a hold's status. The reservation is a payer's, or in no party. The change applies to the whole party.
 */
interface ChangingHold extends Changing {
  reservation: Pick<ReservationRow, 'id' | 'eventId' | 'partyId'>
}

/**
 * Confirms a hold together with its party, or an expired hold whose payment came late. Enqueues the guests' e-mails
 * and the waitlist's job. Do not call this function directly: call `confirmHold`, which also ends the stay whose
 * spot is taken over.
 */
export async function confirm(
  tx: Transaction,
  deps: Deps,
  { invoiceId, freeFor, ...change }: Confirming,
): Promise<void> {
  const { reservation, now } = change
  const { id } = reservation
  const changed = await setPartyStatus(tx, deps, { ...change, status: 'confirmed' })
  await recordDiscounts(
    tx,
    changed.map((one) => one.id),
    now,
  )
  const { eventId } = reservation
  for (const { id: reservationId, uuid, email: sealed } of changed) {
    await markBooked(tx, deps, { reservationId, now })
    if (reservationId === id || sealed === null) continue
    const type = 'companion-invited'
    const { email } = openColumns(deps.sealer, 'reservations', { uuid, email: sealed }, 'email')
    if (freeFor === undefined)
      await enqueueEmail(tx, { type, reservationId, key: `${type}:${reservationId}`, now })
    else await enqueueFreeSignUpEmail(tx, deps, { type, reservationId, email, eventId, now })
  }
  const type = 'invoice-success'
  if (freeFor !== undefined)
    return void (await enqueueFreeSignUpEmail(tx, deps, {
      type,
      reservationId: id,
      email: freeFor,
      eventId,
      now,
    }))
  await enqueueEmail(tx, { type, reservationId: id, invoiceId, key: `${type}:${id}`, now })
}

export interface Confirming extends ChangingHold {
  /** Id of the invoice whose payment confirms the hold. */
  invoiceId?: number | undefined
  /** The payer's e-mail address if the sign-up was free. Then all e-mails of the sign-up are rate limited. */
  freeFor?: string
}

/**
 * Expires a hold that was not paid. Its spots become free. A hold on a passed-on spot frees no spot, because the
 * guest who passed it on keeps it.
 */
export async function expire(tx: Transaction, deps: AuditDeps, change: ChangingHold): Promise<void> {
  await setPartyStatus(tx, deps, { ...change, status: 'expired' })
}

/** Marks a hold as refunded, because its payment arrived too late to get the spots. */
export async function markRefunded(tx: Transaction, deps: AuditDeps, change: ChangingHold): Promise<void> {
  await setPartyStatus(tx, deps, { ...change, status: 'refunded' })
}

/** Cancels one stay. `booking/payments/cancel-with-refund.ts` decides the refund in the same transaction. */
export async function cancel(tx: Transaction, deps: AuditDeps, change: Changing): Promise<void> {
  await setStatus(tx, deps, { ...change, status: 'cancelled' })
}

/**
 * Confirms a canceled stay again, because an admin undoes the cancellation. E-mails the guest if `details.sendEmail`
 * is true.
 */
export async function reinstate(
  tx: Transaction,
  deps: Pick<Deps, 'sealer'>,
  change: Changing & { reservation: ReservationRow; details: { sendEmail: boolean } },
): Promise<void> {
  const { reservation, by, details, now } = change
  const { id, eventId, version } = reservation
  await setReservationStatus(tx, id, { status: 'confirmed', now })
  await postStays(tx, [id], { now })
  await auditReservation(tx, deps, { row: reservation, action: 'reservation.reinstated', by, details, now })
  await markBooked(tx, deps, { reservationId: id, now })
  await enqueueOffers(tx, eventId, now)
  if (!details.sendEmail) return
  const key = `stay-reinstated:${id}:${version}`
  await enqueueEmail(tx, { type: 'stay-reinstated', reservationId: id, key, now })
}

/** Sets the status of a payer and of all companions who have the same status. Returns the changed rows. */
async function setPartyStatus(
  tx: Transaction,
  deps: AuditDeps,
  { reservation, ...change }: ChangingHold & { status: Exclude<ReservationStatus, 'pending'> },
): Promise<Pick<ReservationRow, 'id' | 'uuid' | 'email'>[]> {
  const { id, eventId, partyId } = reservation
  if (partyId !== id) {
    await setStatus(tx, deps, { ...change, reservation })
    return [{ id, uuid: '', email: null }]
  }
  const members = await listParty(tx, partyId)
  const alike = members.filter(({ status }) => status === members[0]?.status)
  for (const member of alike)
    await setStatus(tx, deps, { ...change, reservation: { id: member.id, eventId } })
  return alike
}

async function setStatus(
  tx: Transaction,
  { sealer }: AuditDeps,
  { reservation: row, status, ...cause }: Changing & { status: Exclude<ReservationStatus, 'pending'> },
): Promise<void> {
  await setReservationStatus(tx, row.id, { status, now: cause.now })
  await auditReservation(tx, { sealer }, { row, action: `reservation.${status}`, ...cause })
  await enqueueOffers(tx, row.eventId, cause.now)
}

/** Writes an audit entry `held` or `confirmed` for each of these reservations, all in one SQL statement. */
async function recordEach(
  tx: Transaction,
  sealer: Deps['sealer'],
  change: 'held' | 'confirmed',
  { ids, eventId, by, now }: { ids: readonly number[]; eventId: number; by: Actor; now: Date },
): Promise<void> {
  const entries = ids.map((id) => entryOf({ row: { id, eventId }, action: `reservation.${change}`, by, now }))
  await recordAudit(tx, sealer, entries)
}

interface Done extends Pick<AuditEntry, 'action' | 'fields' | 'details'> {
  row: { id: number; eventId: number }
  by: Actor
  now: Date
}

/**
 * Writes an audit entry for a reservation, in the same transaction as the change. Not needed for changes of status,
 * because those write an entry themselves.
 */
export async function auditReservation(
  tx: Transaction,
  { sealer }: Pick<Deps, 'sealer'>,
  done: Done,
): Promise<void> {
  await recordAudit(tx, sealer, [entryOf(done)])
}

function entryOf({ row: { id, eventId }, by, now, ...done }: Done): AuditEntry {
  return { ...by, ...done, entity: 'reservation', entityId: id, eventId, at: now }
}
