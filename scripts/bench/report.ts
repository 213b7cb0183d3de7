/** The results as one table, for the terminal and for docs/performance.md. */
import { markdownTable } from '../measured.ts'
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
  return markdownTable([HEAD, ...rows])
}

const whole = (rate: number) => (rate < 10 ? rate.toFixed(1) : rate.toFixed(0))
const mega = (megabytes: number | null) => (megabytes === null ? '' : `${megabytes.toFixed(0)} MB`)
const withRange = ({ median, least, greatest }: Spread) =>
  `${digits(median)} (${digits(least)}–${digits(greatest)})`
const digits = (ratio: number) => ratio.toFixed(ratio < 0.1 ? 3 : 2)

export const listed = (found: string[]) => (found.length === 0 ? 'nothing.' : `${found.join('; ')}.`)
