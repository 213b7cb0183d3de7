import { useRef, useState } from 'react'
import type { Failed } from '#shared/client.ts'
import { troubleOf } from './trouble.ts'

/** A call's answer, of which only success or failure matters here. */
type Answer = { ok: true } | Failed

/** One change at a time: a second press does nothing while the first is under way. */
export function useSend(readAgain: () => void) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const under = useRef(false)

  /** Null: it was not tried, since another is under way. What failed is in `trouble`. */
  const send = async <A extends Answer>(act: () => Promise<A>): Promise<A | null> => {
    if (under.current) return null
    under.current = true
    setBusy(true)
    setTrouble(null)
    const answer = await act()
    under.current = false
    setBusy(false)
    if (!answer.ok) {
      const { message, outdated } = troubleOf(answer)
      setTrouble(message)
      if (outdated) readAgain()
    }
    return answer
  }
  return { busy, trouble, send }
}
