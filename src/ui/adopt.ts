/** Starts a piece of plain DOM: called once for each element, before or after React has taken the page over. */
export type Start = (element: HTMLElement) => void

/**
 * Runs each start for the elements of its selector, now and whenever a page change brings more. From then on the
 * element says `data-started`, so that style sheets can hide a button that would do nothing yet.
 */
export function adopt(starts: Record<string, Start>) {
  const known = new WeakSet<HTMLElement>()
  const look = () => {
    for (const [selector, start] of Object.entries(starts)) {
      for (const element of document.querySelectorAll<HTMLElement>(selector)) {
        if (known.has(element)) continue
        known.add(element)
        start(element)
        element.dataset['started'] = ''
      }
    }
  }
  look()
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}
