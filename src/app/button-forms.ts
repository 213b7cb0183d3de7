/**
 * Handles forms that are only a button to another page (`data-late`), so that their pages can load scripts late
 * (`lazy-scripts.ts`). If the button is pressed before React has started, the browser loads the other page as a
 * document. The button looks busy immediately.
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
  // The browser may show this page again from its back/forward cache.
  const rest = () => pressed?.removeAttribute('aria-busy')
  document.addEventListener('submit', lead)
  window.addEventListener('pageshow', rest)
  return () => {
    document.removeEventListener('submit', lead)
    window.removeEventListener('pageshow', rest)
  }
}

/** Removes the empty query that a browser appends to such a form's address. */
export function dropEmptyQuery(): void {
  if (location.href.endsWith('?')) history.replaceState(history.state, '', location.pathname)
}

/**
 * Scrolls to the form of a page that opens with its form, as pressing its button would (R10.8). Leaves reloaded
 * pages alone. On a slow connection this runs late, so it also does nothing if the guest has scrolled or focused a
 * field.
 */
export function showForm(): void {
  const heading = document.querySelector<HTMLElement>('[data-page-heading]')
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (heading === null || arrival?.type !== 'navigate' || location.hash !== '') return
  if (scrollY > 0 || document.querySelector('main :focus')) return
  scrollTo({ top: 200, behavior: 'instant' })
  heading.focus({ preventScroll: true })
}
