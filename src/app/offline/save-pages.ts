import { offlinePaths, paths } from '../paths.ts'

/** Saves the pages of `offlinePaths` for offline use. Says so in `note` when they are saved. */
export async function savePages(note: HTMLElement) {
  try {
    await pageLoaded()
    if ((await saveSite()) && (await caches.match(location.pathname)))
      note.textContent = `Saved on this ${device()} for when the signal ends`
  } catch {
    // The browser may refuse storage, or it may be full. The page itself still works.
  }
}

/**
 * Registers the service worker, and returns true once it has saved everything. Returns false if the browser has no
 * service workers, and in development, where cached pages would be outdated. Rejects if saving fails.
 */
export async function saveSite(): Promise<boolean> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return false
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(paths.offlineWorker, {
    scope: '/',
    updateViaCache: 'none',
  })
  await activated(registration)
  // Older versions registered the worker separately for each page.
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

/** Returns `"phone"` or `"computer"`. Works only in browsers. */
export const device = () => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer')
