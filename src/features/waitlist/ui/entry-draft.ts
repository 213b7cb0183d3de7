/**
 * A waitlist form that is being filled in, or has been: kept so that a reload loses nothing (R17.9) and says
 * again who is on the waitlist. In this tab's session storage alone.
 */
import { z } from 'zod'
import { sessionDraft } from '#ui/session-draft.ts'

const draftSchema = z.union([
  z.object({
    stage: z.literal('typing'),
    // Kept drafts may be of before there was a size.
    values: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      size: z.string().default('1'),
    }),
  }),
  z.object({ stage: z.literal('joined'), email: z.string(), size: z.int().default(1) }),
])

export type EntryDraft = z.output<typeof draftSchema>
export type Joined = Extract<EntryDraft, { stage: 'joined' }>

export const entryDraft = (eventId: number) => sessionDraft(`waitlist:${eventId}`, draftSchema)

/** Forgets who has joined, for another guest; what is being typed stays. */
export function forgetJoined(eventId: number): void {
  const draft = entryDraft(eventId)
  if (draft.read()?.stage === 'joined') draft.forget()
}
