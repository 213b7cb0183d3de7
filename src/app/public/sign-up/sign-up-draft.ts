/**
 * The draft of a sign-up, which the browser tab stores, and the values of the sign-up form. The API's own
 * rules validate the values, but the form has two fields for the name (R1.2). The form itself is in
 * `use-sign-up-form.ts`, and its states are in `sign-up-machine.ts`.
 */
import { z } from 'zod'
import { nameFields } from '#shared/fields.ts'
import { sessionDraft } from '#app/ui/draft.ts'
import { isLodgingMissing, type OfferedOption } from '#domain/events/domain/offered-options.ts'
import { offeredCode } from '#domain/booking/codes/contract/guest.ts'
import {
  companionInput,
  createReservation,
  type FinalDetailsInput,
} from '#domain/booking/contract/sign-up.ts'

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
export type DetailsInput = Pick<SignUpInput, keyof FinalDetailsInput>
export type SignUpValues = z.output<typeof signUpSchema>

/** The labels of the sign-up form's fields in page order. The error summary uses them too. */
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

/** What the list of errors says besides 'Required' (R53.5). */
export const SIGN_UP_REMEDIES: Partial<Record<keyof SignUpInput, string>> = {
  email: 'Your confirmation goes there',
  phone: 'A number that we can call, such as 505-555-0142',
  address: 'Street, city, state and ZIP code',
  emergencyContactName: 'Someone who is not coming with you',
  emergencyContactPhone: 'A number that we can call if something happens to you',
  foodAllergies: 'Write “None” if you have none',
  medicalConditions: 'Write “None” if you have none',
  safetyConsent: 'Check the box to agree',
}

/** Returns the labels of the required fields that are still empty, in page order. */
export const emptyFields = (values: SignUpInput): string[] =>
  SIGN_UP_NAMES.filter((name) => !OPTIONAL.has(name) && !`${values[name] || ''}`.trim()).map(
    (name) => SIGN_UP_LABELS[name],
  )

const OPTIONAL = new Set<keyof SignUpInput>(['nickname', 'otherInformation', 'photoConsent'])

const SIGN_UP_NAMES = Object.keys(SIGN_UP_LABELS) as (keyof SignUpInput)[]

const isConsent = (name: keyof SignUpInput): name is Consent => name.endsWith('Consent')

export const EMPTY_SIGN_UP = Object.fromEntries(
  SIGN_UP_NAMES.map((name) => [name, isConsent(name) ? false : '']),
) as SignUpInput

const intentSchema = z.object({
  paymentIntent: z.string(),
  clientSecret: z.string(),
  /**
   * This and the next three fields say for what the intent was opened: the amount in cents, the discount
   * code, whether the card is saved, and whether wallets can pay. If one of them changes, the sign-up needs a
   * new intent.
   */
  amount: z.int(),
  code: z.string().nullable().catch(null),
  keepCard: z.boolean().catch(false),
  wallets: z.boolean().catch(false),
})

export type Intent = z.output<typeof intentSchema>

const appliedCodeSchema = offeredCode.extend({
  /**
   * The price of a stay in cents that the guest has chosen, if the code allows a choice. Null means the
   * suggested price.
   */
  pays: z.int().nullable(),
})

/** The discount code that the guest has applied, as the server returned it (R41). */
export type AppliedCode = z.output<typeof appliedCodeSchema>

/** Answers that two guests of the same household can share. None of these answers is medical. */
const household = z.object({
  address: z.string(),
  emergencyContactName: z.string(),
  emergencyContactPhone: z.string(),
})
const householdSchema = household.nullable().catch(null)
export type Household = z.output<typeof household>

/** Picks from a guest's answers those that another guest of the same household may share. */
export const householdOf = (values: SignUpInput): Household => household.parse(values)

const nameAndEmail = { customerName: z.string(), email: z.string() }
const companionSchema = z.object({ ...nameAndEmail, options: z.array(z.int()) })

export type Companion = z.output<typeof companionSchema>

export const EMPTY_COMPANION: Companion = { customerName: '', email: '', options: [] }

/**
 * Adds to each companion the companion's number in the party, from 2 on, because two companions may have the
 * same name.
 */
export const numbered = <C>(companions: readonly C[]): { guest: number; of: C }[] =>
  companions.map((of, index) => ({ guest: index + 2, of }))

/** Returns the companion's name, or "Guest 2" while the name is empty. */
export const companionName = ({ customerName }: Pick<Companion, 'customerName'>, index: number): string =>
  customerName.trim() || `Guest ${index + 2}`

export const LODGING_MISSING = 'Please choose where you will sleep'

/** Returns the errors of the companions' fields, by the names that the server uses for these fields. */
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

const billSchema = z.object({
  /** Each guest's name and choices, the payer's first. */
  guests: z.array(z.object({ name: z.string(), choices: z.array(z.string()) })),
  discount: z.object({ code: z.string(), cents: z.int() }).nullable(),
  cost: z.int(),
  remainderDue: z.string().nullable(),
})

/** What the guest books by pressing the sign-up button. The confirmation shows it (R53.6). */
export type Bill = z.output<typeof billSchema>

const valuesSchema = z.object(
  Object.fromEntries(
    SIGN_UP_NAMES.map((name) => [name, isConsent(name) ? z.boolean().catch(false) : z.string().catch('')]),
  ),
) as unknown as z.ZodType<SignUpInput>

const draftSchema = z.object({
  stage: z.literal('typing'),
  values: valuesSchema,
  /** The attempt key. If the page sends the same key again, the server returns the same reservation. */
  attempt: z.string().min(16),
  intent: intentSchema.nullable(),
  options: z.array(z.int()).catch([]),
  /**
   * The uuid in the private link of the reservation that waits for its payment. Null until the server has
   * reserved a spot.
   */
  uuid: z.uuid().nullable(),
  /**
   * The time at which the hold ends. Null if no spot is held, or if the guest signs up by a link that has its
   * own deadline.
   */
  heldUntil: z.string().nullable().catch(null),
  companions: z.array(companionSchema).catch([]),
  code: appliedCodeSchema.nullable().catch(null),
  /** True if the guest agreed to save the card for the remainder (R42). */
  keepCard: z.boolean().catch(false),
  /** What the last press of the sign-up button booked. Null before the first press. */
  bill: billSchema.nullable().catch(null),
  /**
   * Answers that this guest may share with the previous guest who signed up in this tab. Null for the first
   * guest.
   */
  household: householdSchema,
})

export type SignUpDraft = z.output<typeof draftSchema>

const doneSchema = z.object({
  stage: z.literal('done'),
  /**
   * The uuid in the private link. Null if the same guest had already signed up for this event. Such a guest
   * gets the link only by e-mail (docs/decisions/0051).
   */
  uuid: z.uuid().nullable(),
  /** The name with which the page greets the guest: the nickname, or else the first name. */
  calledName: z.string(),
  email: z.string(),
  /** How many cents the guest paid at sign-up. Zero if nothing was due. */
  paid: z.int(),
  companions: z.array(z.object(nameAndEmail)).catch([]),
  /** Null if an older version of the site has saved the draft. */
  bill: billSchema.nullable().catch(null),
  /** Address and emergency contact, which the form offers to the next guest of the household. */
  household: householdSchema,
})

/** What stays of a draft after the sign-up has succeeded, so that a reload shows the confirmation again. */
export type SignUpDone = z.output<typeof doneSchema>

/**
 * Returns the place in this tab's session storage for the sign-up of an event, or of a link's token (R17.9).
 * A draft contains medical answers, so no other storage has it, and the page deletes these answers after
 * success. Answers of the household stay for the next guest (R31.4). Card data is never in a draft.
 */
export const signUpDraft = (place: number | string) =>
  sessionDraft('sign-up', place, z.union([draftSchema, doneSchema]))

export function newDraft(attempt: string): SignUpDraft {
  const chosen = { options: [], companions: [], code: null, keepCard: false, bill: null }
  return { stage: 'typing', values: EMPTY_SIGN_UP, attempt, ...WITHOUT_HOLD, ...chosen, household: null }
}

const WITHOUT_HOLD = { intent: null, uuid: null, heldUntil: null }

/** Returns the draft for another attempt, without the payment and the hold of the previous attempt. */
export const nextAttemptDraft = (draft: SignUpDraft, attempt: string): SignUpDraft => ({
  ...draft,
  attempt,
  ...WITHOUT_HOLD,
})
