/**
 * Details that are being typed, kept so that a reload loses nothing (R17.9). They hold medical answers, so
 * they live in this tab's session storage alone, and go the moment they are saved or given up.
 */
import { z } from 'zod'
import { DETAILS_NAMES, type DetailsInput } from './details-values.ts'
import type { DraftStorage } from './draft.ts'

const CONSENTS = new Set<keyof DetailsInput>(['safetyConsent', 'photoConsent'])

const draftSchema = z.object(
  Object.fromEntries(DETAILS_NAMES.map((name) => [name, CONSENTS.has(name) ? z.boolean() : z.string()])),
)

/** The key of a reservation's draft in the tab's storage. */
const detailsKey = (reservationId: number) => `details:${reservationId}`

/** Null when there is none or it cannot be read. */
export function readDetails(storage: DraftStorage, reservationId: number): DetailsInput | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(detailsKey(reservationId)) ?? 'null')
    const parsed = draftSchema.safeParse(kept)
    return parsed.success ? (parsed.data as unknown as DetailsInput) : null
  } catch {
    return null
  }
}

export function keepDetails(storage: DraftStorage, reservationId: number, typed: DetailsInput): void {
  try {
    storage.setItem(detailsKey(reservationId), JSON.stringify(typed))
  } catch {
    // A full or forbidden storage costs the draft after a reload, nothing else.
  }
}

export function forgetDetails(storage: DraftStorage, reservationId: number): void {
  try {
    storage.removeItem(detailsKey(reservationId))
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}
