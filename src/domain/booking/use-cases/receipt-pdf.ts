/** Lays out a receipt as a PDF in the venue's design. */
import { venue } from '#shared/venue.ts'
import {
  COLORS,
  decoration,
  MARGIN,
  openSheet,
  paragraph,
  type Sheet,
  table,
  WIDTH,
} from '#platform/pdf/sheet.ts'

export type Line = [label: string, value: string]

export interface Receipt {
  /** For example `"Receipt 000042"`. */
  title: string
  about: Line[]
  /** What the invoice is for, one line for each part. */
  parts: Line[]
  /** Lines about the payment, its refunds, and what is left of it. */
  payment: Line[]
  /** Lines about the totals of the whole stay, as they are on the day `asOf`. */
  stay: Line[]
  asOf: string
  notes: string[]
}

const MARK = 46

const BESIDE_MARK = MARK + 14

/** The venue's logo from `public/favicon.svg`, drawn on a square of 64 × 64. */
const MESA = 'M6 34Q13 33 17.5 25.5L20.5 15H44.5L47.5 25.5Q52 33 59 34M9 41.5Q32.5 50.5 56 41.5'

const STAR = 'M32.5-1.2l2.1 5.7 5.7 2.1-5.7 2.1-2.1 5.7-2.1-5.7-5.7-2.1 5.7-2.1z'

const MOST_ROOMY_ROWS = 15

const FACTS = { label: { color: COLORS.inkSoft, width: 120 }, value: { indent: 130 } }

const SUMS = {
  label: { width: WIDTH - 130 },
  value: { face: 'strong', indent: WIDTH - 120, width: 120, align: 'right' },
} as const

/** Returns a receipt's PDF as bytes. `now` becomes the PDF's creation date. */
export async function pdfOf(receipt: Receipt, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const { title, about, parts, payment, stay, asOf, notes } = receipt
  const { sheet, root, written } = openSheet(`${title}, ${venue.name}`, { now, author: venue.name })
  const below = (points: number) => {
    sheet.y += points
  }
  // A receipt with many rows gets smaller ones, so that it fits on one page (R52.2).
  const dense = about.length + parts.length + payment.length + stay.length > MOST_ROOMY_ROWS
  drawMark(sheet)
  const beside = { indent: BESIDE_MARK }
  paragraph(sheet, root, { text: venue.name, face: 'heading', size: 19, color: COLORS.juniper, ...beside })
  const address = `${venue.location} · ${venue.email}`
  paragraph(sheet, root, { text: address, size: 9.5, color: COLORS.inkSoft, ...beside })

  below(24)
  paragraph(sheet, root, { tag: 'H1', text: title, face: 'heading', size: 22 })
  below(10)
  table(sheet, root, { rows: about, ...FACTS, dense })
  if (parts.length > 0) table(sheet, root, { rows: parts, ...SUMS, dense })
  for (const [heading, rows] of [
    ['The payment', payment],
    [`The stay, as of ${asOf}`, stay],
  ] as const) {
    below(14)
    paragraph(sheet, root, { tag: 'H2', text: heading, face: 'heading', size: 14, color: COLORS.juniper })
    below(5)
    table(sheet, root, { rows, ...SUMS, dense })
  }
  for (const text of notes) {
    below(10)
    paragraph(sheet, root, { text, color: COLORS.adobe })
  }
  root.end()
  sheet.end()
  return written
}

function drawMark(sheet: Sheet): void {
  const top = sheet.y
  decoration(sheet, () => {
    sheet
      .save()
      .translate(MARGIN, top)
      .scale(MARK / 64)
    sheet.roundedRect(0, 0, 64, 64, 10).fill(COLORS.juniper)
    sheet.translate(4.75, 9.5).scale(0.84).lineWidth(4).lineCap('round').lineJoin('round')
    sheet.path(MESA).stroke('#fbf7ee').path(STAR).fill('#f4ae86')
    sheet.restore()
  })
  sheet.y = top + 4
}
