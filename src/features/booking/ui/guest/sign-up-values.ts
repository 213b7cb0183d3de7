/**
 * What a guest types into the sign-up form, and the draft of it. The rules are the endpoint's own; the form only asks
 * for the name in two fields (R1.2).
 */
import { z } from 'zod'
import { nameFields } from '#shared/fields.ts'
import { sessionDraft } from '#ui/session-draft.ts'
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

type Consent = 'safetyConsent' | 'photoConsent'

/** The form's values as typed. */
export type SignUpInput = {
  [Field in keyof z.input<typeof signUpSchema>]-?: Field extends Consent ? boolean : string
}
/** The form's values once the schema has checked them. */
export type SignUpValues = z.output<typeof signUpSchema>

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

export const SIGN_UP_NAMES = Object.keys(SIGN_UP_LABELS) as (keyof SignUpInput)[]

export const isConsent = (name: keyof SignUpInput): name is Consent => name.endsWith('Consent')

export const EMPTY_SIGN_UP = Object.fromEntries(
  SIGN_UP_NAMES.map((name) => [name, isConsent(name) ? false : '']),
) as SignUpInput

/** An open payment of this sign-up. */
export interface Intent {
  paymentIntent: string
  clientSecret: string
  /** Cents it was made for. */
  amount: number
}

/** A sign-up that is under way. */
export interface SignUpDraft {
  stage: 'typing'
  values: SignUpInput
  /** A random key: the server answers a repeated one with the same reservation. */
  attempt: string
  intent: Intent | null
  /** The reservation that waits for its payment, once there is one. */
  uuid: string | null
}

const draftSchema = z.object({
  stage: z.literal('typing'),
  values: z.object(
    Object.fromEntries(
      SIGN_UP_NAMES.map((name) => [name, isConsent(name) ? z.boolean().catch(false) : z.string().catch('')]),
    ),
  ),
  attempt: z.string().min(16),
  intent: z.object({ paymentIntent: z.string(), clientSecret: z.string(), amount: z.int() }).nullable(),
  uuid: z.uuid().nullable(),
})

const doneSchema = z.object({
  stage: z.literal('done'),
  uuid: z.uuid(),
  /** What we call the guest: the nickname, where one was given. */
  calledName: z.string(),
  email: z.string(),
  /** Cents; 0 when nothing was due. */
  paid: z.int(),
})

/** The part of a draft that is left after success: enough for the page to say so again after a reload. */
export type SignUpDone = z.output<typeof doneSchema>

const keptSchema = z.union([draftSchema, doneSchema]) as unknown as z.ZodType<SignUpDraft | SignUpDone>

/**
 * The kept sign-up of an event, or by a link's token, so that nothing typed is ever lost (R17.9). It holds medical
 * answers, so it lives in this tab's session storage alone, and what was typed goes the moment the sign-up
 * succeeded. The card is never part of it.
 */
export const signUpDraft = (place: number | string) => sessionDraft(`sign-up:${place}`, keptSchema)

export function newDraft(attempt: string): SignUpDraft {
  return { stage: 'typing', values: EMPTY_SIGN_UP, attempt, intent: null, uuid: null }
}
