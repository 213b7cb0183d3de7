/**
 * Gives components the function that calls the API by a React context, so that no component needs a `call`
 * prop.
 */
import { createContext, use, type ReactNode, useRef, useState } from 'react'
import type { Call, Failed, InputArgs, Result } from '#shared/client.ts'
import type { Endpoint, InputOf } from '#shared/endpoint.ts'

interface Api {
  call: Call
  /** Address of the sign-in page. The link opens in a new tab, so that no text typed on this page is lost. */
  signInHref: string
}

const missing: Call = () => Promise.reject(new Error('ApiProvider is missing above this part'))

const ApiContext = createContext<Api>({ call: missing, signInHref: '/' })

export function ApiProvider({ value, children }: { value: Api; children: ReactNode }) {
  return <ApiContext value={value}>{children}</ApiContext>
}

export const useCall = (): Call => use(ApiContext).call
export const useSignInHref = (): string => use(ApiContext).signInHref

// These functions tell the query cache (`use-api-query.ts`) which replies are outdated. Pages with only
// public forms do not load the cache, so nothing listens there.

type Listener = (endpoint: Pick<Endpoint, 'name'>, input?: unknown) => void

const listeners = new Set<Listener>()

export const onInvalidated = (listener: Listener): void => void listeners.add(listener)

/** Refetches all queries of an endpoint. With `input`, refetches only the query with this input. */
export function invalidate<E extends Endpoint>(endpoint: E, input?: InputOf<E>): void {
  for (const listener of listeners) listener(endpoint, input)
}

interface MutationOptions {
  /** The endpoints whose replies are outdated after this write. Their queries are refetched. */
  invalidates?: readonly Endpoint[]
}

/**
 * Returns a function that sends a write, and the progress of the write: `const { send, busy, failed } =
 * useApiMutation(deleteInvoice)`. The function never sends a second write while the first is running.
 */
export function useApiMutation<E extends Endpoint>(endpoint: E, { invalidates = [] }: MutationOptions = {}) {
  const call = useCall()
  const underWay = useRef(false)
  const [state, setState] = useState<{ busy: boolean; failed: Failed | null }>({ busy: false, failed: null })

  /** Sends the write. While an earlier write is still running, sends nothing and returns null. */
  const send = async (...input: InputArgs<E>): Promise<Result<E> | null> => {
    if (underWay.current) return null
    underWay.current = true
    setState({ busy: true, failed: null })
    try {
      const answer = await call(endpoint, ...input)
      setState({ busy: false, failed: answer.ok ? null : answer })
      if (answer.ok) for (const outdated of invalidates) invalidate(outdated)
      return answer
    } finally {
      underWay.current = false
    }
  }
  return { send, ...state, reset: () => setState((now) => ({ ...now, failed: null })) }
}
