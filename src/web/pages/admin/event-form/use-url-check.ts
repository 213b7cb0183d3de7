import { useEffect, useState } from 'react'
import { checkUrlValid } from '#features/events/contract/event.ts'
import { URL_NAME_PATTERN } from '#features/events/rules.ts'
import { browserCall } from '#web/browser-call.ts'

/** `unknown`: it could not be asked; saving will tell. */
type Answer = 'free' | 'taken' | 'unknown'
export type UrlState = Answer | 'open' | 'malformed'

const PAUSE_MS = 250

async function ask(urlName: string, id: number | undefined): Promise<Answer> {
  const found = await browserCall(checkUrlValid, { query: { urlName, id } })
  if (!found.ok) return 'unknown'
  return found.data ? 'free' : 'taken'
}

/**
 * Whether an event may have an address: asked on blur, and after a moment where the address was proposed; forgotten on
 * focus (R11.3). `id` is the event's own, which may keep its address.
 */
export function useUrlCheck(urlName: string, id: number | undefined) {
  const [focused, setFocused] = useState(false)
  const [last, setLast] = useState<{ urlName: string; answer: Answer } | null>(null)
  const wellFormed = URL_NAME_PATTERN.test(urlName)
  const known = last?.urlName === urlName ? last.answer : null
  const due = wellFormed && !focused && known === null

  useEffect(() => {
    if (!due) return undefined
    let wanted = true
    const timer = setTimeout(async () => {
      const answer = await ask(urlName, id)
      if (wanted) setLast({ urlName, answer })
    }, PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [due, urlName, id])

  const state: UrlState = wellFormed ? (known ?? 'open') : 'malformed'
  return {
    state,
    focus: () => {
      setFocused(true)
      setLast(null)
    },
    blur: () => setFocused(false),
    /** Asks now, for a press that came before the answer. */
    settle: async (): Promise<UrlState> => {
      if (state !== 'open') return state
      const answer = await ask(urlName, id)
      setLast({ urlName, answer })
      return answer
    },
    /** The server refused it when saving. */
    taken: () => setLast({ urlName, answer: 'taken' }),
  }
}
