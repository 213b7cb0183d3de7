/**
 * Joins an endpoint's declaration to its handler, with the failures that it may answer, in their one form (R15.3). What a request
 * must pass before its handler is in `pipeline.ts`; here are only the types that keep the two sides honest.
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

/** A failure, which a handler returns instead of its reply; the code is one the endpoint declares, or a common one. */
export const fail = <const Code extends string>(code: Code, details: FailureDetails = {}): Failure<Code> =>
  new Failure(code, details)

const isCommon = (code: string): code is CommonFailureCode => Object.hasOwn(COMMON_FAILURES, code)

type Declared = Record<string, FailureSpec>

function partsOf({ code }: Failure, declared: Declared) {
  const spec = declared[code] ?? (isCommon(code) ? COMMON_FAILURES[code] : undefined)
  if (!spec) throw new Error(`Undeclared failure code ${code}`)
  return failureParts(spec)
}

/** The HTTP status of a failure. Throws on an undeclared code: that is a bug. */
export const failureStatus = (failure: Failure, declared: Declared = {}): FailureStatus =>
  partsOf(failure, declared)[0]

/** The reply for a failure. Throws on an undeclared code. */
export function failureResponse(failure: Failure, declared: Declared = {}): Response {
  const { code, details } = failure
  const [status, words] = partsOf(failure, declared)
  const message = details.message ?? ((code === 'invalid' && wordsOfFields(details.fields)) || words)
  const body: FailureBody = { success: false, code, message }
  if (details.fields && Object.keys(details.fields).length > 0) body.fields = details.fields
  return Response.json(body, { status })
}

/** What is wrong, for whoever shows no fields; null while something is missing, which the usual words tell. */
function wordsOfFields(fields: Record<string, string> = {}): string | null {
  const problems = [...new Set(Object.values(fields))]
  if (problems.includes(REQUIRED)) return null
  return problems.length > 1 ? problems.map(asSentence).join(' ') : (problems[0] ?? null)
}

const asSentence = (words: string) => (/[.?!]$/.test(words) ? words : `${words}.`)

/** Gets the parsed input; gives the reply (without `success`) or an expected failure. Exceptions are bugs: 500. */
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
