/** What each file in `content/` must say: the first lines of a page, and the data files. */
import { z } from 'zod'
import type { Venue } from '#shared/venue.ts'
import type { InfoPageFacts } from '#web/pages/info/info-page.tsx'
import { roadSchema } from '#web/pages/info/road/road-schema.ts'
import { paths } from '#web/paths.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import library from '#ui/pictures.json' with { type: 'json' }

const pictures = Object.keys(library)
const pages = Object.values(paths).filter((path) => typeof path === 'string')

/** One line of text. */
const line = z.string().trim().min(1, 'should not be empty')
const count = z.int().positive()
/** CSS `object-position`, as "60% 40%". */
const focus = z.string().regex(/^\d{1,3}% \d{1,3}%$/, 'should be two percentages, as "60% 40%"')

/** A name of the picture library. */
const picture = z.string().refine((name) => pictures.includes(name), {
  error: ({ input }) => `no picture is called "${String(input)}"; there are ${pictures.join(', ')}`,
})

export function isPicture(name: string): boolean {
  return pictures.includes(name)
}

/** A page or a file of this site, or a whole address. */
export const link = z.string().refine(leadsSomewhere, {
  error: ({ input }) => `"${String(input)}" leads to no page of this site; there are ${pages.join(', ')}`,
})

function leadsSomewhere(href: string): boolean {
  if (/^(https:\/\/|mailto:|tel:|#)./.test(href)) return true
  const [path = ''] = href.split(/[?#]/)
  if (!path.startsWith('/')) return false
  return (pages as string[]).includes(path) || (path.includes('.') && existsSync(join('public', path)))
}

/** `export const page = {…}` */
export const pageFacts = z.strictObject({
  title: line,
  description: line,
  heading: line,
  lead: line,
  picture,
  light: z.boolean().optional(),
  focus: focus.optional(),
  tall: z.boolean().optional(),
  parallax: z.boolean().optional(),
  text: z.boolean().optional(),
  plain: z.boolean().optional(),
}) satisfies z.ZodType<InfoPageFacts>

const venue = z.strictObject({
  name: line,
  tagline: line,
  email: z.email('should be an email address'),
  location: line,
  region: line,
  country: z.string().regex(/^[A-Z]{2}$/, 'should be a country in two capital letters'),
  locationNote: line,
  usualStay: line,
  packingNote: line,
  bedrooms: count,
  bathrooms: count,
  dirtRoadMiles: count,
  groceryMinutes: count,
}) satisfies z.ZodType<Venue>

const pageName = z.string().refine((name) => name in paths, {
  error: ({ input }) => `no page is called "${String(input)}"; there are ${Object.keys(paths).join(', ')}`,
})

/** Words that may name a number of `venue.json`, as "{bedrooms}". */
const filled = line.refine((text) => gaps(text).every((name) => name in venue.shape), {
  error: ({ input }) => `names a fact that venue.json does not have, in "${String(input)}"`,
})

function gaps(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

const tile = z.strictObject({ page: pageName, label: line, picture, focus: focus.optional() })

const home = z.strictObject({
  heading: line,
  lead: line,
  description: line,
  claimsHeading: line,
  numbers: z.array(z.strictObject({ number: filled, label: line })).min(1),
  claims: z.array(z.strictObject({ title: line, text: filled })).min(1),
  tiles: z.array(tile).length(4, 'should be a list of 4 tiles'),
})

/** What guests with a confirmed stay read on their own page; `about` is a remark that nobody sees. */
const gate = z.strictObject({ about: line.optional(), notes: z.array(line) })

/** The schemas of the data files, by name in `content/`. */
export const dataFacts: Record<string, z.ZodType> = {
  'venue.json': venue,
  'home.json': home,
  'road.json': roadSchema,
  'gate.json': gate,
}

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

/** What each part that a page in `content/` may use must be told; `docs/content.md` explains them to owners. */
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
