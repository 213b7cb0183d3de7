/** Text from people, made fit for places where a line must stay a line. */

// Controls, line and paragraph separators, and the marks that reorder what a reader sees.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line: line breaks and control characters become spaces, runs of spaces one. Fit for headers and subjects. */
export const oneLine = (text: string): string =>
  text.replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim()

/** `plural(1, 'guest')` → `"1 guest"`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

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
