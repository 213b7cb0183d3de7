/** The second half of a parallax picture: the large one, once it is there. Started by `adopt.ts`. */
import { savesData } from './user-preferences.ts'

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
