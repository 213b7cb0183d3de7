/** API contract of the guest's side of codes (R41): the form field, why a code is refused, and its discount. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import type { FailureSpec } from '#shared/failures.ts'
import { id } from '#shared/fields.ts'
import { CODE_KINDS, type CodeProblem, normalCode } from '../domain/discount.ts'

/** Validates a code as typed by a guest. The parsed result is in the stored form. */
export const typedCode = () => z.string().max(40, 'Please check this code').transform(normalCode)

/**
 * Failures of calls that take a code. Unknown, ended, early, late and other events' codes get the same reply, so that
 * nobody can find out which codes exist.
 */
export const CODE_FAILURES = {
  code_unknown: [404, 'We do not know this code, or it is not for this retreat.'],
  code_used_up: 'This code has been used up.',
} as const satisfies Record<CodeProblem, FailureSpec>

/** The terms of a code as shown to a guest. */
export const offeredCode = z.object({
  /** The code in its stored form, in capitals. */
  code: z.string(),
  kind: z.enum(CODE_KINDS),
  /** For `percent`: percent off. For `amount`: cents off. For `open`: the lowest price of a reservation, in cents. */
  value: z.int(),
  /** Only for `open`: the price that the form suggests, in cents. */
  suggestion: z.int().nullable(),
})

export const checkCode = endpoint({
  name: 'codes.check',
  route: 'POST checkCode',
  summary: 'Returns what a code takes off a reservation for an event',
  access: 'all',
  limit: 'guess',
  body: z.object({
    eventId: id(),
    code: typedCode(),
    /** The token of a waitlist offer or replacement link. Either one also gives access to a private event. */
    offer: z.uuid().optional(),
    replacement: z.uuid().optional(),
    /** The form's random key. A use that the same form already holds does not count. */
    attempt: z.string().min(16).max(100).optional(),
  }),
  reply: offeredCode,
  failures: { not_found: [404, 'Event Not Found'], ...CODE_FAILURES },
})
