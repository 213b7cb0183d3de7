/**
 * What a carousel's strip lacks: its buttons, arrow keys, a picture over the whole screen. Plain DOM, so that it
 * works before React has started and after a change of page. Started by `adopt.ts`.
 */
import { stepFrom } from './carousel-rules.ts'
import { stripOf, type Strip } from './carousel-strip.ts'
import { startTurning } from './carousel-turning.ts'
import { openLightbox } from './lightbox.ts'

/** Where a key leads; the strip goes round. */
const KEYS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => stepFrom(at, -1, count),
  ArrowRight: (at, count) => stepFrom(at, 1, count),
  Home: () => 0,
  End: (_, count) => count - 1,
}

const withModifier = (event: KeyboardEvent | MouseEvent) => event.altKey || event.ctrlKey || event.metaKey

export function startCarousel(carousel: HTMLElement) {
  const strip = stripOf(carousel)
  if (!strip) return
  const turning = startTurning(carousel, strip)

  carousel.addEventListener('click', (event) => {
    const target = event.target as Element
    const step = target.closest('.carousel-after') ? 1 : target.closest('.carousel-before') ? -1 : 0
    if (step) strip.show(stepFrom(strip.at(), step, strip.slides.length))
    if (target.closest('.carousel-pause')) turning.toggle()
    turning.restart()

    const slide = target.closest('.slide-open, .slide-words')?.closest<HTMLElement>('.slide')
    if (!slide || withModifier(event)) return
    event.preventDefault()
    openLightbox(carousel, strip.slides.indexOf(slide), (last) => {
      strip.show(last, 'instant')
      focus(strip, last)
    })
  })

  carousel.addEventListener('keydown', (event) => {
    const lead = KEYS[event.key]
    if (lead && !withModifier(event)) {
      event.preventDefault()
      const to = lead(strip.at(), strip.slides.length)
      if (document.activeElement?.closest('.slide')) focus(strip, to)
      strip.show(to)
      turning.restart()
    }
    // What was a link is a button now, and a button answers to the space bar too.
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault()
      event.target.click()
    }
  })

  for (const link of carousel.querySelectorAll('.slide-open')) {
    link.setAttribute('role', 'button')
    link.setAttribute('aria-haspopup', 'dialog')
  }
  const first = Number(carousel.dataset['at'] ?? 0)
  if (first > 0) strip.show(first, 'instant')
}

function focus(strip: Strip, slide: number) {
  strip.slides[slide]?.querySelector<HTMLElement>('.slide-open')?.focus({ preventScroll: true })
}
