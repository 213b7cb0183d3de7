/**
 * The draft of a sign-up, kept in the tab, and the values of its form: data alone. The rules are the endpoint's own; the form only asks for the name in
 * two fields (R1.2). What is done with them: `use-sign-up-form.ts` (fields), `sign-up-machine.ts` (states), `use-sign-up.ts` (the run).
 */
import { z } from 'zod'
import { nameFields } from '#shared/fields.ts'
import { sessionDraft } from '#ui/session-draft.ts'
import { isLodgingMissing, type OfferedOption } from '#features/events/domain/offered-options.ts'
import { offeredCode } from '#features/codes/contract/guest.ts'
import {
  companionInput,
  createReservation,
  type FinalDetailsInput,
} from '#features/booking/contract/sign-up.ts'

export const signUpSchema = createReservation
  .body!.shape.createReservationData.omit({
    amount: true,
    options: true,
    companions: true,
    paymentIntent: true,
    eventId: true,
    attempt: true,
    uuid: true,
    offer: true,
    replacement: true,
    code: true,
    pays: true,
    customerName: true,
  })
  .extend(nameFields)

type Consent = 'safetyConsent' | 'photoConsent'

export type SignUpInput = {
  [Field in keyof z.input<typeof signUpSchema>]-?: Field extends Consent ? boolean : string
}
/** Of these, what the final-details form asks for as well. */
export type DetailsInput = Pick<SignUpInput, keyof FinalDetailsInput>
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

const SIGN_UP_NAMES = Object.keys(SIGN_UP_LABELS) as (keyof SignUpInput)[]

const isConsent = (name: keyof SignUpInput): name is Consent => name.endsWith('Consent')

export const EMPTY_SIGN_UP = Object.fromEntries(
  SIGN_UP_NAMES.map((name) => [name, isConsent(name) ? false : '']),
) as SignUpInput

const intentSchema = z.object({
  paymentIntent: z.string(),
  clientSecret: z.string(),
  /** Cents it was made for, with which code, whether the card is kept with it, and whether wallets can pay it. */
  amount: z.int(),
  code: z.string().nullable().catch(null),
  keepCard: z.boolean().catch(false),
  wallets: z.boolean().catch(false),
})

export type Intent = z.output<typeof intentSchema>

const appliedCodeSchema = offeredCode.extend({
  /** Of an open code: cents that the guest names for each stay; null: as suggested. */
  pays: z.int().nullable(),
})

/** A code that makes the stays of this sign-up cheaper (R41), as the site answered. */
export type AppliedCode = z.output<typeof appliedCodeSchema>

/** Answers that two guests of one household share. Nothing medical is among them. */
const household = z.object({
  address: z.string(),
  emergencyContactName: z.string(),
  emergencyContactPhone: z.string(),
})
const householdSchema = household.nullable().catch(null)
export type Household = z.output<typeof household>

/** The rest of what was typed is left out. */
export const householdOf = (values: SignUpInput): Household => household.parse(values)

const nameAndEmail = { customerName: z.string(), email: z.string() }
const companionSchema = z.object({ ...nameAndEmail, options: z.array(z.int()) })

/** Somebody who comes along, as typed, and what they choose, by id. */
export type Companion = z.output<typeof companionSchema>

export const EMPTY_COMPANION: Companion = { customerName: '', email: '', options: [] }

/** With their number among all guests. Their place is all that tells them apart: two may have one name. */
export const numbered = <C>(companions: readonly C[]): { guest: number; of: C }[] =>
  companions.map((of, index) => ({ guest: index + 2, of }))

/** "Ben Ortiz", or as long as there is no name "Guest 2". */
export const companionName = ({ customerName }: Pick<Companion, 'customerName'>, index: number): string =>
  customerName.trim() || `Guest ${index + 2}`

export const LODGING_MISSING = 'Please choose where you will sleep'

/** The problems of the companions as typed so far, by the names that the server gives these fields. */
export function companionProblems(
  companions: readonly Companion[],
  options: readonly OfferedOption[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [index, companion] of companions.entries()) {
    const of = `companions.${index}`
    if (isLodgingMissing(options, companion.options)) problems[`${of}.options`] = LODGING_MISSING
    for (const { path, message } of companionInput.safeParse(companion).error?.issues ?? [])
      problems[`${of}.${path.join('.')}`] ??= message
  }
  return problems
}

const valuesSchema = z.object(
  Object.fromEntries(
    SIGN_UP_NAMES.map((name) => [name, isConsent(name) ? z.boolean().catch(false) : z.string().catch('')]),
  ),
) as unknown as z.ZodType<SignUpInput>

const draftSchema = z.object({
  stage: z.literal('typing'),
  values: valuesSchema,
  /** A random key: the server answers a repeated one with the same reservation. */
  attempt: z.string().min(16),
  intent: intentSchema.nullable(),
  options: z.array(z.int()).catch([]),
  /** The reservation that waits for its payment, once there is one. */
  uuid: z.uuid().nullable(),
  /** Until when that holds its spot; null: no spot is held, or for as long as a link says. */
  heldUntil: z.string().nullable().catch(null),
  companions: z.array(companionSchema).catch([]),
  code: appliedCodeSchema.nullable().catch(null),
  /** The card is to be kept for the rest (R42). */
  keepCard: z.boolean().catch(false),
  /** The answers that a guest who has just signed up in this tab may share with this one; null: nobody has. */
  household: householdSchema,
})

export type SignUpDraft = z.output<typeof draftSchema>

const doneSchema = z.object({
  stage: z.literal('done'),
  /** Null: the link opens nothing, since the guest was signed up before, and has the one of then (docs/decisions/0051). */
  uuid: z.uuid().nullable(),
  /** The name that we call the guest by: the nickname, where one was given. */
  calledName: z.string(),
  email: z.string(),
  /** Cents; 0 when nothing was due. */
  paid: z.int(),
  /** Those who were signed up with the guest. */
  companions: z.array(z.object(nameAndEmail)).catch([]),
  /** For the next guest from this household. */
  household: householdSchema,
})

/** The part of a draft that is left after success: enough for the page to say so again after a reload. */
export type SignUpDone = z.output<typeof doneSchema>

/**
 * The kept sign-up of an event, or by a link's token, so that nothing typed is ever lost (R17.9). It holds medical
 * answers, so it lives in this tab's session storage alone, and what was typed goes the moment the sign-up
 * succeeded, but for what a companion may share (R31.4). The card is never part of it.
 */
export const signUpDraft = (place: number | string) =>
  sessionDraft(`sign-up:${place}`, z.union([draftSchema, doneSchema]))

export function newDraft(attempt: string): SignUpDraft {
  const chosen = { options: [], companions: [], code: null, keepCard: false }
  return { stage: 'typing', values: EMPTY_SIGN_UP, attempt, ...UNHELD, ...chosen, household: null }
}

const UNHELD = { intent: null, uuid: null, heldUntil: null }

/** The draft for another try, without the payment and the hold of the one before. */
export const begunAnew = (draft: SignUpDraft, attempt: string): SignUpDraft => ({
  ...draft,
  attempt,
  ...UNHELD,
})
