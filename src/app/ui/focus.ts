/** Functions that move the focus to the place where the user continues. */
import { useCallback, useEffect, useRef } from 'react'

/**
 * Focuses an element that has just appeared. Scrolls so that the element begins below the fixed header. If
 * `from` begins above the element, scrolls to `from` instead.
 */
export function focusBelowHeader(element: HTMLElement, from: Element | null = null): void {
  element.focus({ preventScroll: true })
  ;(from ?? element).scrollIntoView({ block: 'start' })
}

/**
 * Returns the element that the URL's hash names (`#previous`). Returns null if the hash is invalid or names
 * no element.
 */
export function elementNamedBy(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/**
 * Prepares for a focused button that will disappear. Call the returned function after the button's action.
 * When the button disappears, even much later, the element with this id gets the focus. If the user has moved
 * the focus, it stays there.
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
