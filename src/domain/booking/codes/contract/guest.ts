/**
 * API contract of what guests can do with discount codes (R41): the form field for a code, why a code is refused,
 * and the discount of a code.
 */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import type { FailureSpec } from '#shared/failures.ts'
import { id } from '#shared/fields.ts'
import { CODE_KINDS, type CodeProblem, normalCode } from '../domain/discount.ts'

/**
 * Validates a discount code that a guest typed, and parses it to capitals without spaces or punctuation around it.
 */
export const typedCode = () => z.string().max(40, 'Please check this code').transform(normalCode)

/**
 * Failures of calls that take a discount code. A code gets the same reply if it is unknown, ended, outside its days
 * or for another event. So nobody can find out which codes exist.
 */
export const CODE_FAILURES = {
  code_unknown: [404, 'We can’t find this code, or it isn’t for this retreat.'],
  code_used_up: 'This code has been used up.',
} as const satisfies Record<CodeProblem, FailureSpec>

/** The terms of a code as shown to a guest. */
export const offeredCode = z.object({
  /** The code in its stored form, in capitals. */
  code: z.string(),
  kind: z.enum(CODE_KINDS),
  /** For `percent`: percent off. For `amount`: cents off. For `open`: the lowest price of a stay, in cents. */
  value: z.int(),
  /** Only for `open`: the price that the form suggests, in cents. */
  suggestion: z.int().nullable(),
})

export const checkCode = endpoint({
  name: 'codes.check',
  route: 'POST checkCode',
  summary:
    'Returns the discount that a code gives at an event: a percentage, an amount, or the lowest price that the guest may choose. Fails with `code_unknown` if the code does not exist, has ended or is for another event, and with `code_used_up` if it has no uses left',
  access: 'all',
  limit: 'guess',
  body: z.object({
    eventId: id(),
    code: typedCode(),
    /**
     * Token of a waitlist offer, or of the link by which a guest passes on a spot. Both also give access to a private
     * event.
     */
    offer: z.uuid().optional(),
    replacement: z.uuid().optional(),
    /** Random key of the form. If this form already made a hold with the code, that use is not counted. */
    attempt: z.string().min(16).max(100).optional(),
  }),
  reply: offeredCode,
  failures: { not_found: [404, 'Event Not Found'], ...CODE_FAILURES },
})
