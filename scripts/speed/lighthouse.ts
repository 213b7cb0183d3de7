/**
 * `npm run lighthouse`: Lighthouse as a phone on every public page; writes docs/lighthouse.md. Fails unless all
 * four are 100. Lighthouse is fetched when it is first needed: nothing else here depends on it.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { openFolder } from '../bench/programs.ts'
import { fetchedPackage } from '../prepare/install.mjs'
import { openPublicSite } from './site.ts'

const VERSION = '12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** A machine that is busy for a moment must not fail a page: the best of these counts. */
const TRIES = 3

interface Report {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<
    string,
    {
      score: number | null
      title: string
      numericValue?: number
      scoreDisplayMode: string
      details?: { items?: Record<string, unknown>[] }
    }
  >
}

async function audit(program: string, url: string): Promise<Report> {
  await using folder = await openFolder()
  const file = join(folder.path, 'report.json')
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'
  const args = [program, url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
  spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

const scoresOf = ({ categories }: Report) =>
  CATEGORIES.map((name) => Math.round((categories[name].score ?? 0) * 100))
const sumOf = (report: Report) => scoresOf(report).reduce((total, score) => total + score, 0)

async function best(program: string, url: string): Promise<Report> {
  let found = await audit(program, url)
  for (let round = 1; round < TRIES && sumOf(found) < 400; round += 1) {
    const again = await audit(program, url)
    if (sumOf(again) > sumOf(found)) found = again
  }
  return found
}

/** What keeps a page from 100, in Lighthouse's words. */
const faults = ({ audits }: Report) =>
  Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) => scoreDisplayMode !== 'informative' && score !== null && score < 0.9,
    )
    .map(({ title }) => title)

/** Milliseconds as this machine saw it, without the slow line and the slow phone that the scores suppose. */
const seen = ({ audits }: Report) =>
  Number(audits['metrics']?.details?.items?.[0]?.['observedLargestContentfulPaint'])

const numeric = ({ audits }: Report, name: string) => audits[name]?.numericValue ?? Number.NaN

const program = join(await fetchedPackage('lighthouse', VERSION), 'cli/index.js')
await using site = await openPublicSite()
// Lighthouse finds the browser so.
process.env['CHROME_PATH'] = site.chromium
const rows: string[] = []
let perfect = true
for (const path of site.paths) {
  const report = await best(program, site.address + path)
  const whole = sumOf(report) === 400
  perfect &&= whole
  const times = [
    `${(seen(report) / 1000).toFixed(2)} s`,
    `${(numeric(report, 'largest-contentful-paint') / 1000).toFixed(2)} s`,
    numeric(report, 'cumulative-layout-shift').toFixed(3),
    `${numeric(report, 'total-blocking-time').toFixed(0)} ms`,
  ]
  rows.push(`| ${[path, ...scoresOf(report), ...times].join(' | ')} |`)
  console.log(rows.at(-1), whole ? '' : faults(report).join('; '))
}
const page = `# Lighthouse

Made by \`npm run lighthouse\`; do not edit. Lighthouse ${VERSION} as a phone on a slow line, against the built site with its sample content;
the best of up to ${TRIES} runs a page. LCP: largest contentful paint, as it was on this machine, and as Lighthouse supposes it for a phone four times as slow on a line of 1.6 Mbit/s with
150 ms to the server; CLS: layout shift; TBT: time that scripts block.

| page | performance | accessibility | best practices | SEO | LCP here | LCP on that phone | CLS | TBT |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
const { code } = await format('docs/lighthouse.md', page, { printWidth: 110 })
writeFileSync('docs/lighthouse.md', code)
console.log(perfect ? 'All pages are at 100 four times' : 'Not all pages are at 100 four times')
process.exitCode = perfect ? 0 : 1
