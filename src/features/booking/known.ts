/** What is known of a guest, opened from the row and sealed for it again: for admins' changes and the guest's own. */
import { openRecord, sealRecord, type Sealer } from '#platform/sealing.ts'
import type { ReservationChanges } from './admin/contract.ts'
import type { ReservationRow } from './view/store.ts'

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

export function knownOf(sealer: Sealer, row: ReservationRow) {
  const sealed = Object.fromEntries(PERSONAL.map((name) => [name, row[name]])) as Pick<
    ReservationRow,
    (typeof PERSONAL)[number]
  >
  const { safetyConsent, photoConsent } = row
  const opened = openRecord(sealer, { table: 'reservations', row: row.uuid }, sealed)
  return { ...opened, safetyConsent, photoConsent } satisfies Record<
    Exclude<keyof ReservationChanges, 'totalDue'>,
    unknown
  >
}

/** The row's columns as they are stored; what is not changed is not among them. */
export function columnsOf(sealer: Sealer, uuid: string, wanted: Omit<ReservationChanges, 'totalDue'>) {
  const { safetyConsent, photoConsent, ...personal } = wanted
  return {
    ...sealRecord(sealer, { table: 'reservations', row: uuid }, personal),
    ...(personal.email === undefined ? {} : { emailHash: sealer.lookup(personal.email) }),
    ...(safetyConsent === undefined ? {} : { safetyConsent }),
    ...(photoConsent === undefined ? {} : { photoConsent }),
  }
}

/** Consent is evidence (R1.11): the audit keeps what stood there before another one. */
export function consentBefore(row: ReservationRow) {
  return { consentTermsHash: row.consentTermsHash, consentAt: row.consentAt?.toISOString() ?? null }
}
