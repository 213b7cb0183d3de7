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

/** The element that the end of an address names (`#previous`); null where there is none, or where it cannot be read. */
export function elementNamedBy(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

/** A `ref` for what has the focus as soon as it is there. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

/**
 * Keeps the focus in a part whose buttons disappear with what they did: call the returned function when something was
 * done, and once the focus is lost because of it, however late, the element of that id gets it. Whoever has pressed or tabbed
 * elsewhere meanwhile has let go of it.
 */
export function useFocusKept(id: string): () => void {
  const wanted = useRef(false)
  useEffect(() => {
    if (!wanted.current || document.activeElement !== document.body) return
    wanted.current = false
    document.getElementById(id)?.focus()
  })
  useEffect(() => {
    const letGo = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') wanted.current = false
    }
    for (const type of LETS_GO) document.addEventListener(type, letGo)
    return () => {
      for (const type of LETS_GO) document.removeEventListener(type, letGo)
    }
  }, [])
  return useCallback(() => {
    wanted.current = true
  }, [])
}

const LETS_GO = ['pointerdown', 'keydown']
