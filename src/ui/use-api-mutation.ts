/** One write at a time: what a button or a form sends. */
import { useRef, useState } from 'react'
import type { Failed, InputArgs, Result } from '#shared/client.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { useCall, invalidate } from './api.tsx'

interface MutationOptions {
  /** The reads that the write makes outdated: asked for again wherever they are shown. */
  invalidates?: readonly Endpoint[]
}

/** `const { send, busy, failed } = useApiMutation(deleteInvoice)`. */
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
  return {
    send,
    ...state,
    /** Forgets what failed. */
    reset: () => setState((now) => ({ ...now, failed: null })),
  }
}
