/**
 * What a guest types into the sign-up form. The rules are the endpoint's own; the form only asks for the
 * name in two fields (R1.2).
 */
import { z } from 'zod'
import { nameFields } from '#shared/fields.ts'
import { createReservation } from '#features/booking/contract/sign-up.ts'

export const signUpSchema = createReservation
  .body!.shape.createReservationData.omit({
    amount: true,
    paymentIntent: true,
    eventId: true,
    attempt: true,
    offer: true,
    replacement: true,
    customerName: true,
  })
  .extend(nameFields)

/** The form's values as typed. */
export type SignUpInput = {
  [Field in keyof z.input<typeof signUpSchema>]-?: Field extends 'safetyConsent' | 'photoConsent'
    ? boolean
    : string
}
/** The form's values once the schema has checked them. */
export type SignUpValues = z.output<typeof signUpSchema>

export const EMPTY_SIGN_UP: SignUpInput = {
  firstName: '',
  lastName: '',
  nickname: '',
  email: '',
  phone: '',
  address: '',
  emergencyContactName: '',
  emergencyContactPhone: '',
  foodAllergies: '',
  medicalConditions: '',
  otherInformation: '',
  safetyConsent: false,
  photoConsent: false,
}

/** The form's labels, also those of the error summary, in the order of the page. */
export const SIGN_UP_LABELS: Record<keyof SignUpInput, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  nickname: 'Nickname',
  email: 'Email',
  phone: 'Phone',
  address: 'Mailing address',
  emergencyContactName: 'Emergency contact name',
  emergencyContactPhone: 'Emergency contact phone',
  foodAllergies: 'Food allergies',
  medicalConditions: 'Medical conditions',
  otherInformation: 'Anything else we should know',
  photoConsent: 'Photo consent',
  safetyConsent: 'Safety consent',
}
