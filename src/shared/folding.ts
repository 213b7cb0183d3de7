/**
 * Makes typed text uniform for comparison and search (R47.2). Phones write ’ instead of ', and a dash
 * instead of a hyphen. People do not see these differences, and few type the accents in another person's name.
 */
import { visibleLine } from './text.ts'

const APOSTROPHES = /[‘’‚‛ʹʻʼʽʾʿˈ′‵`´＇Ꞌꞌ]/g
const QUOTES = /[“”„‟«»″‶＂]/g
const HYPHENS = /[-\u00ad\u058a\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]+/g

/**
 * Returns the text with uniform quotes, hyphens and spaces, without invisible characters, and with its case.
 */
export const plainMarks = (text: string): string =>
  visibleLine(text)
    .normalize('NFC')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(QUOTES, '"')
    .replaceAll(HYPHENS, '-')
    .replaceAll('…', '...')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const comparable = (text: string): string => plainMarks(text).toLowerCase()

/** Base letters of accented letters that Unicode does not split into a letter and a mark. */
const BASES: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ƶ: 'z',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ĸ: 'k',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ɖ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ǥ: 'g',
  ɨ: 'i',
  ʉ: 'u',
  ς: 'σ',
}
const WITH_BASE = new RegExp(`[${Object.keys(BASES).join('')}]`, 'g')
/** Arabic, Persian and Devanagari digits. NFKC already converts full-width digits. */
const OTHER_DIGITS = /[٠-٩۰-۹०-९]/g

/** Returns the text with ASCII digits: `"٥٠٥"` → `"505"`. */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(OTHER_DIGITS, (digit) => String((digit.charCodeAt(0) - zeroOf(digit)) % 10))

function zeroOf(digit: string): number {
  if (digit >= '०') return 0x966
  return digit >= '۰' ? 0x6f0 : 0x660
}

/**
 * Returns the text for searching: lower case, without accents and apostrophes: `"O’Brien-Łuk"` →
 * `"obrien-luk"`.
 */
export const searchable = (text: string): string =>
  plainDigits(comparable(text))
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(WITH_BASE, (letter) => BASES[letter] ?? letter)
    // Catalan writes a dot between two l's, and many people leave it out.
    .replaceAll(/['"·]/g, '')
