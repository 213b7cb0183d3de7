/** Failures as replies, in their one form (R15.3). */
import type { FailureSpec, FailureStatus } from '#shared/endpoint.ts'
import { COMMON_FAILURES, type CommonFailureCode, type FailureBody } from '#shared/failure.ts'

export interface FailureDetails {
  /** Other words than the declared ones. */
  message?: string
  fields?: Record<string, string>
  /** Seconds until another try, for a `rate_limited` that does not come from the limits. */
  retryAfterSeconds?: number
}

/** An expected failure as a handler returns it. */
export class Failure<Code extends string = string> {
  readonly code: Code
  readonly details: FailureDetails

  constructor(code: Code, details: FailureDetails) {
    this.code = code
    this.details = details
  }
}

/** What a handler returns instead of its reply; the code is one the endpoint declares, or a common one. */
export function fail<const Code extends string>(code: Code, details: FailureDetails = {}): Failure<Code> {
  return new Failure(code, details)
}

function isCommon(code: string): code is CommonFailureCode {
  return Object.hasOwn(COMMON_FAILURES, code)
}

type Declared = Record<string, FailureSpec>

function specOf({ code }: Failure, declared: Declared): FailureSpec {
  const spec = declared[code] ?? (isCommon(code) ? COMMON_FAILURES[code] : undefined)
  if (!spec) throw new Error(`Undeclared failure code ${code}`)
  return spec
}

/** The HTTP status of a failure. Throws on an undeclared code: that is a bug. */
export function failureStatus(failure: Failure, declared: Declared = {}): FailureStatus {
  return specOf(failure, declared)[0]
}

/** The reply for a failure. Throws on an undeclared code. */
export function failureResponse(failure: Failure, declared: Declared = {}): Response {
  const { code, details } = failure
  const [status, words] = specOf(failure, declared)
  const body: FailureBody = { success: false, code, message: details.message ?? words }
  if (details.fields && Object.keys(details.fields).length > 0) body.fields = details.fields
  return Response.json(body, { status })
}
