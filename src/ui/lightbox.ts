/** A carousel's pictures over the whole screen: a copy of it in a dialog, which is gone when it closes. */

/**
 * Opens at a slide (from 0). `onClosed` gets the slide that was seen last. The copy is a carousel like any
 * other, so `adopt.ts` starts it; it has no interval, and so it never moves by itself.
 */
export function openLightbox(carousel: HTMLElement, at: number, onClosed: (at: number) => void) {
  const dialog = document.createElement('dialog')
  dialog.className = 'lightbox on-scene'
  dialog.setAttribute('aria-label', carousel.getAttribute('aria-label') ?? '')

  const copy = carousel.cloneNode(true) as HTMLElement
  delete copy.dataset['interval']
  copy.dataset['at'] = String(at)
  // The strip takes the focus by Tab, to scroll, and by a click, so that the arrow keys go on working.
  copy.querySelector('.carousel-strip')?.setAttribute('tabindex', '0')
  copy.querySelector('.carousel-pause')?.remove()
  for (const link of copy.querySelectorAll('.slide-open'))
    link.replaceWith(...link.querySelectorAll('.picture'))
  for (const picture of copy.querySelectorAll<HTMLImageElement | HTMLSourceElement>('source, img'))
    picture.sizes = '100vw'
  dialog.append(copy)

  const close = () => dialog.close()
  copy.querySelector('.carousel-close')?.addEventListener('click', close)
  window.addEventListener('popstate', close)
  dialog.addEventListener('close', () => {
    window.removeEventListener('popstate', close)
    const last = Number.parseInt(copy.querySelector('.carousel-count')?.textContent ?? '1', 10) - 1
    dialog.remove()
    onClosed(last)
  })
  document.body.append(dialog)
  dialog.showModal()
}
