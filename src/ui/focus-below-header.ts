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
