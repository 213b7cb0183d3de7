/** The results of the long runs: kept as JSON in docs/measured, and told in pages of docs whose other words are written by hand. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare/process.mjs'

const pathOf = (name: string) => join(ROOT, 'docs', 'measured', `${name}.json`)

export const today = () => new Date().toISOString().slice(0, 10)

/** Null: it has not been measured yet. */
export function readMeasured<Content>(name: string): Content | null {
  return existsSync(pathOf(name)) ? (JSON.parse(readFileSync(pathOf(name), 'utf8')) as Content) : null
}

/** Keeps what was measured in a small file that is committed. */
export function writeMeasured(name: string, content: object): void {
  writeFileSync(pathOf(name), `${JSON.stringify(content, null, 2)}\n`)
}

/**
 * The page with each text between the comments that bear its name (`<!-- growth -->` and `<!-- /growth -->`).
 * @throws {Error} when the page has no place for one of them
 */
export function filledPage(page: string, texts: Record<string, string>): string {
  return Object.entries(texts).reduce((filled, [name, text]) => {
    const place = new RegExp(`(?<=<!-- ${name} -->\n)[^]*(?=\n<!-- /${name} -->)`)
    if (!place.test(filled)) throw new Error(`The page has no <!-- ${name} --> … <!-- /${name} -->`)
    return filled.replace(place, () => `\n${text}\n`)
  }, page)
}

/** A page of docs, by its path from the root. */
export function fillPage(path: string, texts: Record<string, string>): void {
  const file = join(ROOT, path)
  writeFileSync(file, filledPage(readFileSync(file, 'utf8'), texts))
}

/** A table of Markdown: rows of cells, the first one as the head, columns as wide as what is in them. */
export function markdownTable(cells: string[][]): string {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  const row = (texts: string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = row(widths.map((width) => '-'.repeat(width)))
  const [head = '', ...rest] = cells.map(row)
  return [head, rule, ...rest].join('\n')
}
