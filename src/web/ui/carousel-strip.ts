/** A carousel's strip of slides: which one is shown, and how to come to another. */
import { prefersReducedMotion } from '#ui/user-preferences.ts'
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
  // Where `show` sends the strip, until it is there or someone takes hold of it.
  let goal: number | null = null
  const letGo = () => {
    goal = null
  }
  for (const name of ['pointerdown', 'wheel', 'focusin'])
    strip.addEventListener(name, letGo, { passive: true })
  // Where a browser cannot tell the end of scrolling, each step on the way counts.
  strip.addEventListener('onscrollend' in window ? 'scrollend' : 'scroll', () => {
    const slide = nearest(rests(), strip.scrollLeft)
    // The end of a scroll that another has overtaken.
    if (goal !== null && slide !== goal) return
    letGo()
    settle(slide)
  })
  return {
    slides,
    at: () => at,
    show(slide, behavior = prefersReducedMotion() ? 'instant' : 'smooth') {
      settle(slide)
      goal = slide
      strip.scrollTo({ left: rests()[slide] ?? 0, behavior })
    },
  }
}

/** "2 of 4", and for screen readers what is on it. */
function tell(count: HTMLElement, { at, of }: { at: number; of: HTMLElement[] }) {
  const label = of[at]?.querySelector('.slide-label')?.textContent
  const unseen = document.createElement('span')
  unseen.className = 'visually-hidden'
  unseen.textContent = label ? `: ${label}` : ''
  count.replaceChildren(`${at + 1} of ${of.length}`, unseen)
}
