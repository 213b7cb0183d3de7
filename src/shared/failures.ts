/**
 * Failures of API calls and their messages. They have their own file, so that pages without forms do not load
 * the schemas of `endpoint.ts`.
 */

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 502 | 503

/** An expected failure: its message and its status. A message alone means status 409. */
export type FailureSpec = string | FailureParts

type FailureParts = readonly [status: FailureStatus, message: string]

export const failureParts = (spec: FailureSpec): FailureParts =>
  typeof spec === 'string' ? [409, spec] : spec

/** The body of a failed API call (R15.3). */
export interface FailureBody {
  success: false
  code: string
  message: string
  fields?: Record<string, string>
}

/** The message for any missing field (R1.2). */
export const REQUIRED = 'Required'

/** Failures that any endpoint may return without declaring them. */
export const COMMON_FAILURES = {
  malformed: [400, 'The request could not be read. Please reload the page and try again.'],
  invalid: [400, 'Please fill in all required information'],
  unauthenticated: [401, 'Please sign in first.'],
  csrf: [403, 'This page is out of date. Please reload it and try again.'],
  forbidden: [403, 'Your account is not allowed to do this.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [404, 'There is nothing at this address.'],
  too_large: [413, 'That is too large. Please send something smaller.'],
  unsupported_type: [415, 'Please send JSON here, or a file as a form.'],
  rate_limited: [429, 'Too many tries. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  provider_failed: [502, 'The payment provider did not answer. Please try again: nothing is charged twice.'],
  unavailable: [503, 'We are briefly unavailable. Please try again in a moment.'],
} as const satisfies Record<string, FailureSpec>

export type CommonFailureCode = keyof typeof COMMON_FAILURES
