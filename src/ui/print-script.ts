/** A press on `<PrintButton>`, before or after React has started. */
export function startPrinting() {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
}
