/** Tables to download. Spreadsheets compute what looks like a formula and turn what looks like a date into one: here is what keeps a text a text (R47.5). */
import { stringify } from 'csv-stringify/sync'

/** So that spreadsheets read a table as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

// = + - @ in their plain, wide and small forms.
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫'
const COMPUTED = new RegExp(`^[\\s\\p{Cf}]*[;${SIGNS}]|^[\\t\\r\\n]`, 'u')
/**
 * Where a program that parts cells by semicolons or tabs begins a cell of its own inside of ours. It also ends our quotes there: it
 * drops two quotes at the beginning of a cell, and a line break ends the row.
 */
const COMPUTED_INSIDE = new RegExp(`(?<=[;\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|[\\p{Cf}"])*[${SIGNS}])`, 'gu')

/** Returns the text with apostrophes where a spreadsheet would compute it: no program runs it, people can read it. */
export function defused(text: string): string {
  const inside = text.replaceAll(COMPUTED_INSIDE, "'")
  return COMPUTED.test(inside) ? `'${inside}` : inside
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** What spreadsheets read as a number, a date, a time or a truth, and then show otherwise. */
const REWRITTEN = [
  /0[\d\s]+/,
  /\d{12,}/,
  /\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2,4})?/,
  /\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?/,
  /\d{1,2}[-/]\d{4}/,
  new RegExp(String.raw`(?:\d{1,2}[-/. ]*)?${MONTH}[-/., ]*\d{1,4}(?:[-/, ]+\d{2,4})?`),
  new RegExp(String.raw`\d{1,2}[-/. ]*${MONTH}(?:[-/., ]+\d{2,4})?`),
  /\d{1,2}(?::\d{2}){1,2}(?:\s*[ap]m?)?/,
  /\d{1,2}\s*[ap]m?/,
  /\d+\s+\d+\/\d+/,
  /\d+(?:\.\d+)?e[+-]?\d+/,
  /[\d.,]+\s*%/,
  /\(\d+\)/,
  /true|false/,
].map(({ source }) => new RegExp(`^(?:${source})$`, 'i'))

/** A cell that somebody typed, in a table for people: `0207` and `3-4` keep their looks behind an apostrophe. */
export const asText = <Text extends string | null | undefined>(text: Text): Text | string =>
  text && REWRITTEN.some((looks) => looks.test(text.trim())) ? `'${text}` : text

/** Returns rows as CSV (RFC 4180). Texts are defused unless the caller has done so: a table may have amounts below zero as texts. */
export const csvRows = (rows: unknown[][], { defuse = true } = {}): string =>
  stringify(
    defuse ? rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defused(cell) : cell))) : rows,
    {
      record_delimiter: '\r\n',
      quoted_match: /;/,
      cast: { boolean: (value) => String(value) },
    },
  )
