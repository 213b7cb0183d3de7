/** Changes a guest's details, for an admin or for the guest by the private link (R8.4). */
import { findEvent } from '#domain/events/store/events.ts'
import type { Actor } from '#platform/audit.ts'
import { type Sealer, sealRecord } from '#platform/sealing.ts'
import { changedFields } from '#shared/collections.ts'
import { ranchDay } from '#shared/days.ts'
import { additionalInformationProvided } from '#shared/guest-details.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { moneyOf, priceFor } from '#shared/reservation-money.ts'
import { phoneProblems, phoneRefusal } from '#shared/phones.ts'
import type { ReservationChanges } from '../contract/admin.ts'
import type { FinalDetailsInput } from '../contract/sign-up.ts'
import type { BookingDeps } from '../deps.ts'
import { type DetailsProblem, detailsProblem } from '../domain/guest-actions.ts'
import { isCompanion } from '../domain/party.ts'
import { openGuestDetails } from '../sealed-guest.ts'
import { lockReservation, lockWithEvent } from '../store/locks.ts'
import { readMoneySums } from '../store/payments.ts'
import { changeReservation, findReservationByUuid, type ReservationRow } from '../store/reservations.ts'
import { auditReservation } from '../transitions.ts'
import { renewLinks } from './renew-links.ts'

interface AdminEdit {
  id: number
  /** Version of the reservation when the admin read it; null accepts any. */
  version: number | null
  changes: ReservationChanges
  by: Actor
}

/**
 * Writes the changed fields of a reservation for an admin. Returns `stale` without writing if another admin saved
 * first. `totalDue` is the price plus extra charges minus goodwill, so a new `totalDue` changes the price
 * (docs/decisions/0007).
 */
export async function changeByAdmin(
  deps: BookingDeps,
  { id, version, changes, by }: AdminEdit,
): Promise<'done' | 'not_found' | 'stale' | 'purged' | { fields: Record<string, string> }> {
  return deps.db.transaction(async (tx) => {
    // A new address also renews the links of the guest's waitlist entry and offer, which needs the event's lock.
    // The event must be locked before the reservation.
    const row = await lockWithEvent(tx, id)
    if (typeof row === 'string') return row
    if (version !== null && version !== row.version) return 'stale'
    const now = deps.now()
    const sums = await readMoneySums(tx, id, ranchDay(now))
    const known = { ...openGuestDetails(deps.sealer, row), totalDue: moneyOf(sums).totalDue }
    const fields = changedFields(known, changes)
    if (fields.length === 0) return 'done'
    const uncallable = phoneProblems(changes, known)
    if (uncallable) return phoneRefusal(uncallable)
    const { totalDue, ...wanted }: ReservationChanges = Object.fromEntries(
      fields.map((name) => [name, changes[name]]),
    )
    const price = totalDue === undefined ? row.price : priceFor(totalDue, sums)
    if (totalDue !== undefined && totalDue < sums.extras)
      return { fields: { totalDue: lessThanExtras(sums.extras) } }
    const share = row.share === null ? null : row.share + price - row.price
    if (share !== row.share && isCompanion(row)) return { fields: { totalDue: PAID_BY_OTHER } }
    if (share !== null && share < 0) return { fields: { totalDue: lessThanOthers(price - share) } }
    const consent = renewConsent(row, wanted, { termsHash: deps.termsHash, now })
    await changeReservation(tx, id, {
      changes: { ...sealChanges(deps.sealer, row.uuid, wanted), ...consent?.columns, price, share },
      now,
    })
    const told = { fields, ...(consent && { details: consent.before }) }
    await auditReservation(tx, deps, { row, action: 'reservation.changed', ...told, by, now })
    const { email: former } = known
    if (former !== null && wanted.email !== undefined && !isSameMailbox(deps.sealer, former, wanted.email))
      await renewLinks(tx, deps, { id, former, by, now })
    return 'done'
  })
}

const isSameMailbox = (sealer: Sealer, one: string, other: string | null) =>
  other !== null && sealer.lookup(one) === sealer.lookup(other)

const PAID_BY_OTHER =
  'Someone else pays for this guest. Please change the payer’s total, or split this guest off first.'

const lessThanOthers = (others: Cents) =>
  `The stays of the others cost ${formatMoney(others)}. Enter at least that, or split a guest off first.`

const lessThanExtras = (extras: Cents) =>
  `The extra charges add up to ${formatMoney(extras)}. Enter at least that, or change or delete one of them first.`

/**
 * Returns the consent columns to write. Consent is evidence (R1.11). A new consent stores the Terms published now.
 * A withdrawn consent keeps what the guest agreed to and when. In both cases the audit log keeps the previous
 * values.
 */
function renewConsent(
  row: ReservationRow,
  { safetyConsent }: ReservationChanges,
  { termsHash, now }: { termsHash: string; now: Date },
) {
  if (safetyConsent === undefined) return null
  const columns = safetyConsent ? { consentTermsHash: termsHash, consentAt: now } : {}
  return { columns, before: consentBefore(row) }
}

/**
 * Saves a guest's details if they have changed, and raises the version, so that an admin's open form becomes stale.
 * By sending the form, the guest agrees to the Terms published now, so the stored consent is renewed.
 */
export async function saveDetails(
  { db, sealer, termsHash, now }: BookingDeps,
  { uuid, details }: { uuid: string; details: FinalDetailsInput },
): Promise<'done' | 'not_found' | 'purged' | DetailsProblem | { fields: Record<string, string> }> {
  const found = await findReservationByUuid(db, uuid)
  const event = found && (await findEvent(db, found.eventId))
  if (!found || !event) return 'not_found'
  return db.transaction(async (tx) => {
    const row = await lockReservation(tx, found.id)
    // Another request has renewed the guest's private link.
    if (row?.uuid !== found.uuid) return 'not_found'
    if (row.purgedAt) return 'purged'
    const known = openGuestDetails(sealer, row)
    const given = additionalInformationProvided(known)
    const at = now()
    const problem = detailsProblem({
      status: row.status,
      eventCancelled: event.cancelledAt !== null,
      given,
      startDateDate: event.startDateDate,
      today: ranchDay(at),
    })
    if (problem) return problem
    const uncallable = phoneProblems(details, known)
    if (uncallable) return phoneRefusal(uncallable)

    const fields = changedFields(known, details)
    const agreedAnew = !row.safetyConsent || row.consentTermsHash !== termsHash
    if (fields.length === 0 && !agreedAnew) return 'done'
    const consent = agreedAnew ? { consentTermsHash: termsHash, consentAt: at } : {}
    await changeReservation(tx, row.id, {
      changes: { ...sealChanges(sealer, row.uuid, details), ...consent },
      now: at,
    })
    const action = given ? 'reservation.details-changed' : 'reservation.details-given'
    const told = {
      fields: agreedAnew && row.safetyConsent ? [...fields, 'safetyConsent'] : fields,
      ...(agreedAnew && { details: consentBefore(row) }),
    }
    await auditReservation(tx, { sealer }, { row, action, ...told, by: { actor: 'guest' }, now: at })
    return 'done'
  })
}

/** Returns the changed personal fields as sealed database columns. */
function sealChanges(sealer: Sealer, uuid: string, wanted: Omit<ReservationChanges, 'totalDue'>) {
  const { safetyConsent, photoConsent, ...personal } = wanted
  return {
    ...sealRecord(sealer, { table: 'reservations', row: uuid }, personal),
    ...(personal.email === undefined
      ? {}
      : { emailHash: personal.email === null ? null : sealer.lookup(personal.email) }),
    ...(safetyConsent === undefined ? {} : { safetyConsent }),
    ...(photoConsent === undefined ? {} : { photoConsent }),
  }
}

/** Returns the previous consent for the audit log, because consent is evidence (R1.11). */
function consentBefore(row: ReservationRow) {
  return { consentTermsHash: row.consentTermsHash, consentAt: row.consentAt?.toISOString() ?? null }
}
