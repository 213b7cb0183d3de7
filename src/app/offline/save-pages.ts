import { offlinePaths, paths } from '../paths.ts'

/** Saves the pages of `offlinePaths` for offline use. Then writes into `note` that the page is saved. */
export async function savePages(note: HTMLElement) {
  try {
    await pageLoaded()
    if ((await saveSite()) && (await caches.match(location.pathname)))
      note.textContent = `Saved on this ${device()} for when the signal ends`
  } catch {
    // The browser may refuse to store anything, or its storage may be full. The page itself still works.
  }
}

/**
 * Registers the service worker, which saves pages for offline use. Returns true when the worker has saved all
 * of them. Returns false if the browser has no service workers, and in development, where saved pages would
 * be outdated. Rejects if saving fails.
 */
export async function saveSite(): Promise<boolean> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return false
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(paths.offlineWorker, {
    scope: '/',
    updateViaCache: 'none',
  })
  await activated(registration)
  // Older versions of the site registered the service worker separately for each page.
  for (const old of await serviceWorker.getRegistrations())
    if (offlinePaths.includes(new URL(old.scope).pathname)) await old.unregister()
  return true
}

async function activated({ active, waiting, installing }: ServiceWorkerRegistration) {
  const worker = installing ?? waiting
  if (active || !worker) return
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The pages could not be saved for offline use'))
    })
  })
}

async function pageLoaded() {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/** Returns whether the visitor uses a `"phone"` or a `"computer"`. Works only in browsers. */
export const device = () => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer')
