/**
 * Tells the cache of answers which of them are outdated. A module of its own, since parts that only write,
 * such as a public form, need not load the cache: where none is, nothing is outdated.
 */
import type { Endpoint, InputOf } from '#shared/endpoint.ts'

type Listener = (endpoint: Pick<Endpoint, 'name'>, input?: unknown) => void

const listeners = new Set<Listener>()

export const onInvalidated = (listener: Listener): void => void listeners.add(listener)

/** Has the answers of an endpoint, or the one to this input, asked for again wherever they are shown. */
export function invalidate<E extends Endpoint>(endpoint: E, input?: InputOf<E>): void {
  for (const listener of listeners) listener(endpoint, input)
}
