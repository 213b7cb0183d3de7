/**
 * `npm run lighthouse`: Lighthouse as a phone on every public page; writes docs/lighthouse.md. Fails unless all
 * four are 100. Lighthouse is fetched when it is first needed: nothing else here depends on it.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fillPage, markdownTable } from '../measured.ts'
import { fetchedPackage } from '../prepare/install.mjs'
import { openPublicSite } from '../bench/programs.ts'

const VERSION = '12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** A machine that is busy for a moment must not fail a page: the best of these counts. */
const TRIES = 3
const MEASURES = ['LCP here', 'LCP on that phone', 'CLS', 'TBT']
const HEAD = ['page', 'performance', 'accessibility', 'best practices', 'SEO', ...MEASURES]

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<string, Audit>
}

interface Audit {
  score: number | null
  title: string
  scoreDisplayMode: string
  details?: { items?: Record<string, number>[] }
}

function audit(program: string, url: string): Report {
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'
  const args = [program, url, '--quiet', '--output=json', `--chrome-flags=${flags}`]
  const { stdout } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return JSON.parse(stdout) as Report
}

const scoresOf = ({ categories }: Report) =>
  CATEGORIES.map((name) => Math.round((categories[name].score ?? 0) * 100))
const sumOf = (report: Report) => scoresOf(report).reduce((total, score) => total + score, 0)

function best(program: string, url: string): Report {
  const tries: Report[] = []
  while (tries.length < TRIES && !tries.some((report) => sumOf(report) === 400))
    tries.push(audit(program, url))
  return tries.reduce((one, other) => (sumOf(other) > sumOf(one) ? other : one))
}

/** The faults that keep a page from 100, in Lighthouse's words. */
const faults = ({ audits }: Report) =>
  Object.values(audits)
    .filter(({ score, scoreDisplayMode: mode }) => mode !== 'informative' && score !== null && score < 0.9)
    .map(({ title }) => title)

const program = join(await fetchedPackage('lighthouse', VERSION), 'cli/index.js')
await using site = await openPublicSite()
// Lighthouse finds the browser so.
process.env['CHROME_PATH'] = site.chromium
const rows: string[][] = []
let perfect = true
for (const path of site.paths) {
  const report = best(program, site.address + path)
  const whole = sumOf(report) === 400
  perfect &&= whole
  // In milliseconds, but for the layout shift. `observed…`: as this machine saw it, without the slow line and phone that the scores suppose.
  const metrics = report.audits['metrics']?.details?.items?.[0] ?? {}
  const told = (name: string, unit: number, digits: number) => ((metrics[name] ?? NaN) / unit).toFixed(digits)
  const times = [
    `${told('observedLargestContentfulPaint', 1000, 2)} s`,
    `${told('largestContentfulPaint', 1000, 2)} s`,
    told('cumulativeLayoutShift', 1, 3),
    `${told('totalBlockingTime', 1, 0)} ms`,
  ]
  const row = [path, ...scoresOf(report).map(String), ...times]
  rows.push(row)
  console.log(`| ${row.join(' | ')} |`, whole ? '' : faults(report).join('; '))
}
fillPage('docs/lighthouse.md', {
  measured: `Lighthouse ${VERSION}, the best of up to ${TRIES} runs a page.\n\n${markdownTable([HEAD, ...rows])}`,
})
console.log(perfect ? 'All pages are at 100 four times' : 'Not all pages are at 100 four times')
process.exitCode = perfect ? 0 : 1
