/** What each part that a page in `content/` may use must be told; `docs/content.md` explains them to owners. */
import { z } from 'zod'
import { count, focus, line, link, picture } from './fact-types.ts'

const nothing = z.strictObject({})
const lines = z.array(line).min(1)
const slide = z.strictObject({ path: picture, label: line, subLabel: z.string(), alt: line.optional() })
const place = z.strictObject({
  name: line,
  miles: z.number().positive(),
  note: line,
  clearance: z.boolean().optional(),
})
const animal = z.strictObject({ name: line, track: line, note: line })
const sightings = z.strictObject({
  often: line,
  note: line,
  picture: picture.optional(),
  noPicture: line.optional(),
  animals: z.array(animal).min(1),
})

export const partFacts: Record<string, z.ZodType> = {
  // On any page.
  Carousel: z.strictObject({
    label: line,
    interval: count.optional(),
    slides: z.array(slide).min(1),
  }),
  Email: nothing,
  Photo: z.strictObject({ name: picture, caption: line.optional() }),

  // On pages that lay themselves out.
  Column: nothing,
  Columns: nothing,
  Figure: z.strictObject({ value: line, name: line, note: line.optional() }),
  Figures: nothing,
  Ground: nothing,
  Lede: nothing,
  Pinned: z.strictObject({ picture, focus: focus.optional(), note: z.enum(['left', 'right']).optional() }),
  Sheet: z.strictObject({ over: z.boolean().optional() }),
  View: z.strictObject({
    picture,
    focus: focus.optional(),
    words: z.enum(['top', 'bottom']).optional(),
    side: z.enum(['left', 'right']).optional(),
    wide: z.boolean().optional(),
  }),

  // On one page each.
  Building: nothing,
  Buildings: z.strictObject({ sky: picture }),
  Tally: z.strictObject({ count, of: line, sign: z.enum(['bed', 'bath', 'pot']) }),

  Hum: nothing,
  Nights: z.strictObject({ from: count, to: count }),

  Rotation: nothing,
  Sun: z.strictObject({ days: count.max(365) }),
  Turns: nothing,
  Well: z.strictObject({ feet: count, picture }),

  Postcard: nothing,

  Refunds: z.strictObject({
    columns: z.tuple([line, line]),
    rows: z.array(z.strictObject({ when: line, back: line, rest: line.optional() })).min(1),
  }),
  Terms: nothing,

  Quote: z.strictObject({ from: line, size: z.literal('large').optional() }),
  Quotes: nothing,

  Leave: z.strictObject({ title: line, items: z.array(z.strictObject({ what: line, why: line })).min(1) }),
  Pack: z.strictObject({ title: line, items: lines }),
  Packing: nothing,

  Note: z.strictObject({ title: line, to: link }),
  Notes: nothing,

  DirtRoad: nothing,
  TakeAlong: nothing,

  Distances: z.strictObject({ from: line, places: z.array(place).min(1) }),
  Rain: z.strictObject({ from: count, to: count }),
  Sightings: z.strictObject({
    groups: z.array(sightings).min(1),
  }),
}
