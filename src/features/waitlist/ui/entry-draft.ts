/**
 * A waitlist form that is being filled in, or has been: kept so that a reload loses nothing (R17.9) and says
 * again who is on the waitlist. In this tab's session storage alone.
 */
import { z } from 'zod'
import type { DraftStorage } from '#features/booking/ui/guest/draft.ts'

const draftSchema = z.union([
  z.object({
    stage: z.literal('typing'),
    values: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  }),
  z.object({ stage: z.literal('joined'), email: z.string() }),
])

export type EntryDraft = z.output<typeof draftSchema>
export type Joined = Extract<EntryDraft, { stage: 'joined' }>

/** The key of an event's draft in the tab's storage. */
export const entryKey = (eventId: number) => `waitlist:${eventId}`

/** Null when there is none or it cannot be read. */
export function readEntry(storage: DraftStorage, eventId: number): EntryDraft | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(entryKey(eventId)) ?? 'null')
    return draftSchema.safeParse(kept).data ?? null
  } catch {
    return null
  }
}

export function keepEntry(storage: DraftStorage, eventId: number, draft: EntryDraft): void {
  try {
    storage.setItem(entryKey(eventId), JSON.stringify(draft))
  } catch {
    // A full or forbidden storage costs the draft after a reload, nothing else.
  }
}

/** Forgets who has joined, for another guest; what is being typed stays. */
export function forgetJoined(storage: DraftStorage, eventId: number): void {
  try {
    if (readEntry(storage, eventId)?.stage === 'joined') storage.removeItem(entryKey(eventId))
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}
