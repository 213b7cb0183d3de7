import { offlinePaths, paths } from '../paths.ts'

/**
 * Lets the browser keep the pages of `offlinePaths`, and says so in the note once they are there. A registration
 * for each page: the worker has nothing to do with the rest of the site. Nothing happens where workers cannot be
 * had, and while developing, when pages must never be yesterday's.
 */
export async function keepPages(note: HTMLElement) {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const here = location.pathname
  try {
    await pageLoaded()
    await register(here)
    await navigator.serviceWorker.ready
    // The first one has kept everything by now: the others find it.
    for (const path of offlinePaths) if (path !== here) await register(path)
    if (await caches.match(here)) note.textContent = words()
  } catch {
    // Storage may be refused or full: the page is as good as it was.
  }
}

function register(scope: string) {
  return navigator.serviceWorker.register(paths.offlineWorker, { scope, updateViaCache: 'none' })
}

async function pageLoaded() {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

function words(): string {
  const device = matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer'
  return `Kept on this ${device} for when the signal ends`
}
