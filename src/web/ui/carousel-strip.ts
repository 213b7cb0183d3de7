/** A carousel's strip of slides: which one is shown, and how to come to another. */
import { wantsCalm } from './calm.ts'
import { nearest, restsOf } from './carousel-rules.ts'

export interface Strip {
  slides: HTMLElement[]
  /** The slide that is shown, or is on its way; from 0. */
  at: () => number
  show: (slide: number, behavior?: ScrollBehavior) => void
}

export function stripOf(carousel: HTMLElement): Strip | null {
  const strip = carousel.querySelector<HTMLElement>('.carousel-strip')
  const slides = [...carousel.querySelectorAll<HTMLElement>('.slide')]
  if (!strip || slides.length === 0) return null
  const count = carousel.querySelector<HTMLElement>('.carousel-count')
  let at = 0

  const rests = () =>
    restsOf(
      slides.map((slide) => slide.offsetLeft),
      strip.scrollWidth - strip.clientWidth,
    )
  const settle = (slide: number) => {
    if (slide === at) return
    at = slide
    if (count) tell(count, { at, of: slides })
  }
  // Where a browser cannot tell the end of scrolling, each step on the way counts.
  strip.addEventListener('onscrollend' in window ? 'scrollend' : 'scroll', () =>
    settle(nearest(rests(), strip.scrollLeft)),
  )
  return {
    slides,
    at: () => at,
    show(slide, behavior = wantsCalm() ? 'instant' : 'smooth') {
      settle(slide)
      strip.scrollTo({ left: rests()[slide] ?? 0, behavior })
    },
  }
}

/** "2 of 4", and for screen readers what is on it. */
function tell(count: HTMLElement, { at, of }: { at: number; of: HTMLElement[] }) {
  const label = of[at]?.querySelector('.slide-label')?.textContent
  const unseen = document.createElement('span')
  unseen.className = 'unseen'
  unseen.textContent = label ? `: ${label}` : ''
  count.replaceChildren(`${at + 1} of ${of.length}`, unseen)
}
