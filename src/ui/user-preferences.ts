/** What a person has asked their device for. Read when it matters, since it may change while a page is open. */

/** Less motion: nothing moves unless they start it. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Fewer bytes: nothing large is loaded unless they ask for it. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
