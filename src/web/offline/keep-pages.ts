import { offlinePaths, paths } from '../paths.ts'

/** Lets the browser keep the pages of `offlinePaths`, and says so in the note once they are there. */
export async function keepPages(note: HTMLElement) {
  try {
    await pageLoaded()
    if ((await keepSite()) && (await caches.match(location.pathname)))
      note.textContent = `Kept on this ${device()} for when the signal ends`
  } catch {
    // Storage may be refused or full: the page is as good as it was.
  }
}

/**
 * Starts the worker; gives true once it has kept everything. False where workers cannot be had, and while developing,
 * when pages must never be yesterday's. Rejects when it could not keep them.
 */
export async function keepSite(): Promise<boolean> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return false
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(paths.offlineWorker, {
    scope: '/',
    updateViaCache: 'none',
  })
  await activated(registration)
  // Before it led to the list of what is kept, the worker was registered for each page alone.
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
      if (worker.state === 'redundant') reject(new Error('The pages could not be kept'))
    })
  })
}

async function pageLoaded() {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/** The device in words: `"phone"` or `"computer"`. In browsers alone. */
export const device = () => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer')
