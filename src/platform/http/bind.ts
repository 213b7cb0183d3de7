/**
 * Connects an endpoint's declaration with its handler, and defines the one form of failure replies (R15.3).
 * TypeScript checks that declaration and handler match. `pipeline.ts` checks a request before its handler
 * runs.
 */
import type { AnswerOf, Endpoint, FailureCodeOf, ParsedOf } from '#shared/endpoint.ts'
import {
  type FailureSpec,
  type FailureStatus,
  COMMON_FAILURES,
  failureParts,
  REQUIRED,
  type CommonFailureCode,
  type FailureBody,
} from '#shared/failures.ts'
import type { RequestContext } from './context.ts'

interface FailureDetails {
  /** Replaces the message that the endpoint declares for the failure. */
  message?: string
  fields?: Record<string, string>
  /** Seconds until the caller may try again. Set only for a `rate_limited` failure that a handler returns. */
  retryAfterSeconds?: number
}

/** An expected failure of an API call, as a handler returns it. */
export class Failure<Code extends string = string> {
  readonly code: Code
  readonly details: FailureDetails

  constructor(code: Code, details: FailureDetails) {
    this.code = code
    this.details = details
  }
}

/**
 * Creates a failure, which a handler returns instead of its reply. The code must be a common code, or one
 * that the endpoint declares.
 */
export const fail = <const Code extends string>(code: Code, details: FailureDetails = {}): Failure<Code> =>
  new Failure(code, details)

const isCommon = (code: string): code is CommonFailureCode => Object.hasOwn(COMMON_FAILURES, code)

type Declared = Record<string, FailureSpec>

function partsOf({ code }: Failure, declared: Declared) {
  const spec = declared[code] ?? (isCommon(code) ? COMMON_FAILURES[code] : undefined)
  if (!spec) throw new Error(`Undeclared failure code ${code}`)
  return failureParts(spec)
}

/**
 * Returns the HTTP status of a failure. Throws if the endpoint does not declare the code, because that is a
 * bug.
 */
export const failureStatus = (failure: Failure, declared: Declared = {}): FailureStatus =>
  partsOf(failure, declared)[0]

/** Creates the reply for a failure. Throws if the endpoint does not declare the code. */
export function failureResponse(failure: Failure, declared: Declared = {}): Response {
  const { code, details } = failure
  const [status, words] = partsOf(failure, declared)
  const message = details.message ?? ((code === 'invalid' && wordsOfFields(details.fields)) || words)
  const body: FailureBody = { success: false, code, message }
  if (details.fields && Object.keys(details.fields).length > 0) body.fields = details.fields
  return Response.json(body, { status })
}

/**
 * Joins the errors of fields into one message, for clients that show no errors at fields. Returns null if a
 * field is missing, because the default message says that.
 */
function wordsOfFields(fields: Record<string, string> = {}): string | null {
  const problems = [...new Set(Object.values(fields))]
  if (problems.includes(REQUIRED)) return null
  return problems.length > 1 ? problems.map(asSentence).join(' ') : (problems[0] ?? null)
}

const asSentence = (words: string) => (/[.?!]$/.test(words) ? words : `${words}.`)

/**
 * Gets the parsed input of a call. Returns the reply (without `success`) or an expected failure. An exception
 * is a bug and becomes a 500.
 */
type Handler<E extends Endpoint> = (
  input: ParsedOf<E>,
  context: RequestContext,
) => Promise<AnswerOf<E> | Failure<FailureCodeOf<E> | CommonFailureCode>>

export interface Bound {
  readonly endpoint: Endpoint
  readonly run: (input: { query: unknown; body: unknown }, context: RequestContext) => Promise<unknown>
}

/** Connects an endpoint's declaration with the handler that does its work. */
export function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>): Bound {
  return { endpoint, run: handler as Bound['run'] }
}
