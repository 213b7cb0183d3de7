// Control characters, line and paragraph separators, and marks that reorder text.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns the text on one line, safe for e-mail headers. Line breaks and control characters become spaces,
 * and several spaces become one.
 */
export const oneLine = (text: string): string =>
  text.replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/g, ' ').trim()

// All Unicode characters without a shape: controls, marks that reorder text, fillers, tags, zero-width
// characters.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const BLANKS_AND_BREAKS = /[\t\n\r]/
/** Format characters that are visible: signs that Arabic and Syriac draw around numbers. */
const VISIBLE_FORMAT = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u
/** Line and paragraph separators, which no keyboard has. */
const SEPARATOR = /[\u0085\u2028\u2029]/g
/** A Braille cell without dots, which looks like a space. */
const BRAILLE_BLANK = /\u2800/g

const JOINER = /[\u200c\u200d]/
/** Scripts whose letters never join. A joiner between them would only be an invisible difference. */
const NEVER_JOINS =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}]/u
/**
 * Marks that remove the vowel of the consonant before them. A joiner after such a mark changes the letter,
 * even at the end of a word.
 */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039]/
const EMOJI = /\p{Extended_Pictographic}/u
const EMOJI_END = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u
/** The flags of England, Scotland and Wales, which contain tag characters. */
const TAGGED_FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu
const HAN_VARIANT = /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u
const MONGOLIAN_VARIANT = /[\u180b-\u180f]/

/**
 * Returns the visible part of a text. Removes control characters except tabs and line breaks, marks that
 * reorder text, and invisible characters. Keeps joiners inside words and emoji, and variant selectors,
 * because they change what people see.
 */
export function visibleText(text: string): string {
  const spaced = text.toWellFormed().replaceAll(SEPARATOR, '\n').replaceAll(BRAILLE_BLANK, ' ')
  if (!INVISIBLE.test(spaced)) return spaced
  const flags = [...spaced.matchAll(TAGGED_FLAG)].map(({ 0: flag }) => flag)
  return spaced
    .split(TAGGED_FLAG)
    .map(withoutInvisible)
    .reduce((all, part, at) => all + (flags[at - 1] ?? '') + part)
}

function withoutInvisible(text: string): string {
  const letters = [...text]
  const kept: string[] = []
  for (const [at, letter] of letters.entries()) {
    const around = { before: kept.at(-1) ?? '', after: letters[at + 1] ?? '' }
    if (!INVISIBLE.test(letter) || changesWhatIsSeen(letter, around)) kept.push(letter)
  }
  return kept.join('')
}

function changesWhatIsSeen(letter: string, { before, after }: { before: string; after: string }): boolean {
  if (BLANKS_AND_BREAKS.test(letter) || VISIBLE_FORMAT.test(letter)) return true
  if (JOINER.test(letter)) {
    const inEmoji = letter === '\u200d' && EMOJI_END.test(before) && EMOJI.test(after)
    return inEmoji || VIRAMA.test(before) || (joins(before) && joins(after))
  }
  if (letter === '\ufe0e' || letter === '\ufe0f')
    return EMOJI.test(before) || (/[\d#*]/.test(before) && after === '\u20e3')
  if (HAN_VARIANT.test(letter)) return /\p{sc=Han}/u.test(before)
  return MONGOLIAN_VARIANT.test(letter) && /\p{sc=Mongolian}/u.test(before)
}

const joins = (letter: string) => /[\p{L}\p{M}]/u.test(letter) && !NEVER_JOINS.test(letter)

/**
 * Returns the visible text with spaces in place of line separators. Keeps tabs and line breaks, so that the
 * caller can refuse them.
 */
export const visibleLine = (text: string): string => visibleText(text.replaceAll(SEPARATOR, ' '))

/** Returns a name for display: "No name" if none of it is visible. An empty name stays empty. */
export function visibleName(name: string): string {
  const text = visibleText(name)
  return name !== '' && text.trim() === '' ? 'No name' : text
}

/** Returns true if the text has a letter or a digit of any script. */
export const hasLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(visibleText(text))

/** Returns the text with a capital first letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a count with its noun: `plural(1, 'guest')` → `"1 guest"`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Returns how often something happened: `times(1)` → `"once"`. */
export const times = (count: number): string =>
  count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for an XML element or attribute. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark)
