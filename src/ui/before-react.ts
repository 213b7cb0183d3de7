/** The scripts that work before React and without it: the pieces of plain DOM that a page has, and the buttons that print and copy. */

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

// A person's wishes to their device are read when they matter, since they may change while a page is open.

/** Less motion: nothing moves unless they start it. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fewer bytes: nothing large is loaded unless they ask for it. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** A press on `<PrintButton>`, before or after React has started. */
export function startPrinting() {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
}

const SAID_MS = 2500

/** A press on `<button class="copy" data-copy="words">` copies the words; without leave to, they stay to be selected. */
export function startCopy(button: HTMLElement) {
  const label = button.firstElementChild
  button.addEventListener('click', () => {
    void navigator.clipboard?.writeText(button.dataset['copy'] ?? '').then(
      () => announce(label),
      () => {},
    )
  })
}

function announce(label: Element | null) {
  if (!label) return
  label.textContent = 'Copied'
  setTimeout(() => (label.textContent = 'Copy'), SAID_MS)
}
