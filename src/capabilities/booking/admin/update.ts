/** An admin changes what is known of a guest (CONTRACT section 2). */
import { type AuditEntry, recordAudit } from '../../../platform/audit.ts'
import { openRecord, sealRecord, type Sealer } from '../../../platform/sealing.ts'
import { changedFields } from '../../events/rules.ts'
import type { BookingDeps } from '../deps.ts'
import type { ReservationRow } from '../view/store.ts'
import type { ReservationChanges } from './contract.ts'
import { changeReservation, lockReservation } from './store.ts'

const PERSONAL = [
  'customerName',
  'email',
  'nickname',
  'phone',
  'address',
  'emergencyContactName',
  'emergencyContactPhone',
  'foodAllergies',
  'medicalConditions',
  'otherInformation',
  'notes',
] as const satisfies (keyof ReservationChanges)[]

export interface AdminEdit {
  id: number
  /** Of the reservation that the admin saw; null: whatever it is now. */
  version: number | null
  changes: ReservationChanges
  by: Pick<AuditEntry, 'actor' | 'actorEmail'>
}

/** Writes what differs, if anything does. `stale`: somebody was faster, nothing is written. */
export async function changeByAdmin(
  deps: BookingDeps,
  { id, version, changes, by }: AdminEdit,
): Promise<'done' | 'not_found' | 'stale' | 'purged'> {
  return deps.db.transaction(async (tx) => {
    const row = await lockReservation(tx, id)
    if (!row) return 'not_found'
    if (row.purgedAt) return 'purged'
    if (version !== null && version !== row.version) return 'stale'
    const fields = changedFields(knownOf(deps.sealer, row), changes)
    if (fields.length === 0) return 'done'
    const wanted: ReservationChanges = Object.fromEntries(fields.map((name) => [name, changes[name]]))
    const now = deps.now()
    const consent = consentOf(row, wanted, { termsHash: deps.termsHash, now })
    await changeReservation(tx, id, {
      changes: { ...columnsOf(deps.sealer, row.uuid, wanted), ...consent?.columns },
      now,
    })
    const entry = { ...by, entity: 'reservation', entityId: id, eventId: row.eventId, at: now }
    const details = consent ? { details: consent.before } : {}
    await recordAudit(tx, deps.sealer, [{ ...entry, action: 'reservation.changed', fields, ...details }])
    return 'done'
  })
}

function knownOf(sealer: Sealer, row: ReservationRow): Record<keyof ReservationChanges, unknown> {
  const sealed = Object.fromEntries(PERSONAL.map((name) => [name, row[name]])) as Pick<
    ReservationRow,
    (typeof PERSONAL)[number]
  >
  const { safetyConsent, photoConsent, totalDue } = row
  const opened = openRecord(sealer, { table: 'reservations', row: row.uuid }, sealed)
  return { ...opened, safetyConsent, photoConsent, totalDue }
}

function columnsOf(sealer: Sealer, uuid: string, wanted: ReservationChanges) {
  const { safetyConsent, photoConsent, totalDue, ...personal } = wanted
  return {
    ...sealRecord(sealer, { table: 'reservations', row: uuid }, personal),
    ...(personal.email === undefined ? {} : { emailHash: sealer.lookup(personal.email) }),
    ...(safetyConsent === undefined ? {} : { safetyConsent }),
    ...(photoConsent === undefined ? {} : { photoConsent }),
    ...(totalDue === undefined ? {} : { totalDue }),
  }
}

/**
 * Consent is evidence (CONTRACT section 5). Given anew, it is to the terms as published now; taken back, what was
 * agreed to and when stays with the reservation. Either way the audit keeps what stood there before.
 */
function consentOf(
  row: ReservationRow,
  { safetyConsent }: ReservationChanges,
  { termsHash, now }: { termsHash: string; now: Date },
) {
  if (safetyConsent === undefined) return null
  const columns = safetyConsent ? { consentTermsHash: termsHash, consentAt: now } : {}
  const before = {
    consentTermsHash: row.consentTermsHash,
    consentAt: row.consentAt?.toISOString() ?? null,
  }
  return { columns, before }
}
