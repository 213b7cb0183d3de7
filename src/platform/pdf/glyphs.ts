/**
 * The house's letters for a PDF, made by `npm run fonts`: each file has some of them, so a text is set in runs. What no
 * file has is written without its marks, or as a question mark.
 */
import { create } from 'fontkit'
import { readFileSync } from 'node:fs'

export type Face = 'heading' | 'text' | 'strong'

interface Letters {
  /** As the PDF knows it. */
  name: string
  bytes: Buffer
  has(letter: string): boolean
}

const FILES: Record<Face, string[]> = {
  heading: ['besley-latin-450', 'instrument-sans-latin-ext-400'],
  text: ['instrument-sans-latin-400', 'instrument-sans-latin-ext-400'],
  strong: ['instrument-sans-latin-600', 'instrument-sans-latin-ext-400'],
}

const read = new Map<string, Letters>()

// The fonts are read at the first receipt, not at the start: most processes never make one.
function lettersOf(name: string): Letters {
  const known = read.get(name)
  if (known) return known
  const bytes = readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url))
  const font = create(bytes)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is no single font`)
  const letters = {
    name,
    bytes,
    has: (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  }
  read.set(name, letters)
  return letters
}

/** All files that a receipt may be set in. */
export function allLetters(): Pick<Letters, 'name' | 'bytes'>[] {
  return [...new Set(Object.values(FILES).flat())].map(lettersOf)
}

/** One line without anything that steers a program: no breaks, no controls, nothing that turns letters round. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .replaceAll(/\p{C}/gu, '')
    .trim()

/** The letter as it can be set: itself, without its marks, nothing for a mark that stands alone, or null. */
function settable(letter: string, files: readonly Letters[]): string | null {
  const sets = (letters: string) => [...letters].every((one) => files.some((file) => file.has(one)))
  if (sets(letter)) return letter
  const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return bare === '' || sets(bare) ? bare : null
}

/** Whether a text can be set so that people know it again. */
export function isReadable(text: string): boolean {
  const files = FILES.text.map(lettersOf)
  const line = plain(text)
  return line !== '' && [...line].every((letter) => settable(letter, files) !== null)
}

export interface Run {
  font: string
  text: string
}

/** A text in the pieces that one file each can set. */
export function runsOf(text: string, face: Face): Run[] {
  const files = FILES[face].map(lettersOf)
  const runs: Run[] = []
  for (const letter of [...plain(text)].map((one) => settable(one, files) ?? '?').join('')) {
    const font = files.find((file) => file.has(letter))?.name ?? ''
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}
