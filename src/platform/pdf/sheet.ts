/**
 * Creates Letter-size PDF pages whose texts are tagged for screen readers. A page keeps the main thread busy
 * for some tens of milliseconds: fine for a click, not for a loop. Uses `pdfkit`, because printing a page of
 * the site would need Chromium on the server, and `pdf-lib` knows neither layout nor tags.
 */
import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import Pdf from 'pdfkit'
import { hasLetter } from '#shared/text.ts'

/** The left and right margin of a page in points, the unit of PDF. */
export const MARGIN = 72
/** The margin above and below. It is smaller, so that a usual receipt fits on one page (R52.2). */
const MARGIN_ABOVE = 48
export const WIDTH = 612 - 2 * MARGIN

export const COLORS = {
  juniper: '#1e3a2b',
  ink: '#1c1914',
  inkSoft: '#4a443a',
  rule: '#d9cbab',
  adobe: '#8f3a20',
}

export interface Look {
  face?: Face
  size?: number
  color?: string
  /** Distance of the text from the left margin in points. */
  indent?: number
  width?: number
  align?: 'left' | 'right'
}

export type Sheet = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

/**
 * Opens a new PDF document. Returns the document, its root element, and a promise of the PDF's bytes, which
 * resolves when the document has ended.
 */
export function openSheet(title: string, { now, author }: { now: Date; author: string }) {
  const sheet = new Pdf({
    size: 'LETTER',
    margins: { top: MARGIN_ABOVE, bottom: MARGIN_ABOVE, left: MARGIN, right: MARGIN },
    lang: 'en-US',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, CreationDate: now, Producer: 'PDFKit', Creator: author },
  })
  for (const { name, bytes } of allLetters()) sheet.registerFont(name, bytes)
  const root = sheet.struct('Document')
  sheet.addStructure(root)
  return { sheet, root, written: collect(sheet) }
}

async function collect(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    sheet.on('data', (part: Uint8Array) => parts.push(part))
    sheet.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
    sheet.on('error', reject)
  })
}

/**
 * Matches letters of scripts that are written from right to left. The PDF library sets words from left to
 * right unless a font feature is requested.
 */
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}]/u

/** Writes a text at the present position on the page, and moves the position below the text. */
function write(sheet: Sheet, text: string, look: Look): void {
  const { face = 'text', size = 11, color = COLORS.ink, indent = 0, align = 'left' } = look
  const { width = WIDTH - indent } = look
  const runs = runsOf(text, face)
  sheet.fontSize(size).fillColor(color)
  sheet.x = MARGIN + indent
  for (const [at, run] of runs.entries()) {
    const options = { width, align, lineGap: 2, continued: at < runs.length - 1 }
    sheet
      .font(run.font)
      .text(run.text, RIGHT_TO_LEFT.test(run.text) ? { ...options, features: ['kern'] } : options)
  }
}

/** Writes a text as a paragraph, or as a heading if `tag` names one. */
export function paragraph(sheet: Sheet, root: Element, { tag = 'P', text, ...look }: Paragraph): void {
  root.add(sheet.struct(tag, {}, () => write(sheet, text, look)))
}
type Paragraph = Look & { tag?: 'P' | 'H1' | 'H2'; text: string }

/** Returns the height of a text in points. An additional line is for runs of other fonts, which are measured alone. */
function heightOf(sheet: Sheet, text: string, { face = 'text', size = 11, indent = 0, width }: Look) {
  const runs = runsOf(text, face)
  sheet.fontSize(size)
  const heights = runs.map((run) =>
    sheet.font(run.font).heightOfString(run.text, { width: width ?? WIDTH - indent, lineGap: 2 }),
  )
  return Math.max(...heights, 0) + (runs.length > 1 ? size + 2 : 0)
}

/** The type sizes of rows, and the space above and below a row, in points. */
const ROOMY = { size: 11, gap: 6 }
const DENSE = { size: 9, gap: 2.5 }

/** Writes a table whose rows have a label, a value, and a line above them. A dense table has smaller rows. */
export function table(
  sheet: Sheet,
  root: Element,
  { rows, label, value, dense }: { rows: [string, string][]; label: Look; value: Look; dense: boolean },
): void {
  const { size, gap } = dense ? DENSE : ROOMY
  const looks = [
    { size, ...label },
    { size, ...value },
  ] as const
  const whole = sheet.struct('Table')
  root.add(whole)
  for (const [name, content] of rows) {
    // Keeps both cells of a row on the same page.
    const tallest = Math.max(heightOf(sheet, name, looks[0]), heightOf(sheet, content, looks[1])) + gap
    if (sheet.y + tallest > sheet.page.height - MARGIN_ABOVE) sheet.addPage()
    rule(sheet, gap)
    const top = sheet.y
    let bottom = top
    const cell = (text: string, look: Look) => () => {
      sheet.y = top
      write(sheet, text, look)
      bottom = Math.max(bottom, sheet.y)
    }
    whole.add(
      sheet.struct('TR', {}, [
        sheet.struct('TH', {}, cell(name, looks[0])),
        sheet.struct('TD', {}, cell(content, looks[1])),
      ]),
    )
    sheet.y = bottom + gap
  }
  whole.end()
}

function rule(sheet: Sheet, gap: number): void {
  const right = MARGIN + WIDTH
  const { y } = sheet
  decoration(sheet, () =>
    sheet.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.75).strokeColor(COLORS.rule).stroke(),
  )
  sheet.y = y + gap
}

/** Draws decoration, which screen readers skip. */
export function decoration(sheet: Sheet, draw: () => void): void {
  sheet.markContent('Artifact', { type: 'Layout' })
  draw()
  sheet.endMarkedContent()
}

// The code from here on chooses fonts for PDFs, which `npm run fonts` creates. Each font file has only some
// letters, so one text may need several fonts. A letter that is in no file is written without its marks, or
// omitted (R47.6).

type Face = 'heading' | 'text' | 'strong'

interface Letters {
  name: string
  bytes: Buffer
  has(letter: string): boolean
  /** Returns false for sequences of letters on which the PDF library would throw. */
  sets(text: string): boolean
}

/** Fonts for names in scripts other than Latin. */
const OTHERS = [
  'noto-sans-latin-ext-400',
  'noto-sans-vietnamese-400',
  'noto-sans-cyrillic-400',
  'noto-sans-cyrillic-ext-400',
  'noto-sans-greek-400',
  'noto-sans-greek-ext-400',
  'noto-sans-devanagari-400',
  'noto-sans-arabic-arabic-400',
  'noto-sans-armenian-armenian-400',
  'noto-sans-bengali-bengali-400',
  'noto-sans-ethiopic-ethiopic-400',
  'noto-sans-georgian-georgian-400',
  'noto-sans-gujarati-gujarati-400',
  'noto-sans-hebrew-hebrew-400',
  'noto-sans-kannada-kannada-400',
  'noto-sans-khmer-khmer-400',
  'noto-sans-lao-lao-400',
  'noto-sans-myanmar-myanmar-400',
  'noto-sans-sinhala-sinhala-400',
  'noto-sans-tamil-tamil-400',
  'noto-sans-thai-thai-400',
  'noto-sans-sc-chinese-simplified-400',
  'noto-sans-tc-chinese-traditional-400',
  'noto-sans-jp-japanese-400',
  'noto-sans-kr-korean-400',
]

const FILES: Record<Face, string[]> = {
  heading: ['besley-latin-450', 'instrument-sans-latin-ext-400', ...OTHERS],
  text: ['instrument-sans-latin-400', 'instrument-sans-latin-ext-400', ...OTHERS],
  strong: ['instrument-sans-latin-600', 'instrument-sans-latin-ext-400', ...OTHERS],
}

const read = new Map<string, Letters>()

// Reads a font when the first receipt needs it, not at the start, because most processes never create a
// receipt.
function lettersOf(name: string): Letters {
  const known = read.get(name)
  if (known) return known
  const bytes = readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url))
  const font = create(bytes)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is not a single font`)
  const letters = {
    name,
    bytes,
    has: (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
    sets: (text: string) => {
      try {
        // The PDF library sets a text word by word, or as a whole if it runs from right to left. So this
        // checks whether the library throws on the whole text or on a single word.
        for (const part of [text, ...text.split(/(?<=[\s-])/)]) font.layout(part)
        return true
      } catch {
        return false
      }
    },
  }
  read.set(name, letters)
  return letters
}

/** Returns all font files that a receipt may use. */
const allLetters = (): Pick<Letters, 'name' | 'bytes'>[] =>
  [...new Set(Object.values(FILES).flat())].map(lettersOf)

/**
 * Returns the text on one line, without line breaks, control characters and marks that reverse the reading
 * direction.
 */
const plain = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .replaceAll(/\p{C}/gu, '')
    .trim()

/** Returns the letter in a form that the fonts can write: unchanged, without its marks, or an empty text. */
function settable(letter: string, files: readonly Letters[]): string {
  const sets = (letters: string) => [...letters].every((one) => files.some((file) => file.has(one)))
  if (sets(letter)) return letter
  const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return sets(bare) ? bare : ''
}

/** Returns true if the fonts can write enough of a text for people to read it. */
export const isReadable = (text: string): boolean => hasLetter(textOf(runsOf(text, 'text')))

/** Returns true if the fonts can write every letter of a text. Marks and emoji may be missing. */
export const isWhole = (text: string): boolean =>
  countLetters(textOf(runsOf(text, 'text'))) === countLetters(plain(text))

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

interface Run {
  font: string
  text: string
}

const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

/** Splits a text of one line into pieces, each of which one font can write. */
function runsOf(text: string, face: Face): Run[] {
  const files = FILES[face].map(lettersOf)
  const settableText = plain([...plain(text)].map((letter) => settable(letter, files)).join(''))
  const runs: { file: Letters; text: string }[] = []
  for (const letter of settableText) {
    const file = files.find((each) => each.has(letter))
    if (!file) continue
    const last = runs.at(-1)
    if (last?.file === file) last.text += letter
    else runs.push({ file, text: letter })
  }
  return withBlanksInside(runs)
    .filter((run) => run.file.sets(run.text))
    .map((run) => ({ font: run.file.name, text: run.text }))
}

/**
 * Sets a space between two words of the same font in that font, so that words from right to left stay in
 * order.
 */
function withBlanksInside(
  runs: readonly { file: Letters; text: string }[],
): { file: Letters; text: string }[] {
  const joined: { file: Letters; text: string }[] = []
  for (const [at, run] of runs.entries()) {
    const before = joined.at(-1)
    const after = runs[at + 1]
    const isBetween =
      run.text === ' ' &&
      before?.file === after?.file &&
      before?.file.has(' ') &&
      before.file.sets(`${before.text} ${after?.text}`)
    if (before && (before.file === run.file || isBetween)) before.text += run.text
    else joined.push({ ...run })
  }
  return joined
}
