/** Helpers that move the focus to where the user continues. */
import { useCallback, useEffect, useRef } from 'react'

/**
 * Focuses an element that just appeared, and scrolls it below the fixed header. `from` is scrolled there instead if
 * it starts above the focused element.
 */
export function focusBelowHeader(element: HTMLElement, from: Element | null = null): void {
  element.focus({ preventScroll: true })
  ;(from ?? element).scrollIntoView({ block: 'start' })
}

/** Returns the element that the URL's hash names (`#previous`), or null if there is none or the hash is invalid. */
export function elementNamedBy(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

/** A `ref` that focuses the element when it is mounted. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/**
 * Keeps the focus when a pressed button disappears. Call the returned function after the action. Once the focus is
 * lost, even much later, it moves to the element with this id. This does not happen if the user has moved the focus
 * elsewhere.
 */
export function useFocusFallback(id: string): () => void {
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
    for (const type of USER_MOVES) document.addEventListener(type, letGo)
    return () => {
      for (const type of USER_MOVES) document.removeEventListener(type, letGo)
    }
  }, [])
  return useCallback(() => {
    wanted.current = true
  }, [])
}

const USER_MOVES = ['pointerdown', 'keydown']
