/**
 * What runs before React. A page with a form, or one that asks for it (`data-hydrate`), hydrates at once; any other page only when someone first
 * touches it, since every control on it works without React (links, popovers, `<details>`).
 */
import { startDrawer } from './layout/drawer.ts'

const FIRST_TOUCH = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'touchstart'] as const

function hydrate() {
  for (const name of FIRST_TOUCH) removeEventListener(name, hydrate)
  void import('./hydrate.tsx')
}

startDrawer()

if (document.querySelector('form, [data-hydrate]')) hydrate()
else for (const name of FIRST_TOUCH) addEventListener(name, hydrate, { passive: true })

if (new URLSearchParams(location.search).has('attendee')) {
  void import('./pages/info/report-directions.ts').then(({ reportDirections }) => reportDirections())
}
