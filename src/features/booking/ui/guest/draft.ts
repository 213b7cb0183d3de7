/**
 * A sign-up that is under way, kept so that nothing typed is ever lost (R17.9). It holds medical
 * answers, so it lives in this tab's session storage alone, and what was typed goes the moment the sign-up
 * succeeded. The card is never part of it.
 */
import { z } from 'zod'
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

/** The key of the draft of an event, or of a link's token, in the tab's storage. */
export const draftKey = (place: number | string) => `sign-up:${place}`

/** Storage that may be missing or full (private windows): then the draft only lives in memory. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function newDraft(attempt: string): Draft {
  return { stage: 'typing', values: EMPTY_SIGN_UP, attempt, intent: null, uuid: null }
}

/** The kept sign-up of an event; null when there is none or it cannot be read. */
export function readDraft(storage: DraftStorage, place: number | string): Draft | Done | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(draftKey(place)) ?? 'null')
    const parsed = z.union([draftSchema, doneSchema]).safeParse(kept)
    return parsed.success ? (parsed.data as Draft | Done) : null
  } catch {
    return null
  }
}

export function keepDraft(storage: DraftStorage, place: number | string, draft: Draft | Done): void {
  try {
    storage.setItem(draftKey(place), JSON.stringify(draft))
  } catch {
    // A full or forbidden storage costs the draft after a reload, nothing else.
  }
}

export function forgetDraft(storage: DraftStorage, place: number | string): void {
  try {
    storage.removeItem(draftKey(place))
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}
