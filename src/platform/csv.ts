/**
 * Writes CSV downloads. Spreadsheets run texts that look like formulas, and convert texts that look like dates. This
 * file prevents both (R47.5).
 */
import { stringify } from 'csv-stringify/sync'

/** The byte order mark, which makes spreadsheets read a CSV file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

// The signs = + - @ in their usual, wide and small forms. A formula begins with one of these signs.
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫'
const COMPUTED = new RegExp(`^[\\s\\p{Cf}]*[;${SIGNS}]|^[\\t\\r\\n]`, 'u')
/**
 * Matches places inside a cell where a program that splits at semicolons or tabs would begin a new cell with
 * a formula. Such a program ignores our quotes: it drops two quotes at the beginning of a cell, and ends the
 * row at a line break.
 */
const COMPUTED_INSIDE = new RegExp(`(?<=[;\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|[\\p{Cf}"])*[${SIGNS}])`, 'gu')

/**
 * Returns the text with an apostrophe before each formula, so that no spreadsheet runs it. People can still
 * read the text.
 */
export function defused(text: string): string {
  const inside = text.replaceAll(COMPUTED_INSIDE, "'")
  return COMPUTED.test(inside) ? `'${inside}` : inside
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** Texts that spreadsheets take for a number, date, time or boolean and then show in another form. */
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

/**
 * Returns a text that a person typed, for a table that people read. Texts such as `0207` and `3-4` get an
 * apostrophe, so that a spreadsheet does not change them.
 */
export const asText = <Text extends string | null | undefined>(text: Text): Text | string =>
  text && REWRITTEN.some((looks) => looks.test(text.trim())) ? `'${text}` : text

/**
 * Returns rows as CSV (RFC 4180). Makes formulas harmless. `defuse: false` leaves formulas unchanged, for tables
 * that contain negative amounts as text.
 */
export const csvRows = (rows: unknown[][], { defuse = true } = {}): string =>
  stringify(
    defuse ? rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defused(cell) : cell))) : rows,
    {
      record_delimiter: '\r\n',
      quoted_match: /;/,
      cast: { boolean: (value) => String(value) },
    },
  )
