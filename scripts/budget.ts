/**
 * `npm run budget`: checks how many kilobytes each public page loads on a phone (R20.11). Also checks how
 * many more load when a visitor first touches the page or opens a form of an event, and how soon the form
 * shows on a slow connection (R31.8). Fails if a page exceeds its limit.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, devices, type Browser, type Page } from '@playwright/test'
import { openPublicSite } from './site-process.ts'
import { findChromium } from './test-run/chromium.ts'

/** Maximum size of one file in kilobytes, as the server sends it (brotli). */
const LIMITS = { script: 14, stylesheet: 17, font: 70 } as const
/**
 * Maximum kilobytes of the shared stylesheet. With the head of the response, it must fit into the first 14.6 KB
 * that a new connection may send (docs/decisions/0009).
 */
const FIRST_FLIGHT = 13.7
/** Maximum kilobytes of the home page, without its video. */
const HOME_LIMIT = 500
const VIDEO_LIMIT = 1500
const KB = 1000
/** A page counts as loaded after this many milliseconds without requests. */
const QUIET_MS = 1500

type Sizes = Map<string, number>

interface Use {
  name: string
  path: string
  act: (page: Page) => Promise<unknown>
  kilobytes: number
  files: number
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()
const signUp = press('Sign up')
const waitlist = press('Join the waitlist')
const move = (page: Page) => page.mouse.move(50, 300)
const touch = (page: Page) => page.mouse.click(5, 300)
const USES: Use[] = [
  { name: 'a mouse that moves', path: '/contact', act: move, kilobytes: 10, files: 3 },
  { name: 'the first touch', path: '/contact', act: touch, kilobytes: 130, files: 10 },
  // The visitor's first touch of an event's page also loads the sign-up form. Then a press of the button
  // shows the form immediately.
  { name: 'the first touch', path: '/event/leather-and-light', act: touch, kilobytes: 216, files: 20 },
  { name: 'the sign-up form', path: '/event/leather-and-light', act: signUp, kilobytes: 216, files: 20 },
  { name: 'the waitlist form', path: '/event/founders-quiet-week', act: waitlist, kilobytes: 195, files: 19 },
]

/** Opens a page on a phone with an empty cache, with access to Chromium's network events. */
async function openPhone(browser: Browser) {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  return { page, network, [Symbol.asyncDispose]: () => context.close() }
}

/**
 * Measures the size of everything that a page loads.
 * @param act the user's action after the page has loaded; missing if the user does nothing
 */
async function weigh(browser: Browser, url: string, act?: Use['act']) {
  await using phone = await openPhone(browser)
  const { page, network } = phone
  await network.send('Network.enable')
  const kinds = new Map<string, string>()
  const scripts = new Set<string>()
  const sizes: Sizes = new Map()
  /** Size and number of the site's own scripts. The scripts of the payment sandbox do not count. */
  const own = { bytes: 0, files: 0 }
  let last = Date.now()
  // Counts only web addresses. The browser's own files do not count: its PDF viewer is a page with a hundred
  // scripts.
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (/^https?:/.test(response.url)) kinds.set(requestId, type.toLowerCase())
    if (type === 'Script' && response.url.includes('/assets/') && !response.fromDiskCache)
      scripts.add(requestId)
  })
  network.on('Network.requestServedFromCache', ({ requestId }) => kinds.delete(requestId))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = Date.now()
    if (scripts.has(requestId) && encodedDataLength > 0) {
      own.bytes += encodedDataLength
      own.files += 1
    }
    const kind = kinds.get(requestId)
    if (kind) sizes.set(kind, (sizes.get(kind) ?? 0) + encodedDataLength)
  })
  await page.goto(url, { waitUntil: 'load' })
  const quiet = async () => {
    while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100)
  }
  await quiet()
  if (act) {
    last = Date.now()
    await act(page)
    await quiet()
  }
  return { sizes, own }
}

/** A slow rural connection: 400 kbit/s and a latency of 400 ms. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/**
 * Maximum milliseconds from pressing the button on a slow connection until each reaction of the page. `open` is
 * only printed.
 */
const PRESS_LIMITS = { heard: 100, form: 2500, open: Number.POSITIVE_INFINITY }

/**
 * Measures a press on "Sign up": returns the milliseconds until the page reacts, until the guest can type,
 * and until the form can be sent.
 */
async function pressOnSlowLine(browser: Browser, url: string, touchedBefore: boolean) {
  await using phone = await openPhone(browser)
  const { page, network } = phone
  await network.send('Network.emulateNetworkConditions', SLOW)
  await page.addInitScript(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page knows nothing from outside of this function
    const note = (name: string) => {
      sessionStorage[name] ??= String(performance.timeOrigin + performance.now())
    }
    addEventListener('mousedown', () => note('pressed'), true)
    const look = () => {
      if (!sessionStorage['pressed']) return
      const form = document.querySelector('form[aria-label="Sign up"]')
      if (form || document.querySelector('.action [aria-busy]')) note('heard')
      if (form) note('form')
      if (form?.querySelector('[type=submit]:not(:disabled)')) note('open')
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.goto(url, { waitUntil: 'load' })
  if (touchedBefore) {
    await touch(page)
    await page.waitForTimeout(10_000)
    await page.evaluate(() => sessionStorage.clear())
  }
  await signUp(page)
  await page.waitForFunction(() => sessionStorage['open'])
  const times = await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>)
  const since = (name: string) => Math.round(Number(times[name]) - Number(times['pressed']))
  return { heard: since('heard'), form: since('form'), open: since('open') }
}

/** Returns one line of text for each size limit that a page exceeds. */
function excess(path: string, sizes: Sizes): string[] {
  const problems = Object.entries(LIMITS).flatMap(([kind, limit]) => {
    const size = (sizes.get(kind) ?? 0) / KB
    return size > limit ? [`${path}: ${size.toFixed(1)} KB of ${kind}, ${limit} allowed`] : []
  })
  const beforeVideo = total(sizes) - (sizes.get('media') ?? 0)
  if (path === '/' && beforeVideo > HOME_LIMIT * KB)
    problems.push(`${path}: ${(beforeVideo / KB).toFixed(0)} KB before the video, ${HOME_LIMIT} allowed`)
  return problems
}

const total = (sizes: Sizes) => [...sizes.values()].reduce((sum, size) => sum + size, 0)

/** Returns one line for each matching file of a folder that is larger than `limit` kilobytes. */
function tooLarge(folder: string, names: RegExp, limit: number, words = 'allowed'): string[] {
  return readdirSync(folder).flatMap((name) => {
    const kilobytes = names.test(name) ? statSync(join(folder, name)).size / KB : 0
    return kilobytes > limit ? [`${name}: ${kilobytes.toFixed(1)} KB, ${limit} ${words}`] : []
  })
}

/** Prints numbers in columns, followed by the name of what was measured. */
const printRow = (numbers: (number | string)[], name: string) =>
  console.log(numbers.map((number) => String(number).padStart(7)).join(' '), name)

const executablePath = await findChromium()
if (!executablePath) throw new Error('No Chromium was found or could be fetched. Set CHROMIUM_PATH to one.')
await using site = await openPublicSite()
await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const problems = [
  ...tooLarge('public/banner', /\.(mp4|webm)$/, VIDEO_LIMIT),
  ...tooLarge('build/client/assets', /^site-.*\.css\.br$/, FIRST_FLIGHT, 'are there in one round trip'),
]
console.log('KB before interaction: script, stylesheet, font, all')
for (const page of site.paths) {
  const { sizes } = await weigh(browser, site.address + page)
  const columns = [...Object.keys(LIMITS).map((kind) => sizes.get(kind) ?? 0), total(sizes)]
  const kilobytes = columns.map((size) => (size / KB).toFixed(1))
  printRow(kilobytes, page)
  problems.push(...excess(page, sizes))
}
console.log('KB and files of the site’s scripts')
for (const { name, path, act, kilobytes, files } of USES) {
  const { own } = await weigh(browser, site.address + path, act)
  const size = own.bytes / KB
  printRow([size.toFixed(1), own.files], `${name}: ${path}`)
  if (size > kilobytes) problems.push(`${name} of ${path}: ${size.toFixed(1)} KB, ${kilobytes} allowed`)
  if (own.files > files) problems.push(`${name} of ${path}: ${own.files} files, ${files} allowed`)
}
console.log('ms after a press on a slow line: heard, form there, form to be sent')
for (const touched of [false, true]) {
  const times = await pressOnSlowLine(browser, `${site.address}/event/leather-and-light`, touched)
  const name = touched ? 'on a page that was touched before' : 'on a page that was only read'
  printRow(Object.values(times), name)
  for (const [what, limit] of Object.entries(PRESS_LIMITS)) {
    const ms = times[what as keyof typeof times]
    if (ms > limit) problems.push(`A press ${name}: ${what} after ${ms} ms, ${limit} allowed`)
  }
}
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'Within the budget' : `${problems.length} over the budget`)
process.exitCode = problems.length === 0 ? 0 : 1
