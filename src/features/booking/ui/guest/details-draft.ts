/**
 * Details that are being typed, kept so that a reload loses nothing (R17.9). They hold medical answers, so
 * they live in this tab's session storage alone, and go the moment they are saved or given up.
 */
import { z } from 'zod'
import { sessionDraft } from '#ui/session-draft.ts'
import { DETAILS_NAMES, type DetailsInput } from './details-values.ts'

const CONSENTS = new Set<keyof DetailsInput>(['safetyConsent', 'photoConsent'])

const draftSchema = z.object(
  Object.fromEntries(DETAILS_NAMES.map((name) => [name, CONSENTS.has(name) ? z.boolean() : z.string()])),
) as unknown as z.ZodType<DetailsInput>

/** The kept details of a reservation. */
export const detailsDraft = (reservationId: number) => sessionDraft(`details:${reservationId}`, draftSchema)
