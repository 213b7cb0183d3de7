/** The guest's side of codes (R41): the field of a form, why a code cannot be used, and what it takes off. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import type { FailureSpec } from '#shared/failures.ts'
import { id } from '#shared/fields.ts'
import { CODE_KINDS, type CodeProblem, normalCode } from '../domain/discount.ts'

/** A code as a guest typed it; as it is kept once it is parsed. */
export const typedCode = () => z.string().max(40, 'Please check this code').transform(normalCode)

/** Failures of the calls that take a code. Nobody learns why one is not known: unknown, ended, early, late and another event's look alike. */
export const CODE_FAILURES = {
  code_unknown: [404, 'We do not know this code, or it is not for this retreat.'],
  code_used_up: 'This code has been used up.',
} as const satisfies Record<CodeProblem, FailureSpec>

/** The terms of a code for a guest who signs up with it. */
export const offeredCode = z.object({
  /** As it is kept, in capitals. */
  code: z.string(),
  kind: z.enum(CODE_KINDS),
  /** Percent, or cents off; of an open code the least that a stay costs, in cents. */
  value: z.int(),
  /** Of an open code: cents that the form suggests for a stay. */
  suggestion: z.int().nullable(),
})

export const checkCode = endpoint({
  name: 'codes.check',
  route: 'POST checkCode',
  summary: 'What a code takes off a stay of an event',
  access: 'all',
  limit: 'guess',
  body: z.object({
    eventId: id(),
    code: typedCode(),
    /** The token of a waitlist offer or of a replacement link, which open a private event too. */
    offer: z.uuid().optional(),
    replacement: z.uuid().optional(),
    /** The form's random key: the use that it holds already is not counted. */
    attempt: z.string().min(16).max(100).optional(),
  }),
  reply: offeredCode,
  failures: { not_found: [404, 'Event Not Found'], ...CODE_FAILURES },
})
