/**
 * The service worker for pages that guests read without a signal. It saves them with everything they need,
 * without personal data, and serves the saved copy only if the network fails. From any other page that cannot
 * load, it redirects to the offline page. `worker-file.ts` adds the list `KEPT` at the start of this file.
 * docs/decisions/0015 has the reasons.
 */
'use strict'

/**
 * The worker, with the paths that `worker-file.ts` adds. Browsers with background sync also have the cookie store,
 * but TypeScript's library does not declare it yet.
 * @typedef {{ KEPT: { pages: string[], files: string[], list: string, token: string }, cookieStore: CookieStore }} Given
 */
const worker = /** @type {ServiceWorkerGlobalScope & Given} */ (/** @type {unknown} */ (self))
const { KEPT } = worker

/**
 * Each build of the site has a cache of its own, so that a page never loads another build's styles or
 * scripts.
 */
const PREFIX = 'kept-pages '
/** Name of the cache with the stays that guests saved. `saved-stays.ts` writes it. */
const STAYS = 'kept-stays'
/** Name of the cache with arrival presses made while offline. `stored-presses.ts` writes it. */
const PRESSES = 'kept-presses'
/**
 * Milliseconds to wait for the network before serving the saved copy. With a weak signal, a request may
 * neither fail nor end.
 */
const PATIENCE_MS = 4000
/** The worker saves each picture only in this size, and serves it in place of all other sizes. */
const PICTURE_ENDING = '-960.avif'

const ASSETS = /\/assets\/[\w.-]+|\/pictures\/[\w-]+-960\.avif\?v=\w+/g
const MODULES = /["'`](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css))["'`]/g
/** The manifest lists the modules of all pages, so the worker does not save the files that it names. */
const MANIFEST = /\/manifest-/

worker.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

// The browser has a signal again, even if no page of the site is open. If the promise rejects, the browser
// tries again later.
worker.addEventListener('sync', (event) => {
  const sync = /** @type {ExtendableEvent & { tag: string }} */ (event)
  if (sync.tag === PRESSES) sync.waitUntil(worker.navigator.locks.request(PRESSES, sendPresses))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  const isPage = request.mode === 'navigate' && KEPT.pages.includes(url.pathname)
  if (isPage) event.waitUntil(keep().catch(() => {}))
  if (request.mode === 'navigate') event.waitUntil(forgetWhatIsOver().catch(() => {}))
  // Finds the saved page by its path alone, because the query contains the guest's token.
  if (isPage || KEPT.files.includes(url.pathname)) event.respondWith(freshOrKept(request, url.pathname))
  else if (/^\/(assets|pictures)\//.test(url.pathname)) event.respondWith(keptOrFresh(request, url))
  else if (request.mode === 'navigate' && !/^\/(api|dev)\//.test(url.pathname))
    event.respondWith(freshOrList(request, url))
})

/**
 * Saves everything of the current build, unless that is done already. Then deletes older builds. Rejects if the
 * network fails.
 */
async function keep() {
  const [first = ''] = KEPT.pages
  const page = await load(first)
  const name = PREFIX + (await fingerprint(await page.clone().text()))
  const cache = await caches.open(name)
  // The worker saves the first page last, so the cache is complete if it contains that page.
  if (await cache.match(first)) return
  const others = KEPT.pages.slice(1)
  const pages = await Promise.all(others.map(load))
  const files = await Promise.all(KEPT.files.map(load))
  const texts = await Promise.all([page, ...pages].map((each) => each.clone().text()))
  await keepAssets(cache, texts)
  await Promise.all(others.map((path, at) => put(cache, path, pages[at])))
  await Promise.all(KEPT.files.map((path, at) => put(cache, path, files[at])))
  await put(cache, first, page)
  for (const other of await caches.keys()) {
    if (other.startsWith(PREFIX) && other !== name) await caches.delete(other)
  }
}

/**
 * Saves the assets that the pages reference, and the assets that those reference in turn.
 * @param {Cache} cache
 * @param {string[]} pages
 */
async function keepAssets(cache, pages) {
  const known = new Set(pages.flatMap((html) => html.match(ASSETS) ?? []))
  // The loop also visits addresses that it adds to the set.
  for (const address of known) {
    const asset = await load(address)
    const isScript = address.endsWith('.js') && !MANIFEST.test(address)
    const text = isScript ? await asset.clone().text() : ''
    for (const [, file = ''] of text.matchAll(MODULES)) known.add(`/assets/${file}`)
    await put(cache, address, asset)
  }
}

/**
 * Loads a file without cookies, so that it contains nothing personal.
 * @param {string} address
 */
async function load(address) {
  const reply = await fetch(address, { credentials: 'omit', cache: 'no-cache', redirect: 'error' })
  if (!reply.ok) throw new Error(`${address} returned ${reply.status}`)
  return reply
}

/**
 * @param {Cache} cache
 * @param {string} address
 * @param {Response | undefined} reply
 */
async function put(cache, address, reply) {
  if (reply) await cache.put(address, reply)
}

/** @param {string} address */
const kept = (address) => caches.match(address, { ignoreVary: true })

/**
 * @param {Request} request
 * @param {string} path
 */
async function freshOrKept(request, path) {
  const fresh = fetch(request)
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => kept(path))
  try {
    const reply = (await Promise.race([fresh, late])) ?? (await fresh)
    return reply.status < 500 ? reply : ((await kept(path)) ?? reply)
  } catch {
    return (await kept(path)) ?? Response.error()
  } finally {
    fresh.catch(() => {})
  }
}

/**
 * Loads any other page from the network and saves nothing. Without a network it redirects to the offline page, with
 * the address in the hash, which is never sent to a server.
 * @param {Request} request
 * @param {URL} url
 */
async function freshOrList(request, { pathname, search }) {
  try {
    const reply = await fetch(request)
    // The link of the saved stay no longer works, or its data was deleted. So the worker deletes the saved copy
    // too.
    if (reply.status === 404 || reply.status === 410) await forgetStay(pathname)
    return reply
  } catch {
    if (!(await kept(KEPT.list))) return Response.error()
    return Response.redirect(`${worker.location.origin}${KEPT.list}#${pathname}${search}`)
  }
}

/** @param {string} pathname */
async function forgetStay(pathname) {
  if (await caches.has(STAYS)) await (await caches.open(STAYS)).delete(pathname)
}

/**
 * Deletes expired stays and presses. Each is stored with the last ranch day on which the worker may keep it.
 */
async function forgetWhatIsOver() {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Denver' }).format(new Date())
  for (const name of [STAYS, PRESSES]) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const value = await (await cache.match(request))?.json()
      if (!value || value.until < today) await cache.delete(request)
    }
  }
}

/** Sends the presses oldest first, like `stored-presses.ts`. Rejects if a press cannot be sent. */
async function sendPresses() {
  await forgetWhatIsOver()
  const cache = await caches.open(PRESSES)
  const kept = await Promise.all(
    (await cache.keys()).map(async (request) => ({
      request,
      press: await (await cache.match(request))?.json(),
    })),
  )
  kept.sort((one, other) => one.press.body.at.localeCompare(other.press.body.at))
  for (const { request, press } of kept) {
    const { status } = await send(press)
    if (status === 429 || status >= 500) throw new Error(`A press was refused with ${status}`)
    await cache.delete(request)
  }
}

/**
 * Sends a press as the site's pages do, with the XSRF token that every API reply sets.
 * @param {{ endpoint: { method: string, path: string }, body: object }} press
 */
async function send({ endpoint: { method, path }, body }) {
  await fetch(KEPT.token)
  const token = (await worker.cookieStore.get('XSRF-TOKEN'))?.value ?? ''
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
  return fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) })
}

/**
 * Serves the saved copy first, because assets and versioned pictures never change at their address.
 * @param {Request} request
 * @param {URL} url
 */
async function keptOrFresh(request, { pathname, search }) {
  const found = await kept(pathname + search)
  if (found) return found
  try {
    return await fetch(request)
  } catch {
    return (await kept(pathname.replace(/-\d+\.\w+$/, PICTURE_ENDING) + search)) ?? Response.error()
  }
}

/** @param {string} text */
async function fingerprint(text) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)]
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
