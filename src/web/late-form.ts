/**
 * A form that is only a button and leads to another page (`data-late`): until somebody presses it, its page is one to read
 * and its scripts can wait (`late-scripts.ts`). Pressed before React is there, it leads to that page as a document, which
 * brings what the button opens; and the button says at once that it was pressed.
 */
export function leadOn(): () => void {
  let pressed: Element | null = null
  const lead = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-late]')) return
    event.preventDefault()
    pressed = event.submitter
    pressed?.setAttribute('aria-busy', 'true')
    location.assign(form.action)
  }
  // The page may be shown again as it was left.
  const rest = () => pressed?.removeAttribute('aria-busy')
  document.addEventListener('submit', lead)
  window.addEventListener('pageshow', rest)
  return () => {
    document.removeEventListener('submit', lead)
    window.removeEventListener('pageshow', rest)
  }
}

/** The empty query that a browser itself puts behind the address of such a form. */
export function dropEmptyQuery(): void {
  if (location.href.endsWith('?')) history.replaceState(history.state, '', location.pathname)
}

/**
 * A form that came with the page stands where a press would bring it (R10.8); a page that is loaded again stays where it was.
 * On a slow line this comes late: who is in a field by then, or has gone on to read, stays there.
 */
export function showForm(): void {
  const heading = document.querySelector<HTMLElement>('[data-page-heading]')
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (heading === null || arrival?.type !== 'navigate' || location.hash !== '') return
  if (scrollY > 0 || document.querySelector('main :focus')) return
  scrollTo({ top: 200, behavior: 'instant' })
  heading.focus({ preventScroll: true })
}
