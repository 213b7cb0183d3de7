/** A guest's details: sealed for the row of one reservation, and opened from it (R18.1). */
import { openRecord, type Sealer, sealRecord } from '#platform/sealing.ts'
import type { ReservationChanges } from './contract/admin.ts'
import type { FinalDetailsInput, Reservation } from './contract/reservation.ts'
import type { ReservationRow } from './store/reservations.ts'

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

export function openGuestDetails(sealer: Sealer, row: ReservationRow) {
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
export function guestColumns(sealer: Sealer, uuid: string, wanted: Omit<ReservationChanges, 'totalDue'>) {
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

/** A form brings all that is required; whom an admin signs up tells the rest later. */
export type GuestDetailsInput = Pick<Reservation, keyof FinalDetailsInput | 'customerName' | 'email'>

/** The guest details of a reservation whose guest has not filled in anything: all empty, no consent given. */
export const EMPTY_GUEST_DETAILS = {
  nickname: null,
  phone: null,
  address: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  foodAllergies: null,
  medicalConditions: null,
  otherInformation: null,
  safetyConsent: false,
  photoConsent: false,
}

/** A guest's details as the row's columns: the personal ones sealed, the others as they are. */
export function sealGuest(sealer: Sealer, uuid: string, input: GuestDetailsInput) {
  const personal = {
    customerName: input.customerName,
    email: input.email,
    nickname: input.nickname,
    phone: input.phone,
    address: input.address,
    emergencyContactName: input.emergencyContactName,
    emergencyContactPhone: input.emergencyContactPhone,
    foodAllergies: input.foodAllergies,
    medicalConditions: input.medicalConditions,
    otherInformation: input.otherInformation,
  }
  return {
    ...sealRecord(sealer, { table: 'reservations', row: uuid }, personal),
    emailHash: sealer.lookup(input.email),
    safetyConsent: input.safetyConsent,
    photoConsent: input.photoConsent,
  }
}

export type SealedGuest = ReturnType<typeof sealGuest>
