/** What a guest types into the final-details form. The rules are the endpoint's own (R8.3). */
import {
  finalDetailsInput,
  type FinalDetailsInput,
  type GuestReservation,
} from '#features/booking/contract/reservation.ts'
import { SIGN_UP_LABELS, type SignUpInput } from './sign-up-values.ts'

export const detailsSchema = finalDetailsInput

/** The form's values as typed. */
export type DetailsInput = Pick<SignUpInput, keyof FinalDetailsInput>

export const DETAILS_NAMES = Object.keys(finalDetailsInput.shape) as (keyof DetailsInput)[]

/** The form's labels, also those of the error summary. */
export const DETAILS_LABELS: Record<keyof DetailsInput, string> = SIGN_UP_LABELS

/** The form's values from the details known already. Newer Terms of Stay are to be agreed to anew. */
export function knownDetails(reservation: GuestReservation): DetailsInput {
  return {
    nickname: reservation.nickname ?? '',
    phone: reservation.phone ?? '',
    address: reservation.address ?? '',
    emergencyContactName: reservation.emergencyContactName ?? '',
    emergencyContactPhone: reservation.emergencyContactPhone ?? '',
    foodAllergies: reservation.foodAllergies ?? '',
    medicalConditions: reservation.medicalConditions ?? '',
    otherInformation: reservation.otherInformation ?? '',
    safetyConsent: reservation.safetyConsent && reservation.termsCurrent,
    photoConsent: reservation.photoConsent,
  }
}
