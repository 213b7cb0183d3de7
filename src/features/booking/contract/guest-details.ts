/** What a guest tells of themselves, by the sign-up form and later by the private link. */
import { z } from 'zod'
import { optionalLine, optionalText, REQUIRED, requiredLine, requiredText } from '#shared/fields.ts'
import type { GuestDetail } from '#shared/guest-details.ts'

/** The guest's details with their rules (R1.2, R8.3), for the reservation form and the final-details form. */
export const finalDetailsInput = z.object({
  nickname: optionalLine(),
  phone: requiredLine(50),
  address: requiredText(500),
  emergencyContactName: requiredLine(),
  emergencyContactPhone: requiredLine(50),
  foodAllergies: requiredText(),
  medicalConditions: requiredText(),
  otherInformation: optionalText(),
  safetyConsent: z.literal(true, { error: REQUIRED }),
  photoConsent: z.boolean().default(false),
}) satisfies z.ZodType<Record<GuestDetail, string | null>>

export type FinalDetailsInput = z.output<typeof finalDetailsInput>
