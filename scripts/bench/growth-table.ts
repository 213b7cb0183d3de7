/** How the list pages grow, as a table; and whether they are within the budget of R20.7. Pure. */
import type { Growth } from './growth.ts'

const MOST_MS = 200
const MOST_KILOBYTES = 150

/** Beside each time its ratio to the smallest house's of the same run, which is what carries over to another machine. */
export function growthTable(growths: readonly Growth[]): string {
  const sizes = growths[0]?.at.map(({ reservations }) => reservations.toLocaleString('en-US')) ?? []
  const head = ['list', ...sizes.map((size) => `at ${size}`), 'p95, the largest', 'size, the largest']
  const rows = growths.map(({ name, at }) => {
    const first = at[0]?.median ?? Number.NaN
    const last = at.at(-1)
    const times = at.map(({ median }, index) =>
      index === 0 ? `${median.toFixed(0)} ms` : `${(median / first).toFixed(1)} ×`,
    )
    return [name, ...times, `${last?.p95.toFixed(0)} ms`, `${last?.kilobytes.toFixed(0)} KB`]
  })
  return markdown([head, ...rows])
}

/** The lists that are over, in words. */
export function overOf(growths: readonly Growth[]): string[] {
  return growths.flatMap(({ name, at }) => {
    const last = at.at(-1)
    if (!last) return []
    const slow = last.p95 > MOST_MS ? [`${name}: ${last.p95.toFixed(0)} ms`] : []
    return last.kilobytes > MOST_KILOBYTES ? [...slow, `${name}: ${last.kilobytes.toFixed(0)} KB`] : slow
  })
}

/** Rows of cells, the first one as the head, columns as wide as what is in them. */
export function markdown(cells: string[][]): string {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  const row = (texts: string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = row(widths.map((width) => '-'.repeat(width)))
  const [head = '', ...rest] = cells.map(row)
  return [head, rule, ...rest].join('\n')
}
