/** What buttons do without React. */

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
