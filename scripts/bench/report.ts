/** The results as one table, for the terminal and for docs/performance.md. */
import type { Compared, Spread } from './measure.ts'
import type { StartUp } from './site.ts'

export interface Line {
  what: string
  /** The measured number in words, such as `120 a second`. */
  ours: string
  baseline: string
  ratio: string
  /** Empty: none is set. */
  goal: string
}

const HEAD: Line = { what: 'what', ours: 'the site', baseline: 'baseline', ratio: 'ratio', goal: 'goal' }

export function rateLine(what: string, { ours, baseline, ratio }: Compared, goal = ''): Line {
  return {
    what,
    ours: `${whole(ours)} a second`,
    baseline: `${whole(baseline)} a second`,
    ratio: withRange(ratio),
    goal,
  }
}

export function startUpLine({ site, node }: StartUp): Line {
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

/** A table in Markdown, its columns as wide as what is in them. */
export function table(lines: Line[]): string {
  const cells = [HEAD, ...lines].map(({ what, ours, baseline, ratio, goal }) => [
    what,
    ours,
    baseline,
    ratio,
    goal,
  ])
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  const row = (texts: string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = row(widths.map((width) => '-'.repeat(width)))
  const [head = '', ...rest] = cells.map(row)
  return [head, rule, ...rest].join('\n')
}

const whole = (rate: number) => (rate < 10 ? rate.toFixed(1) : rate.toFixed(0))
const mega = (megabytes: number | null) => (megabytes === null ? '' : `${megabytes.toFixed(0)} MB`)
const withRange = ({ median, least, greatest }: Spread) =>
  `${digits(median)} (${digits(least)}–${digits(greatest)})`
const digits = (ratio: number) => ratio.toFixed(ratio < 0.1 ? 3 : 2)
