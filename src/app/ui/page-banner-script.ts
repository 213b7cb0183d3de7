/**
 * Runs the banner video and the slowly scrolling picture of `page-banner.tsx` without React. `plain-dom.ts`
 * starts the functions of this file.
 */
import { prefersReducedMotion, savesData } from './plain-dom.ts'

/**
 * Plays the banner video while the video is in view. Starts only after the page has loaded, so that the video
 * does not delay the page's first picture (R17.1).
 */
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
    // React does not write `muted` into the HTML, but browsers start only muted videos.
    video.muted = true
    video.play().catch((error: DOMException) => {
      // `AbortError` means that the visitor scrolled past the video before the video started.
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

/** Calls `start` when the page has loaded and the browser is idle. */
function whenLoaded(start: () => void) {
  const soon = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : setTimeout(start, 200))
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

/** Shows the large picture in place of the small one when the large picture has loaded. */
export function startParallax(parallax: HTMLElement) {
  const high = parallax.querySelector<HTMLImageElement>('.parallax-high img')
  if (!high || savesData()) return
  const show = () => {
    parallax.dataset['high'] = 'shown'
  }
  parallax.dataset['high'] = 'wanted'
  // Decodes the large picture before showing it, so that the decoding does not interrupt scrolling.
  high.addEventListener('load', () => high.decode().then(show, show), { once: true })
  if (high.complete && high.naturalWidth > 0) show()
}
