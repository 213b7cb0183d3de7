/**
 * Starts a page in the browser, before React. A page with a form or with `data-hydrate` hydrates immediately. Any
 * other page hydrates when the visitor first touches it, clicks or presses a key, because all of its controls work
 * without React (links, popovers, `<details>`, forms that are only a button).
 */
import { startComponents, startCopy, startFocusOnRelease, startPrinting } from '#app/ui/plain-dom.ts'
import { startCarousel } from '#app/ui/carousel-script.ts'
import { claimTab } from '#app/ui/own-tab.ts'
import { startBannerVideo, startParallax } from '#app/ui/page-banner-script.ts'
import { recordTexts } from './hydrate-translated.ts'
import { dropEmptyQuery, handleEarlyPress, showForm } from './button-forms.ts'
import { startDrawer } from './layout/drawer.ts'
import { startPacking } from './public/info/packing-script.ts'

declare global {
  interface Window {
    /** Loads the page's modules. Exists only if `lazy-scripts.ts` has postponed their loading. */
    loadPage?: () => Promise<void>
  }
}

const FIRST_TOUCH = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const

/** Matches controls that load another document. Hydrating the page would only delay this. */
const LEADS_AWAY = 'a[href], form[data-late]'

function onTouch({ type, target }: Event) {
  if (type !== 'keydown' && target instanceof Element && target.closest(LEADS_AWAY)) return
  void hydrate()
}

async function hydrate() {
  for (const name of FIRST_TOUCH) removeEventListener(name, onTouch)
  try {
    await Promise.all([window.loadPage?.(), import('react-dom/client')])
    await import('./hydrate.tsx')
  } catch (error) {
    // The page stays as the server has sent it: its links, popovers and forms work without React.
    // oxlint-disable-next-line no-console -- failures are logged to the console (R15.8)
    console.error('Start-up failed', error)
  }
  stopLeading()
}

claimTab()
recordTexts()
const stopLeading = handleEarlyPress()
dropEmptyQuery()
showForm()

startDrawer()
startFocusOnRelease()
startPrinting()
startComponents({
  '.carousel': startCarousel,
  '.parallax': startParallax,
  '.banner-video': startBannerVideo,
  '.packing': startPacking,
  '.copy': startCopy,
  '.kept-stays': (place) => void import('./offline/show-stays.ts').then(({ showStays }) => showStays(place)),
  '.offline-note': (note) => void import('./offline/save-pages.ts').then(({ savePages }) => savePages(note)),
})

if (document.querySelector('form:not([data-late]), [data-hydrate]')) void hydrate()
else {
  for (const name of FIRST_TOUCH) addEventListener(name, onTouch, { passive: true })
  if (!document.querySelector('.kept-stays')) void sendKeptPresses()
}

/**
 * Sends the presses of "Here" and other arrival buttons that the browser stored without a signal. Every page
 * does this when it opens, except pages with these buttons, which have their own code.
 */
async function sendKeptPresses() {
  if (!('caches' in window) || !(await caches.has('kept-presses').catch(() => false))) return
  const [{ sendPresses }, { browserCall }] = await Promise.all([
    import('#app/guest/arrival/stored-presses.ts'),
    import('./browser-call.ts'),
  ])
  const send = () => void sendPresses(browserCall, () => true)
  send()
  addEventListener('online', send)
}

if (new URLSearchParams(location.search).has('attendee')) {
  void import('./public/info/report-directions.ts').then(({ reportDirections }) => reportDirections())
}
