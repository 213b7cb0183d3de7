/**
 * Adds buttons, arrow keys and the full-screen view to the strip of slides of a carousel. Uses only the DOM,
 * so that it works before React starts. `plain-dom.ts` starts this script.
 */
import { prefersReducedMotion, savesData } from './plain-dom.ts'

/** Returns for each key the slide that the carousel should show. After the last slide comes the first. */
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
      // A key moves on from the focused slide and not from the slide in view, because the strip may still be
      // scrolling toward the focused slide.
      const focused = strip.slides.findIndex((slide) => slide.contains(document.activeElement))
      const to = lead(focused < 0 ? strip.at() : focused, strip.slides.length)
      if (focused >= 0) focus(strip, to)
      strip.show(to)
      turning.restart()
    }
    // The link of a slide works like a button here, so the space bar must press it too.
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

/**
 * Finds the strip of slides in a carousel. Returns its slides, the slide in view, and a function that shows
 * another slide. Returns null if the carousel has no slides.
 */
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
    if (count) showCount(count, { at, of: slides })
  }
  mark()
  let goal: number | null = null
  const letGo = () => {
    goal = null
  }
  for (const name of ['pointerdown', 'wheel', 'focusin'])
    strip.addEventListener(name, letGo, { passive: true })
  // In browsers without the event `scrollend`, listens to `scroll`, which comes for each step of scrolling.
  strip.addEventListener('onscrollend' in window ? 'scrollend' : 'scroll', () => {
    const slide = nearest(rests(), strip.scrollLeft)
    // Ignores the end of an earlier scroll after a later scroll has begun.
    if (goal !== null && slide !== goal) return
    letGo()
    settle(slide)
  })
  return {
    slides,
    /** Index of the slide that is in view, or to which the strip is scrolling. */
    at: () => at,
    show(slide: number, behavior: ScrollBehavior = prefersReducedMotion() ? 'instant' : 'smooth') {
      settle(slide)
      goal = slide
      strip.scrollTo({ left: rests()[slide] ?? 0, behavior })
    },
  }
}

/** Writes the position, such as "2 of 4", and adds the slide's label for screen readers. */
function showCount(count: HTMLElement, { at, of }: { at: number; of: HTMLElement[] }) {
  const label = of[at]?.querySelector('.slide-label')?.textContent
  const unseen = document.createElement('span')
  unseen.className = 'visually-hidden'
  unseen.textContent = label ? `: ${label}` : ''
  count.replaceChildren(`${at + 1} of ${of.length}`, unseen)
}

/**
 * Shows the next slide at each interval. Does nothing without `data-interval`, as in the full-screen view.
 */
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
    if (isTurning({ turning, attended, covered })) strip.show(stepFrom(strip.at(), 1, strip.slides.length))
  }
  const restart = () => {
    clearInterval(timer)
    if (seen && interval > 0) timer = window.setInterval(tick, interval)
  }
  // Screen readers announce a slide only if the user asked for that slide, and not when slides change
  // automatically.
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
    /** Starts the interval again. The carousel calls this after the user has used the carousel. */
    restart,
    /** Pauses or resumes the automatic slide changes. */
    toggle: () => set(turning === 'never' ? 'always' : 'never'),
  }
}

/**
 * Shows the pictures on the full screen, in a copy of the carousel. The copy is in a dialog, which is removed
 * when it closes. `at` is the first slide to show, from 0. Calls `onClosed` with the last slide shown.
 * `plain-dom.ts` starts the copy like any carousel, but without an interval.
 */
function openLightbox(carousel: HTMLElement, at: number, onClosed: (at: number) => void) {
  const dialog = document.createElement('dialog')
  dialog.className = 'lightbox on-scene'
  dialog.setAttribute('aria-label', carousel.getAttribute('aria-label') ?? '')

  const copy = carousel.cloneNode(true) as HTMLElement
  delete copy.dataset['interval']
  copy.dataset['at'] = String(at)
  // Lets the strip of slides take the focus, by Tab and by a click, so that arrow keys work.
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

/**
 * Whether slides change automatically. With `auto` the user has not decided, and slides change unless the
 * mouse or the focus is in the carousel. `always` is set by Play, and `never` by Pause.
 */
type Turning = 'auto' | 'always' | 'never'

interface Surroundings {
  turning: Turning
  /** True while the mouse pointer or the focus is in the carousel. */
  attended: boolean
  /** True while a dialog covers the page, such as the full-screen view. */
  covered: boolean
}

/**
 * Returns true if slides may change automatically now. After Play, neither the mouse nor the focus stops them
 * (WAI-ARIA APG, carousel).
 */
export function isTurning({ turning, attended, covered }: Surroundings): boolean {
  if (covered || turning === 'never') return false
  return turning === 'always' || !attended
}

/**
 * Returns the index of the slide that is `by` steps after the slide `at`. After the last slide comes the
 * first.
 */
export function stepFrom(at: number, by: number, count: number): number {
  return (((at + by) % count) + count) % count
}

export function restingPlaces(starts: readonly number[], end: number): number[] {
  const [first = 0] = starts
  return starts.map((start) => Math.min(start - first, end))
}

/** Returns the index of the slide whose scroll position is nearest to `scrolled`. */
export function nearest(rests: readonly number[], scrolled: number): number {
  const away = rests.map((rest) => Math.abs(rest - scrolled))
  return away.indexOf(Math.min(...away))
}
