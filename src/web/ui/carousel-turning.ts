/** A carousel that moves by itself, and when it does not. */
import { savesData, prefersReducedMotion } from '#ui/user-preferences.ts'
import { stepFrom, turns, type Turning } from './carousel-rules.ts'
import type { Strip } from './carousel-strip.ts'

export interface TurningHandle {
  /** Someone did something: the next picture comes a whole interval from now. */
  restart: () => void
  /** Pause or Play. */
  toggle: () => void
}

/** Without `data-interval`, as in the lightbox, it stays where it is put. */
export function startTurning(carousel: HTMLElement, strip: Strip): TurningHandle {
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
  return { restart, toggle: () => set(turning === 'never' ? 'always' : 'never') }
}
