/** Ways to put the focus where a person goes on, and to keep it there. */
import { useCallback, useEffect, useRef } from 'react'

/**
 * Focuses what has just come onto the page, and scrolls until it stands below the fixed header: whatever was above is out of
 * the way. `from`: what shall stand there, when it begins above what takes the focus.
 */
export function focusBelowHeader(element: HTMLElement, from: Element | null = null): void {
  element.focus({ preventScroll: true })
  ;(from ?? element).scrollIntoView({ block: 'start' })
}

/** A `ref` for what has the focus as soon as it is there. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

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
