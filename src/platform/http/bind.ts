/**
 * Joins an endpoint's declaration to its handler, and defines the one form of failures (R15.3).
 * The types keep both sides consistent. `pipeline.ts` checks requests before a handler runs.
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
  /** Replaces the declared message. */
  message?: string
  fields?: Record<string, string>
  /** Seconds to wait before the next attempt, for a `rate_limited` that a handler returns itself. */
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

/**
 * Creates a failure, which a handler returns instead of its reply. The code must be common or declared by the
 * endpoint.
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

/** Returns the HTTP status of a failure. Throws on an undeclared code, which is a bug. */
export const failureStatus = (failure: Failure, declared: Declared = {}): FailureStatus =>
  partsOf(failure, declared)[0]

/** Creates the reply for a failure. Throws on an undeclared code. */
export function failureResponse(failure: Failure, declared: Declared = {}): Response {
  const { code, details } = failure
  const [status, words] = partsOf(failure, declared)
  const message = details.message ?? ((code === 'invalid' && wordsOfFields(details.fields)) || words)
  const body: FailureBody = { success: false, code, message }
  if (details.fields && Object.keys(details.fields).length > 0) body.fields = details.fields
  return Response.json(body, { status })
}

/**
 * Joins the field errors into one message for clients that show no fields. Returns null if a field is
 * missing, since the default message says so.
 */
function wordsOfFields(fields: Record<string, string> = {}): string | null {
  const problems = [...new Set(Object.values(fields))]
  if (problems.includes(REQUIRED)) return null
  return problems.length > 1 ? problems.map(asSentence).join(' ') : (problems[0] ?? null)
}

const asSentence = (words: string) => (/[.?!]$/.test(words) ? words : `${words}.`)

/**
 * Receives the parsed input and returns the reply (without `success`) or an expected failure. An exception is
 * a bug and becomes a 500.
 */
type Handler<E extends Endpoint> = (
  input: ParsedOf<E>,
  context: RequestContext,
) => Promise<AnswerOf<E> | Failure<FailureCodeOf<E> | CommonFailureCode>>

export interface Bound {
  readonly endpoint: Endpoint
  readonly run: (input: { query: unknown; body: unknown }, context: RequestContext) => Promise<unknown>
}

/** Binds a handler to its endpoint. */
export function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>): Bound {
  return { endpoint, run: handler as Bound['run'] }
}
