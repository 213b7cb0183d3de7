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
    options: true,
    companions: true,
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
  /** What is chosen of what the event offers, by id. */
  options: number[]
  /** The reservation that waits for its payment, once there is one. */
  uuid: string | null
  /** Until when that holds its spot; null: no spot is held, or for as long as a link says. */
  heldUntil: string | null
  /** What a guest who has just signed up in this tab may share with this one; null: nobody has. */
  companion: Companion | null
}

/** Answers that two guests of one household share. Nothing medical is among them. */
const COMPANION_NAMES = ['address', 'emergencyContactName', 'emergencyContactPhone'] as const
export type Companion = Pick<SignUpInput, (typeof COMPANION_NAMES)[number]>

export function companionOf(values: SignUpInput): Companion {
  const { address, emergencyContactName, emergencyContactPhone } = values
  return { address, emergencyContactName, emergencyContactPhone }
}

const companionSchema = z
  .object(Object.fromEntries(COMPANION_NAMES.map((name) => [name, z.string()])))
  .nullable()
  .catch(null) as unknown as z.ZodType<Companion | null>

const draftSchema = z.object({
  stage: z.literal('typing'),
  values: z.object(
    Object.fromEntries(
      SIGN_UP_NAMES.map((name) => [name, isConsent(name) ? z.boolean().catch(false) : z.string().catch('')]),
    ),
  ),
  attempt: z.string().min(16),
  intent: z.object({ paymentIntent: z.string(), clientSecret: z.string(), amount: z.int() }).nullable(),
  options: z.array(z.int()).catch([]),
  uuid: z.uuid().nullable(),
  heldUntil: z.string().nullable().catch(null),
  companion: companionSchema,
})

const doneSchema = z.object({
  stage: z.literal('done'),
  /** Null: the link opens nothing, since the guest was signed up before, and has the one of then (docs/decisions/0051). */
  uuid: z.uuid().nullable(),
  /** What we call the guest: the nickname, where one was given. */
  calledName: z.string(),
  email: z.string(),
  /** Cents; 0 when nothing was due. */
  paid: z.int(),
  /** For the next guest from this household. */
  companion: companionSchema,
})

/** The part of a draft that is left after success: enough for the page to say so again after a reload. */
export type SignUpDone = z.output<typeof doneSchema>

const keptSchema = z.union([draftSchema, doneSchema]) as unknown as z.ZodType<SignUpDraft | SignUpDone>

/**
 * The kept sign-up of an event, or by a link's token, so that nothing typed is ever lost (R17.9). It holds medical
 * answers, so it lives in this tab's session storage alone, and what was typed goes the moment the sign-up
 * succeeded, but for what a companion may share (R31.4). The card is never part of it.
 */
export const signUpDraft = (place: number | string) => sessionDraft(`sign-up:${place}`, keptSchema)

export function newDraft(attempt: string): SignUpDraft {
  const untold = { intent: null, options: [], uuid: null, heldUntil: null, companion: null }
  return { stage: 'typing', values: EMPTY_SIGN_UP, attempt, ...untold }
}
