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
  /** Lines about the payment, its refunds, and what is left of it. */
  payment: Line[]
  /** Lines about the totals of the whole stay, as they are now. */
  stay: Line[]
  notes: string[]
}

const MARK = 46

const BESIDE_MARK = MARK + 14

/** The venue's logo from `public/favicon.svg`, drawn on a square of 64 × 64. */
const MESA = 'M6 34Q13 33 17.5 25.5L20.5 15H44.5L47.5 25.5Q52 33 59 34M9 41.5Q32.5 50.5 56 41.5'

const STAR = 'M32.5-1.2l2.1 5.7 5.7 2.1-5.7 2.1-2.1 5.7-2.1-5.7-5.7-2.1 5.7-2.1z'

const FACTS = { label: { color: COLORS.inkSoft, width: 120 }, value: { indent: 130 } }

const SUMS = {
  label: { width: WIDTH - 130 },
  value: { face: 'strong', indent: WIDTH - 120, width: 120, align: 'right' },
} as const

/** Returns a receipt's PDF as bytes. `now` becomes the PDF's creation date. */
export async function pdfOf(receipt: Receipt, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const { title, about, payment, stay, notes } = receipt
  const { sheet, root, written } = openSheet(`${title}, ${venue.name}`, { now, author: venue.name })
  const below = (points: number) => {
    sheet.y += points
  }
  drawMark(sheet)
  const beside = { indent: BESIDE_MARK }
  paragraph(sheet, root, { text: venue.name, face: 'heading', size: 19, color: COLORS.juniper, ...beside })
  const address = `${venue.location} · ${venue.email}`
  paragraph(sheet, root, { text: address, size: 9.5, color: COLORS.inkSoft, ...beside })

  below(48)
  paragraph(sheet, root, { tag: 'H1', text: title, face: 'heading', size: 26 })
  below(18)
  table(sheet, root, { rows: about, ...FACTS })
  for (const [heading, rows] of [
    ['The payment', payment],
    ['The stay', stay],
  ] as const) {
    below(24)
    paragraph(sheet, root, { tag: 'H2', text: heading, face: 'heading', size: 14, color: COLORS.juniper })
    below(8)
    table(sheet, root, { rows, ...SUMS })
  }
  for (const text of notes) {
    below(16)
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
