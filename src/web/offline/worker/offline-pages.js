/**
 * The service worker of the pages that are read where the signal ends. It keeps them with all they need, as they
 * are for nobody in particular, and hands out what it keeps only when the network does not answer. From any other page
 * that does not come it leads to the one that lists what is kept. `worker-file.ts` sends it with the list `KEPT` before
 * it; docs/decisions/0015 has the reasons.
 */
'use strict'

/**
 * The worker, with the paths of this site that `worker-file.ts` writes before these lines. Browsers that let a worker send in the
 * background have the store of cookies; TypeScript's library does not yet.
 * @typedef {{ KEPT: { pages: string[], files: string[], list: string, token: string }, cookieStore: CookieStore }} Given
 */
const worker = /** @type {ServiceWorkerGlobalScope & Given} */ (/** @type {unknown} */ (self))
const { KEPT } = worker

/** Each build has a cache of its own: a page never meets styles or scripts of another. */
const PREFIX = 'kept-pages '
/** The stays that guests have asked to be kept, written by `kept-stays.ts`. */
const STAYS = 'kept-stays'
/** The presses without a signal, written by `kept-presses.ts`. */
const PRESSES = 'kept-presses'
/** With one bar of signal a request neither fails nor arrives. */
const PATIENCE_MS = 4000
/** Of each picture one size is kept, and stands in for the others. */
const PICTURE_ENDING = '-960.avif'

const ASSETS = /\/assets\/[\w.-]+|\/pictures\/[\w-]+-960\.avif\?v=\w+/g
const MODULES = /["'`](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css))["'`]/g
/** Lists the modules of every page of the site. */
const MANIFEST = /\/manifest-/

worker.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

// The browser has a signal again; it may be the only one of the site to know. Rejected, it is tried again later.
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
  // Found by its path alone: what follows the question mark is the guest's own.
  if (isPage || KEPT.files.includes(url.pathname)) event.respondWith(freshOrKept(request, url.pathname))
  else if (/^\/(assets|pictures)\//.test(url.pathname)) event.respondWith(keptOrFresh(request, url))
  else if (request.mode === 'navigate' && !/^\/(api|dev)\//.test(url.pathname))
    event.respondWith(freshOrList(request, url))
})

/** Keeps everything of the present build, unless it has; then forgets the builds before. Rejects when the network fails. */
async function keep() {
  const [first = ''] = KEPT.pages
  const page = await load(first)
  const name = PREFIX + (await fingerprint(await page.clone().text()))
  const cache = await caches.open(name)
  // The first page is put in last, so where it is, everything is.
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
 * Keeps the assets that the pages name, those that these name, and so on.
 * @param {Cache} cache
 * @param {string[]} pages
 */
async function keepAssets(cache, pages) {
  const known = new Set(pages.flatMap((html) => html.match(ASSETS) ?? []))
  // A set hands out what is added to it on the way.
  for (const address of known) {
    const asset = await load(address)
    const isScript = address.endsWith('.js') && !MANIFEST.test(address)
    const text = isScript ? await asset.clone().text() : ''
    for (const [, file = ''] of text.matchAll(MODULES)) known.add(`/assets/${file}`)
    await put(cache, address, asset)
  }
}

/**
 * As it is for nobody in particular: without cookies, so nothing personal can be in it.
 * @param {string} address
 */
async function load(address) {
  const reply = await fetch(address, { credentials: 'omit', cache: 'no-cache', redirect: 'error' })
  if (!reply.ok) throw new Error(`${address} answers ${reply.status}`)
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
 * Any other page, as the network has it and kept nowhere. Without a network the way leads to the list of what is kept,
 * which gets the address behind its `#`: no server ever hears of that.
 * @param {Request} request
 * @param {URL} url
 */
async function freshOrList(request, { pathname, search }) {
  try {
    const reply = await fetch(request)
    // The link of a kept stay is dead, or its data is deleted: what was kept of it goes too.
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

/** Each stay and press says until which day at the ranch it is kept. */
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

/** The first press first, as `kept-presses.ts` does; rejects when one does not get through. */
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
    if (status === 429 || status >= 500) throw new Error(`A press was answered ${status}`)
    await cache.delete(request)
  }
}

/**
 * As the site's pages do: with the token that any answer of the API brings.
 * @param {{ endpoint: { method: string, path: string }, body: object }} press
 */
async function send({ endpoint: { method, path }, body }) {
  await fetch(KEPT.token)
  const token = (await worker.cookieStore.get('XSRF-TOKEN'))?.value ?? ''
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) }
  return fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) })
}

/**
 * Assets and versioned pictures never change under their address.
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
