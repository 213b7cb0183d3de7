/** What a guest types into the final-details form, and the draft of it. The rules are the endpoint's own (R8.3). */
import { z } from 'zod'
import { sessionDraft } from '#ui/session-draft.ts'
import {
  finalDetailsInput,
  type FinalDetailsInput,
  type GuestReservation,
} from '#features/booking/contract/reservation.ts'
import { isConsent, type SignUpInput } from './sign-up-values.ts'

/** The form's values as typed. */
export type DetailsInput = Pick<SignUpInput, keyof FinalDetailsInput>

export const DETAILS_NAMES = Object.keys(finalDetailsInput.shape) as (keyof DetailsInput)[]

/** The form's values from what the reservation has. Newer Terms of Stay are to be agreed to anew. */
export function detailsOf(reservation: GuestReservation): DetailsInput {
  const given = Object.fromEntries(DETAILS_NAMES.map((name) => [name, reservation[name] ?? '']))
  const safetyConsent = reservation.safetyConsent && reservation.termsCurrent
  return { ...(given as DetailsInput), safetyConsent }
}

const draftSchema = z.object(
  Object.fromEntries(DETAILS_NAMES.map((name) => [name, isConsent(name) ? z.boolean() : z.string()])),
) as unknown as z.ZodType<DetailsInput>

/**
 * The kept details of a reservation, so that a reload loses nothing (R17.9). They hold medical answers, so they live in
 * this tab's session storage alone, and go the moment they are saved or given up.
 */
export const detailsDraft = (reservationId: number) => sessionDraft(`details:${reservationId}`, draftSchema)
