/**
 * The carousel beyond its strip: its buttons, arrow keys, a picture over the whole screen. Plain DOM, so that it
 * works before React has started and after a change of page. Started by `before-react.ts`.
 */
import { prefersReducedMotion, savesData } from './before-react.ts'

/** The slide that each key leads to; the strip goes round. */
const KEYS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => stepFrom(at, -1, count),
  ArrowRight: (at, count) => stepFrom(at, 1, count),
  Home: () => 0,
  End: (_, count) => count - 1,
}

const withModifier = (event: KeyboardEvent | MouseEvent) => event.altKey || event.ctrlKey || event.metaKey

export function startCarousel(carousel: HTMLElement) {
  const strip = findStrip(carousel)
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
      // The slide with the focus, which the strip may only be on its way to.
      const focused = strip.slides.findIndex((slide) => slide.contains(document.activeElement))
      const to = lead(focused < 0 ? strip.at() : focused, strip.slides.length)
      if (focused >= 0) focus(strip, to)
      strip.show(to)
      turning.restart()
    }
    // The link is a button now, and a button answers to the space bar too.
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

type Strip = NonNullable<ReturnType<typeof findStrip>>

/** A carousel's strip of slides: which one is shown, and how to come to another. */
function findStrip(carousel: HTMLElement) {
  const strip = carousel.querySelector<HTMLElement>('.carousel-strip')
  const slides = [...carousel.querySelectorAll<HTMLElement>('.slide')]
  if (!strip || slides.length === 0) return null
  const count = carousel.querySelector<HTMLElement>('.carousel-count')
  let at = 0

  const rests = () =>
    restingPlaces(
      slides.map((slide) => slide.offsetLeft),
      strip.scrollWidth - strip.clientWidth,
    )
  const mark = () => slides.forEach((each, index) => each.toggleAttribute('data-shown', index === at))
  const settle = (slide: number) => {
    if (slide === at) return
    at = slide
    mark()
    if (count) tell(count, { at, of: slides })
  }
  mark()
  // The slide that `show` sends the strip to, until it is there or someone takes hold of it.
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
    /** The slide that is shown, or is on its way; from 0. */
    at: () => at,
    show(slide: number, behavior: ScrollBehavior = prefersReducedMotion() ? 'instant' : 'smooth') {
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

/** Without `data-interval`, as in the lightbox, it stays where it is put. */
function startTurning(carousel: HTMLElement, strip: Strip) {
  const interval = Number(carousel.dataset['interval'] ?? 0)
  const pause = carousel.querySelector('.carousel-pause')
  const count = carousel.querySelector('.carousel-count')
  let turning: Turning = 'auto'
  let seen = false
  let timer: number | undefined

  const tick = () => {
    const attended = carousel.matches(':hover, :focus-within')
    const covered = document.querySelector('dialog:modal') !== null
    if (turns({ turning, attended, covered })) strip.show(stepFrom(strip.at(), 1, strip.slides.length))
  }
  const restart = () => {
    clearInterval(timer)
    if (seen && interval > 0) timer = window.setInterval(tick, interval)
  }
  // A slide that comes by itself is not announced; one that someone asks for is.
  const announce = () => {
    const still =
      interval === 0 || turning === 'never' || (turning === 'auto' && carousel.matches(':focus-within'))
    count?.setAttribute('aria-live', still ? 'polite' : 'off')
  }
  const set = (to: Turning) => {
    turning = to
    carousel.dataset['turning'] = to
    pause?.setAttribute('aria-label', to === 'never' ? 'Play' : 'Pause')
    announce()
  }

  set(prefersReducedMotion() || savesData() ? 'never' : 'auto')
  carousel.addEventListener('pointerleave', restart)
  carousel.addEventListener('focusin', announce)
  carousel.addEventListener('focusout', () => {
    restart()
    announce()
  })
  const sight = (changes: IntersectionObserverEntry[]) => {
    seen = changes.at(-1)?.isIntersecting ?? false
    restart()
  }
  new IntersectionObserver(sight, { threshold: 0.4 }).observe(carousel)
  return {
    /** Someone did something: the next picture comes a whole interval from now. */
    restart,
    /** Pause or Play. */
    toggle: () => set(turning === 'never' ? 'always' : 'never'),
  }
}

/**
 * A picture over the whole screen: a copy of the carousel in a dialog, which is gone when it closes. Opens at a slide (from 0);
 * `onClosed` gets the one that was seen last. The copy is a carousel like any other, so `before-react.ts` starts it; it has no
 * interval, and so it never moves by itself.
 */
function openLightbox(carousel: HTMLElement, at: number, onClosed: (at: number) => void) {
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

/** `auto` until someone says otherwise; `always` after Play was pressed, `never` after Pause. */
type Turning = 'auto' | 'always' | 'never'

interface Surroundings {
  turning: Turning
  /** A mouse is over it, or the focus is in it: someone looks at this very picture. */
  attended: boolean
  /** The page is covered, such as by one of its pictures in full. */
  covered: boolean
}

/** True when the next picture may come by itself now (WAI-ARIA APG, carousel: a wish beats hover and focus). */
export function turns({ turning, attended, covered }: Surroundings): boolean {
  if (covered || turning === 'never') return false
  return turning === 'always' || !attended
}

/** The slide so many steps on; after the last comes the first. */
export function stepFrom(at: number, by: number, count: number): number {
  return (((at + by) % count) + count) % count
}

/** The resting place of each slide, in pixels scrolled: the last ones share the strip's end. */
export function restingPlaces(starts: readonly number[], end: number): number[] {
  const [first = 0] = starts
  return starts.map((start) => Math.min(start - first, end))
}

/** The slide whose resting place is nearest to what is scrolled. */
export function nearest(rests: readonly number[], scrolled: number): number {
  const away = rests.map((rest) => Math.abs(rest - scrolled))
  return away.indexOf(Math.min(...away))
}
