/**
 * Checks phone numbers in a form with the same function as the server (R53.1). The function and its list of
 * countries load when a guest reaches a phone field.
 */
import type { z } from 'zod'

export const loadPhones = () => import('#shared/phones.ts')

/**
 * Adds the check to the schema of a phone field. A stored number passes, as on the server. If the check does
 * not load, the number passes too, and the server checks it.
 */
export const callablePhone = <Schema extends z.ZodType<string>>(schema: Schema, stored?: string | null) =>
  schema.superRefine(async (phone, { addIssue }) => {
    if (phone === '' || phone === stored) return
    const phones = await loadPhones().catch(() => null)
    const problem = phones?.phoneProblem(phone) ?? null
    if (problem !== null) addIssue({ code: 'custom', message: problem })
  })
