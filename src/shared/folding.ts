/**
 * What people type, made fit to be compared (R47.2): phones write ’ for ', — for --, and a blank that does not break for a blank; nobody
 * sees the difference, and nobody types the accent of somebody else's name.
 */
import { visibleLine } from './text.ts'

const APOSTROPHES = /[‘’‚‛ʹʻʼʽʾʿˈ′‵`´＇Ꞌꞌ]/g
const QUOTES = /[“”„‟«»″‶＂]/g
const HYPHENS = /[-\u00ad\u058a\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]+/g

/** Returns the text with one kind of quotes, hyphens and blanks, and without what nobody sees. Letters and their case stay. */
export const plainMarks = (text: string): string =>
  visibleLine(text)
    .normalize('NFC')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(QUOTES, '"')
    .replaceAll(HYPHENS, '-')
    .replaceAll('…', '...')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The same in any case: for answers, passwords and names that somebody types once more. */
export const comparable = (text: string): string => plainMarks(text).toLowerCase()

/** Letters that Unicode does not take apart into a base and a mark. */
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
/** The digits of Arabic, Persian and Devanagari; wide ones Unicode takes apart itself. */
const OTHER_DIGITS = /[٠-٩۰-۹०-९]/g

/** Returns a text with ASCII digits: `"٥٠٥"` → `"505"`. */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(OTHER_DIGITS, (digit) => String((digit.charCodeAt(0) - zeroOf(digit)) % 10))

function zeroOf(digit: string): number {
  if (digit >= '०') return 0x966
  return digit >= '۰' ? 0x6f0 : 0x660
}

/** Returns small letters without accents and apostrophes, for searching: `"O’Brien-Łuk"` → `"obrien-luk"`. */
export const searchable = (text: string): string =>
  plainDigits(comparable(text))
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(WITH_BASE, (letter) => BASES[letter] ?? letter)
    // The dot parts two letters of Catalan, and many leave it out.
    .replaceAll(/['"·]/g, '')
