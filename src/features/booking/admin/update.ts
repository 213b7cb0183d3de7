/** An admin changes what is known of a guest. */
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import { ranchDay } from '#shared/days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { moneyOf, priceFor } from '#shared/reservation-money.ts'
import { changedFields } from '#features/events/rules.ts'
import type { BookingDeps } from '../deps.ts'
import { columnsOf, consentBefore, knownOf } from '../known.ts'
import { readMoneySums } from '../totals-store.ts'
import type { ReservationRow } from '../view/store.ts'
import type { ReservationChanges } from './contract.ts'
import { changeReservation, lockReservation } from './store.ts'

export interface AdminEdit {
  id: number
  /** Of the reservation that the admin saw; null: whatever it is now. */
  version: number | null
  changes: ReservationChanges
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
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
    const known = { ...knownOf(deps.sealer, row), totalDue: moneyOf(sums).totalDue }
    const fields = changedFields(known, changes)
    if (fields.length === 0) return 'done'
    const { totalDue, ...wanted }: ReservationChanges = Object.fromEntries(
      fields.map((name) => [name, changes[name]]),
    )
    const price = totalDue === undefined ? row.price : priceFor(totalDue, sums)
    if (price < 0) return { fields: { totalDue: lessThanExtras(sums.extras) } }
    const consent = consentOf(row, wanted, { termsHash: deps.termsHash, now })
    await changeReservation(tx, id, {
      changes: { ...columnsOf(deps.sealer, row.uuid, wanted), ...consent?.columns, price },
      now,
    })
    const entry = { ...by, entity: 'reservation', entityId: id, eventId: row.eventId, at: now }
    const details = consent ? { details: consent.before } : {}
    await recordAudit(tx, deps.sealer, [{ ...entry, action: 'reservation.changed', fields, ...details }])
    return 'done'
  })
}

const lessThanExtras = (extras: Cents) =>
  `The extra charges alone come to ${formatMoney(extras)}. Give at least that, or change or delete one of them first.`

/**
 * Consent is evidence (R1.11). Given anew, it is to the terms as published now; taken back, what was
 * agreed to and when stays with the reservation. Either way the audit keeps what stood there before.
 */
function consentOf(
  row: ReservationRow,
  { safetyConsent }: ReservationChanges,
  { termsHash, now }: { termsHash: string; now: Date },
) {
  if (safetyConsent === undefined) return null
  const columns = safetyConsent ? { consentTermsHash: termsHash, consentAt: now } : {}
  return { columns, before: consentBefore(row) }
}
