/** The API as the parts of a page reach it: no part is handed a `call`, so that each can stand anywhere. */
import { createContext, use, type ReactNode, useRef, useState } from 'react'
import type { Call, Failed, InputArgs, Result } from '#shared/client.ts'
import type { Endpoint, InputOf } from '#shared/endpoint.ts'

interface Api {
  call: Call
  /** The page to sign in again: opened in a tab beside this one, so that what was typed here stays. */
  signInHref: string
}

const missing: Call = () => Promise.reject(new Error('ApiProvider is missing above this part'))

const ApiContext = createContext<Api>({ call: missing, signInHref: '/' })

/** Stands once around the whole page; tests stand in for the site with a `call` of their own. */
export function ApiProvider({ value, children }: { value: Api; children: ReactNode }) {
  return <ApiContext value={value}>{children}</ApiContext>
}

export const useCall = (): Call => use(ApiContext).call
export const useSignInHref = (): string => use(ApiContext).signInHref

// The cache of answers (`use-api-query.ts`) hears here which of them are outdated. Parts that only write, such as a public form,
// load no cache: where none is, nothing is outdated.

type Listener = (endpoint: Pick<Endpoint, 'name'>, input?: unknown) => void

const listeners = new Set<Listener>()

export const onInvalidated = (listener: Listener): void => void listeners.add(listener)

/** Has the answers of an endpoint, or the one to this input, asked for again wherever they are shown. */
export function invalidate<E extends Endpoint>(endpoint: E, input?: InputOf<E>): void {
  for (const listener of listeners) listener(endpoint, input)
}

interface MutationOptions {
  /** The reads that the write makes outdated: asked for again wherever they are shown. */
  invalidates?: readonly Endpoint[]
}

/** One write at a time, as a button or a form sends it: `const { send, busy, failed } = useApiMutation(deleteInvoice)`. */
export function useApiMutation<E extends Endpoint>(endpoint: E, { invalidates = [] }: MutationOptions = {}) {
  const call = useCall()
  const underWay = useRef(false)
  const [state, setState] = useState<{ busy: boolean; failed: Failed | null }>({ busy: false, failed: null })

  /** Null: nothing was sent, since the one before is still under way. */
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
