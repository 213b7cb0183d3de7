/** Focuses what has just come onto the page, and scrolls until it stands below the fixed header: whatever was above is out of the way. */
export function focusBelowHeader(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'start' })
}
