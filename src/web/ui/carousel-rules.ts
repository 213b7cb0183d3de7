/** How a carousel counts and when it moves by itself; the browser's part is in `carousel-script.ts`. */

/** `auto` until someone says otherwise; `always` after Play was pressed, `never` after Pause. */
export type Turning = 'auto' | 'always' | 'never'

interface Surroundings {
  turning: Turning
  /** A mouse is over it, or the focus is in it: someone looks at this very picture. */
  attended: boolean
  /** The page is covered, such as by one of its pictures in full. */
  covered: boolean
}

/** Whether the next picture may come by itself now (WAI-ARIA APG, carousel: a wish beats hover and focus). */
export function turns({ turning, attended, covered }: Surroundings): boolean {
  if (covered || turning === 'never') return false
  return turning === 'always' || !attended
}

/** The slide so many steps on; after the last comes the first. */
export function stepFrom(at: number, by: number, count: number): number {
  return (((at + by) % count) + count) % count
}

/** Where each slide comes to rest, in pixels scrolled: the last ones share the strip's end. */
export function restsOf(starts: readonly number[], end: number): number[] {
  const [first = 0] = starts
  return starts.map((start) => Math.min(start - first, end))
}

/** The slide whose resting place is nearest to what is scrolled. */
export function nearest(rests: readonly number[], scrolled: number): number {
  const away = rests.map((rest) => Math.abs(rest - scrolled))
  return away.indexOf(Math.min(...away))
}
