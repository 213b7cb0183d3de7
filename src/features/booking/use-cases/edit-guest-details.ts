/** The details of a guest change: an admin edits them, or the guest gives them by the private link (R8.4). */
import { findEvent } from '#features/events/index.ts'
import type { Actor } from '#platform/audit.ts'
import { type Sealer, sealRecord } from '#platform/sealing.ts'
import { changedFields } from '#shared/collections.ts'
import { ranchDay } from '#shared/days.ts'
import { additionalInformationProvided } from '#shared/guest-details.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { moneyOf, priceFor } from '#shared/reservation-money.ts'
import { phoneProblems } from '#shared/phones.ts'
import type { ReservationChanges } from '../contract/admin.ts'
import type { FinalDetailsInput } from '../contract/sign-up.ts'
import type { BookingDeps } from '../deps.ts'
import { type DetailsProblem, detailsProblem } from '../domain/guest-actions.ts'
import { isCompanion } from '../domain/party.ts'
import { openGuestDetails } from '../sealed-guest.ts'
import { lockReservation } from '../store/locks.ts'
import { readMoneySums } from '../store/payments.ts'
import { changeReservation, findReservationByUuid, type ReservationRow } from '../store/reservations.ts'
import { auditReservation } from '../transitions.ts'

interface AdminEdit {
  id: number
  /** The reservation's version that the admin saw; null: whatever it is now. */
  version: number | null
  changes: ReservationChanges
  by: Actor
}

/**
 * Writes what differs, if anything does. `stale`: somebody was faster, nothing is written. Another `totalDue` is the sum that price,
 * extra charges and goodwill are to come to: the price follows (docs/decisions/0045).
 */
export async function changeByAdmin(
  deps: BookingDeps,
  { id, version, changes, by }: AdminEdit,
): Promise<'done' | 'not_found' | 'stale' | 'purged' | { fields: Record<string, string> }> {
  return deps.db.transaction(async (tx) => {
    const row = await lockReservation(tx, id)
    if (!row) return 'not_found'
    if (row.purgedAt) return 'purged'
    if (version !== null && version !== row.version) return 'stale'
    const now = deps.now()
    const sums = await readMoneySums(tx, id, ranchDay(now))
    const known = { ...openGuestDetails(deps.sealer, row), totalDue: moneyOf(sums).totalDue }
    const fields = changedFields(known, changes)
    if (fields.length === 0) return 'done'
    const uncallable = phoneProblems(changes, known)
    if (uncallable) return { fields: uncallable }
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
    return 'done'
  })
}

const PAID_BY_OTHER =
  'Somebody else pays for this guest. Please change the total there, or split this guest off first.'

const lessThanOthers = (others: Cents) =>
  `The stays of the others alone come to ${formatMoney(others)}. Enter at least that, or split somebody off first.`

const lessThanExtras = (extras: Cents) =>
  `The extra charges alone come to ${formatMoney(extras)}. Enter at least that, or change or delete one of them first.`

/**
 * Consent is evidence (R1.11). Given anew, it is to the terms as published now; taken back, what was
 * agreed to and when stays with the reservation. Either way the audit keeps what stood there before.
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
 * Writes what differs, if anything does, and raises the version: an admin's open form is then `stale`. What is sent
 * agrees to the terms as published now, so the evidence of older ones is renewed.
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
    if (!row) return 'not_found'
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
    if (uncallable) return { fields: uncallable }

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

/** The columns of what is changed, and no others. */
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

/** Consent is evidence (R1.11): the audit keeps what stood there before another one. */
function consentBefore(row: ReservationRow) {
  return { consentTermsHash: row.consentTermsHash, consentAt: row.consentAt?.toISOString() ?? null }
}
