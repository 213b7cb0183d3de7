/** A guest's personal fields, sealed for the row of one reservation (R18.1). */
import { sealRecord, type Sealer } from '#platform/sealing.ts'
import type { FinalDetailsInput, Reservation } from '../contract.ts'

/** A form brings all that is required; whom an admin signs up tells the rest later. */
export type GuestInput = Pick<Reservation, keyof FinalDetailsInput | 'customerName' | 'email'>

/** What nobody has told yet, and nobody has agreed to. */
export const NOTHING_TOLD = {
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

/** What is sealed and what is not: the row's columns as they are stored. */
export function sealGuest(sealer: Sealer, uuid: string, input: GuestInput) {
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
