/** The results as one table, for the terminal and for docs/performance.md. */
import { type Growth, growthTable, markdown } from './growth.ts'
import type { Compared, Spread } from './measure.ts'

export interface Line {
  what: string
  /** The measured number in words, such as `120 a second`. */
  ours: string
  baseline: string
  ratio: string
  /** Empty: none is set. */
  goal: string
}

const HEAD = ['what', 'the site', 'baseline', 'ratio', 'before', 'goal']

/** The ratios of a page that `table` was in, by what was measured. */
export function ratiosIn(page: string): Map<string, string> {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(rows.flatMap(([, what, , , ratio]) => (what && ratio ? [[what, ratio] as const] : [])))
}

/** By how much a ratio must fall below the last one to be told: the rounds of one run differ by less. */
const WORSE = 0.7

/** The lines that have become slower against the baseline of their own run, in words. Start-up and memory are no rates. */
export function slowerThan(before: ReadonlyMap<string, string>, lines: readonly Line[]): string[] {
  return lines.flatMap(({ what, ratio }) => {
    const [now, then] = [Number.parseFloat(ratio), Number.parseFloat(before.get(what) ?? '')]
    return ratio.includes('(') && now < then * WORSE ? [`${what}: ${now} after ${then}`] : []
  })
}

export function rateLine(what: string, { ours, baseline, ratio }: Compared, goal = ''): Line {
  return {
    what,
    ours: `${whole(ours)} a second`,
    baseline: `${whole(baseline)} a second`,
    ratio: withRange(ratio),
    goal,
  }
}

export function startUpLine({ site, node }: { site: Spread; node: Spread }): Line {
  return {
    what: 'second start until `/readyz` answers',
    ours: `${site.median.toFixed(2)} s (${site.least.toFixed(2)}–${site.greatest.toFixed(2)})`,
    baseline: `${node.median.toFixed(3)} s`,
    ratio: `${(site.median / node.median).toFixed(0)} ×`,
    goal: 'under 3 s',
  }
}

/** Null: the system does not tell. */
export function memoryLine(what: string, megabytes: number | null, atStart: number | null): Line {
  const ratio = megabytes && atStart ? `${(megabytes / atStart).toFixed(2)} ×` : ''
  return { what, ours: mega(megabytes), baseline: mega(atStart), ratio, goal: '' }
}

/** A table in Markdown; `before`: the ratios of the last run. */
export function table(lines: Line[], before: ReadonlyMap<string, string>): string {
  const rows = lines.map(({ what, ours, baseline, ratio, goal }) => {
    const last = before.get(what)?.replace(/ \(.*/, '') ?? ''
    return [what, ours, baseline, ratio, last, goal]
  })
  return markdown([HEAD, ...rows])
}

const whole = (rate: number) => (rate < 10 ? rate.toFixed(1) : rate.toFixed(0))
const mega = (megabytes: number | null) => (megabytes === null ? '' : `${megabytes.toFixed(0)} MB`)
const withRange = ({ median, least, greatest }: Spread) =>
  `${digits(median)} (${digits(least)}–${digits(greatest)})`
const digits = (ratio: number) => ratio.toFixed(ratio < 0.1 ? 3 : 2)

/** `before`: the ratios of the last run, by what was measured; `over`: what is over the budget (R20.7). */
export function performancePage(told: {
  day: string
  machine: string[]
  lines: Line[]
  growths: Growth[]
  before: ReadonlyMap<string, string>
  slower: string[]
  over: string[]
}): string {
  return `# Performance

Made by \`npm run bench\`; do not edit. Only ratios carry over to another machine: each is measured against a
baseline in the same run, in turn, so that what else the machine does meets both alike. A ratio is the
median of the rounds, with the least and the greatest. "Before" is the ratio of the run before this one. Measured on ${told.day}.

${table(told.lines, told.before)}

Slower than before by more than three tenths: ${listed(told.slower)}

## Growth

The lists of a house of 100 reservations, and how many times as long the same ones take in larger ones, filled by
\`npm run scale\`'s generator on PostgreSQL; medians of 20 requests that no cache answers. The limits (R20.7) are 200 ms
(the 95th percentile) and 150 KB (uncompressed) of pages with lists, at 10,000 events and 100,000 reservations.

${growthTable(told.growths)}

Over it: ${listed(told.over)}

## What is compared

- **Sign-ups**: \`createReservation\` for a free event through the whole site in one process (routing, limits switched
  off, forgery check, schemas, sealing, audit, the log's lines), against the same statements sent bare over the same
  connections, with new values and in the same kind of transaction. The mails wait in the outbox meanwhile. One after the
  other, and eight guests at once for eight events. Both databases wait for their disk at
  each commit, as in production.
- **Reads**: the call through the whole site in one process, against the statements that it sends, sent bare.
- **Pages** and calls over HTTP: the built site in a process of its own, eight kept connections on loopback, a bare socket
  as the client, against a bare \`node:http\` server that sends the same head and as many bytes from one buffer. Kept: a visitor
  without cookies; confirmed: the same with the page's entity tag; rendered anew: with a session's cookie,
  which is never answered from the cache.
- **Two processes**: as many requests by two processes on one PostgreSQL, half of them to each, against all of them by one;
  the cores are shared with the database and with whoever asks.
- **Second start**: \`src/server/main.ts\` on a data folder that is there, until \`/readyz\` answers, against \`node -e ''\`.
- **Memory**: resident memory of the process, with the embedded database in it. Idle: after a second start, one page and 20 s in
  which nobody asks; after the sign-ups: 20 s later, against idle. \`npm run soak\` watches it over half an hour of all kinds of visitors.
- **Sign-ups at once**: 400 guests, each on a connection of their own, send \`createReservation\` for one free event at the same moment.

## The machine

${told.machine.map((line) => `- ${line}`).join('\n')}
`
}

export const listed = (found: string[]) => (found.length === 0 ? 'nothing.' : `${found.join('; ')}.`)
