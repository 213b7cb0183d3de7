/**
 * What runs before React. A page with a form hydrates at once; any other page only when someone first
 * touches it, since every control on it works without React (links, popovers, `<details>`).
 */
const FIRST_TOUCH = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart'] as const

let started = false

function hydrate() {
  if (started) return
  started = true
  for (const name of FIRST_TOUCH) removeEventListener(name, hydrate)
  void import('./hydrate.tsx')
}

if (document.querySelector('form')) hydrate()
else for (const name of FIRST_TOUCH) addEventListener(name, hydrate, { passive: true, once: true })
