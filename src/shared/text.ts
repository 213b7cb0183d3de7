/** Text from people, made fit for places where a line must stay a line. */

// Controls, line and paragraph separators, and the marks that reorder what a reader sees.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const UNPRINTABLE_BUT_LINES = /(?!\n)[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line: line breaks and control characters become spaces, runs of spaces one. Fit for headers and subjects. */
export const oneLine = (text: string): string =>
  text.replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim()

/** The same for text of several lines, which keeps its line breaks (as `\n`). */
export const plainLines = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE_BUT_LINES, ' ').trim()

/** `plural(1, 'guest')` → `"1 guest"`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Digits as people group them, a single slash between two of them too. */
const GROUPED_DIGITS = /\+?\d(?:(?:[\s().–-]*|\/)\d)*/g

/**
 * The address that calls the first number in what was written: `"June, +1 (505) 555-0112"` → `"tel:+15055550112"`. Null where there is none:
 * fewer than 5 digits are no number to call, and more than 15 more than one.
 */
export function phoneHref(text: string): string | null {
  const numbers = text.match(GROUPED_DIGITS)?.map((written) => written.replaceAll(/[^+\d]/g, ''))
  const number = numbers?.find((written) => /^\+?\d{5,15}$/.test(written))
  return number === undefined ? null : `tel:${number}`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Fit for an element or an attribute of XML. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)
