/**
 * `npm run budget`: what each public page makes a phone load before anybody touches it, against the
 * budget of R20.11. Fails when a page takes more.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, devices, type Browser } from '@playwright/test'
import { openPublicSite } from './site.ts'

/** Kilobytes as sent (brotli), at most. */
const LIMITS = { script: 45, stylesheet: 20, font: 70 } as const
/** Home before its video. */
const HOME_LIMIT = 500
const VIDEO_LIMIT = 1500
const KB = 1000
/** The quiet time after which a page counts as loaded. */
const QUIET_MS = 1500

type Sizes = Map<string, number>

async function weigh(browser: Browser, url: string): Promise<Sizes> {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const kinds = new Map<string, string>()
  const sizes: Sizes = new Map()
  let last = Date.now()
  // Not what is in the browser already: its viewer of PDFs is a page of a hundred scripts.
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (/^https?:/.test(response.url)) kinds.set(requestId, type.toLowerCase())
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = Date.now()
    const kind = kinds.get(requestId)
    if (kind) sizes.set(kind, (sizes.get(kind) ?? 0) + encodedDataLength)
  })
  await page.goto(url, { waitUntil: 'load' })
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100)
  await context.close()
  return sizes
}

/** What is too much, in words. */
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

function videoProblems(): string[] {
  const folder = 'public/banner'
  return readdirSync(folder)
    .filter((name) => /\.(mp4|webm)$/.test(name))
    .flatMap((name) => {
      const kilobytes = statSync(join(folder, name)).size / KB
      return kilobytes > VIDEO_LIMIT ? [`${name}: ${kilobytes.toFixed(0)} KB, ${VIDEO_LIMIT} allowed`] : []
    })
}

const site = await openPublicSite()
const browser = await chromium.launch({ executablePath: site.chromium, args: ['--no-sandbox'] })
const problems = videoProblems()
console.log('KB before interaction: script, stylesheet, font, all')
for (const page of site.paths) {
  const sizes = await weigh(browser, site.address + page)
  const columns = [...Object.keys(LIMITS).map((kind) => sizes.get(kind) ?? 0), total(sizes)]
  console.log(columns.map((size) => (size / KB).toFixed(1).padStart(7)).join(' '), page)
  problems.push(...excess(page, sizes))
}
await browser.close()
await site.stop()
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'Within the budget' : `${problems.length} over the budget`)
process.exit(problems.length === 0 ? 0 : 1)
