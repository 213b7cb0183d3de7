/** The banner's video and the parallax picture of `scene.tsx`, without React. Started by `before-react.ts`. */
import { prefersReducedMotion, savesData } from './before-react.ts'

/** Plays the banner once the page is there, while it is in sight: after the largest paint (R17.1). */
export function startBannerVideo(banner: HTMLElement) {
  const video = banner.querySelector('video')
  const toggle = banner.querySelector('.banner-video-toggle')
  if (!video || !toggle) return
  let wanted = !prefersReducedMotion() && !savesData()
  let seen = false

  const show = (state: 'plays' | 'rests') => {
    banner.dataset['video'] = state
    toggle.setAttribute('aria-label', state === 'plays' ? 'Pause video' : 'Play video')
  }
  const update = () => {
    if (!wanted || !seen) return video.pause()
    // React leaves this attribute out of the page, and no browser starts a sound unasked.
    video.muted = true
    video.play().catch((error: DOMException) => {
      // `AbortError`: it went out of sight before it began.
      if (error.name !== 'AbortError') console.info('Autoplay prevented')
    })
  }

  video.addEventListener('playing', () => show('plays'))
  video.addEventListener('pause', () => show('rests'))
  toggle.addEventListener('click', () => {
    wanted = video.paused
    seen = true
    update()
  })
  const sight = (changes: IntersectionObserverEntry[]) => {
    seen = changes.at(-1)?.isIntersecting ?? false
    update()
  }
  whenLoaded(() => new IntersectionObserver(sight, { threshold: 0.25 }).observe(banner))
}

/** Calls `start` after everything that the page needs has come, and a moment of quiet. */
function whenLoaded(start: () => void) {
  const soon = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start, 200))
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

/** The second half of a parallax picture: the large one, once it is there. */
export function startParallax(parallax: HTMLElement) {
  const high = parallax.querySelector<HTMLImageElement>('.parallax-high img')
  if (!high || savesData()) return
  const show = () => {
    parallax.dataset['high'] = 'shown'
  }
  parallax.dataset['high'] = 'wanted'
  // The large picture is decoded first, so that the change does not hold up a scroll.
  high.addEventListener('load', () => high.decode().then(show, show), { once: true })
  if (high.complete && high.naturalWidth > 0) show()
}
