import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds within which a lost focus is the answer to what was done; later it is the user's own doing. */
const SOON_MS = 5000

/**
 * Keeps the focus in a part whose buttons disappear with what they did: call the returned function when something was
 * done, and once the focus is lost because of it, the element of that id gets it.
 */
export function useFocusKept(id: string): () => void {
  const until = useRef(0)
  useEffect(() => {
    if (Date.now() > until.current || document.activeElement !== document.body) return
    until.current = 0
    document.getElementById(id)?.focus()
  })
  return useCallback(() => {
    until.current = Date.now() + SOON_MS
  }, [])
}
