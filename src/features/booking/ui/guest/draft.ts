/**
 * A sign-up that is under way, kept so that nothing typed is ever lost (R17.9). It holds medical
 * answers, so it lives in this tab's session storage alone, and what was typed goes the moment the sign-up
 * succeeded. The card is never part of it.
 */
import { z } from 'zod'
import { sessionDraft } from '#ui/session-draft.ts'
import { EMPTY_SIGN_UP, type SignUpInput } from './sign-up-values.ts'

/** An open payment of this sign-up. */
export interface Intent {
  paymentIntent: string
  clientSecret: string
  /** Cents it was made for. */
  amount: number
}

export interface Draft {
  stage: 'typing'
  values: SignUpInput
  /** A random key: the server answers a repeated one with the same reservation. */
  attempt: string
  intent: Intent | null
  /** The reservation that waits for its payment, once there is one. */
  uuid: string | null
}

/** The part of a draft that is left after success: enough for the page to say so again after a reload. */
export interface Done {
  stage: 'done'
  uuid: string
  firstName: string
  email: string
  /** Cents; 0 when nothing was due. */
  paid: number
}

const draftSchema = z.object({
  stage: z.literal('typing'),
  values: z.object(
    Object.fromEntries(
      Object.entries(EMPTY_SIGN_UP).map(([name, empty]) => [
        name,
        typeof empty === 'boolean' ? z.boolean().catch(empty) : z.string().catch(empty),
      ]),
    ),
  ),
  attempt: z.string().min(16),
  intent: z.object({ paymentIntent: z.string(), clientSecret: z.string(), amount: z.int() }).nullable(),
  uuid: z.uuid().nullable(),
})

const doneSchema = z.object({
  stage: z.literal('done'),
  uuid: z.uuid(),
  firstName: z.string(),
  email: z.string(),
  paid: z.int(),
})

const keptSchema = z.union([draftSchema, doneSchema]) as unknown as z.ZodType<Draft | Done>

/** The key of the draft of an event, or of a link's token, in the tab's session storage. */
export const signUpDraftKey = (place: number | string) => `sign-up:${place}`

/** The kept sign-up of an event, or by a link's token. */
export const signUpDraft = (place: number | string) => sessionDraft(signUpDraftKey(place), keptSchema)

export function newDraft(attempt: string): Draft {
  return { stage: 'typing', values: EMPTY_SIGN_UP, attempt, intent: null, uuid: null }
}
