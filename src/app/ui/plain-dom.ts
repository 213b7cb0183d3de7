/**
 * Scripts that work without React: the start of components that only use the DOM, the print and copy buttons,
 * and the focus after a press.
 */

/** Starts one component. Called once for each element of the component, before or after hydration. */
export type StartComponent = (element: HTMLElement) => void

/**
 * Runs each start function for the elements that match its selector, and for such elements that appear later.
 * Then sets `data-started` on the element, so that stylesheets can hide buttons whose script is not running.
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

// The next two functions ask the browser at each call, because a user can change these preferences while a
// page is open.

/**
 * Returns true if the user prefers less motion. Nothing on the page may then move unless the user starts it.
 */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Returns true if the user wants to save data. The page may then load nothing large unless the user asks for
 * it.
 */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Makes each `<PrintButton>` print the page, even before React starts. */
export function startPrinting() {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
}

const COPIED_MS = 2500

/**
 * Makes `<button class="copy" data-copy="text">` copy its text. With `data-share="path"`, the button shares that page
 * of our site, or copies its address if the browser cannot share. If the browser forbids copying, the user can still
 * select the text.
 */
export function startCopy(button: HTMLElement) {
  const label = button.firstElementChild
  const words = label?.textContent ?? ''
  button.addEventListener('click', () => {
    const { copy = '', share } = button.dataset
    const text = share === undefined ? copy : new URL(share, location.href).href
    const done =
      share !== undefined && 'share' in navigator
        ? navigator.share({ title: document.title, url: text })
        : navigator.clipboard
            ?.writeText(text)
            .then(() => announce(label, { shared: share !== undefined, words }))
    // `share` rejects if the user closes its dialog, and `writeText` if the browser forbids copying.
    void done?.catch(() => {})
  })
}

function announce(label: Element | null, { shared, words }: { shared: boolean; words: string }) {
  if (!label) return
  label.textContent = shared ? 'Link copied' : 'Copied'
  setTimeout(() => (label.textContent = words), COPIED_MS)
}

const FIELDS = 'input, textarea, select'
const PRESSABLE = 'button, a[href], summary, label, [type="checkbox"], [type="radio"]'

/**
 * Moves the focus when the user releases the pointer, instead of when the user presses it. A field that loses
 * the focus may show an error. This error would move the pressed button away, and the click would miss the
 * button.
 */
export function startFocusOnRelease(): void {
  document.addEventListener('mousedown', (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return
    const pressed = event.target.closest<HTMLElement>(`${PRESSABLE}, ${FIELDS}`)
    // If no field has the focus, delays the focus only for buttons. Delaying it also stops the browser from
    // dragging links and selecting text.
    const applies = document.activeElement?.matches(FIELDS) ? PRESSABLE : 'button'
    if (!pressed?.matches(applies)) return
    event.preventDefault()
    const release = ({ target }: Event) => {
      if (target instanceof Node && pressed.contains(target)) pressed.focus({ preventScroll: true })
    }
    document.addEventListener('mouseup', release, { once: true })
  })
}
