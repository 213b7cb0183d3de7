/**
 * Scripts that work before React starts and without React: components that only use the DOM, the print and copy
 * buttons, and the focus after a press.
 */

/** Starts a plain DOM component. Called once per element, before or after hydration. */
export type StartComponent = (element: HTMLElement) => void

/**
 * Runs each start function for the elements of its selector, now and whenever a page change adds more such
 * elements. It then sets `data-started` on the element, so that style sheets can hide buttons whose script is
 * not running yet.
 */
export function startComponents(starts: Record<string, StartComponent>) {
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

// The functions below read the user's preferences at each call, because users can change them while a page is
// open.

/** Returns true if the user prefers less motion. Then nothing moves unless the user starts it. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns true if the user wants to save data. Then nothing large loads unless the user asks for it. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Makes every `<PrintButton>` print, even before React starts. */
export function startPrinting() {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
}

const COPIED_MS = 2500

/**
 * Makes `<button class="copy" data-copy="text">` copy its text. If the browser does not allow this, the user
 * can still select the text.
 */
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
  setTimeout(() => (label.textContent = 'Copy'), COPIED_MS)
}

const FIELDS = 'input, textarea, select'
const PRESSABLE = 'button, a[href], summary, label, [type="checkbox"], [type="radio"]'

/**
 * Moves the focus when the pointer is released, just before the click, instead of when it goes down. When a
 * field loses the focus, its error can appear and push the button away. If that happened before the user
 * releases the pointer, the click would miss the button.
 */
export function startFocusOnRelease(): void {
  document.addEventListener('mousedown', (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return
    const pressed = event.target.closest<HTMLElement>(`${PRESSABLE}, ${FIELDS}`)
    // If no field has the focus, applies only to buttons, so that users can still select text and drag links.
    const applies = document.activeElement?.matches(FIELDS) ? PRESSABLE : 'button'
    if (!pressed?.matches(applies)) return
    event.preventDefault()
    const release = ({ target }: Event) => {
      if (target instanceof Node && pressed.contains(target)) pressed.focus({ preventScroll: true })
    }
    document.addEventListener('mouseup', release, { once: true })
  })
}
