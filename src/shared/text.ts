/** Text from people, made fit for places where a line must stay a line. */

// Controls, line and paragraph separators, and the marks that reorder what a reader sees.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const UNPRINTABLE_BUT_LINES = /(?!\n)[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line: line breaks and control characters become spaces, runs of spaces one. Fit for headers and subjects. */
export function oneLine(text: string): string {
  return text.replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim()
}

/** The same for text of several lines, which keeps its line breaks (as `\n`). */
export function plainLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE_BUT_LINES, ' ').trim()
}

/** `plural(1, 'guest')` → `"1 guest"`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** The address that calls a number: `"+1 (505) 555-0112"` → `"tel:+15055550112"`. */
export const phoneHref = (number: string): string => `tel:${number.replaceAll(/[^+\d]/g, '')}`

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
