/**
 * The scripts that work before React and without it: the pieces of plain DOM that a page has, the buttons that print and copy, and where
 * a press leaves the focus.
 */

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

const FIELDS = 'input, textarea, select'
const PRESSABLE = 'button, a[href], summary, label, [type="checkbox"], [type="radio"]'

/**
 * Gives what is pressed the focus when the pointer is let go, just before the click, not when it goes down. The field that
 * loses the focus may then say what is wrong with it; said earlier, that would move a button or link below it away before it is
 * let go, and the press would be lost.
 */
export function startFocusOnRelease(): void {
  document.addEventListener('mousedown', (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return
    const pressed = event.target.closest<HTMLElement>(`${PRESSABLE}, ${FIELDS}`)
    // Where no field is left, whatever is not a button stays to be dragged or selected.
    const applies = document.activeElement?.matches(FIELDS) ? PRESSABLE : 'button'
    if (!pressed?.matches(applies)) return
    event.preventDefault()
    const release = ({ target }: Event) => {
      if (target instanceof Node && pressed.contains(target)) pressed.focus({ preventScroll: true })
    }
    document.addEventListener('mouseup', release, { once: true })
  })
}
