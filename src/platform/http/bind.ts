/**
 * Joins an endpoint's declaration to its handler. What a request must pass before its handler, and what
 * becomes of the reply, is in `pipeline.ts`; here are only the types that keep the two sides honest.
 */
import type { Endpoint, FailureCodeOf, ParsedOf, ReplyOf } from '#shared/endpoint.ts'
import type { CommonFailureCode } from '#shared/failure.ts'
import type { RequestContext } from './context.ts'
import type { Failure } from './failure.ts'

/** For handlers, beside `bind`. */
export { fail } from './failure.ts'

/** Gets the parsed input; gives the reply (without `success`) or an expected failure. Exceptions are bugs: 500. */
export type Handler<E extends Endpoint> = (
  input: ParsedOf<E>,
  context: RequestContext,
) => Promise<ReplyOf<E> | Failure<FailureCodeOf<E> | CommonFailureCode>>

export interface Bound {
  readonly endpoint: Endpoint
  readonly run: (input: { query: unknown; body: unknown }, context: RequestContext) => Promise<unknown>
}

/** Binds a handler to its endpoint. */
export function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>): Bound {
  return { endpoint, run: handler as Bound['run'] }
}
