/**
 * Handles forms (`data-late`) that are only a button to another page. The scripts of a page with such a form
 * may load late (`lazy-scripts.ts`). If a guest presses the button before React has started, the browser
 * loads the other page as a document, and the button looks busy.
 */
export function handleEarlyPress(): () => void {
  let pressed: Element | null = null
  const lead = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-late]')) return
    event.preventDefault()
    pressed = event.submitter
    pressed?.setAttribute('aria-busy', 'true')
    location.assign(form.action)
  }
  // Makes the button look idle, because the browser may show this page again from its back/forward cache.
  const rest = () => pressed?.removeAttribute('aria-busy')
  document.addEventListener('submit', lead)
  window.addEventListener('pageshow', rest)
  return () => {
    document.removeEventListener('submit', lead)
    window.removeEventListener('pageshow', rest)
  }
}

/** Removes the `?` that a browser appends to the address when it submits a form without fields. */
export function dropEmptyQuery(): void {
  if (location.href.endsWith('?')) history.replaceState(history.state, '', location.pathname)
}

/**
 * Scrolls to the form on a page that loads with its form open, such as the sign-up page (R10.8). Does nothing
 * on a reload, or if the guest has already scrolled or focused a field.
 */
export function showForm(): void {
  const heading = document.querySelector<HTMLElement>('[data-page-heading]')
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (heading === null || arrival?.type !== 'navigate' || location.hash !== '') return
  if (scrollY > 0 || document.querySelector('main :focus')) return
  scrollTo({ top: 200, behavior: 'instant' })
  heading.focus({ preventScroll: true })
}
