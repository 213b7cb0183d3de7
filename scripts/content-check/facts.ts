import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Venue } from '#shared/venue.ts'
import library from '#app/ui/pictures.json' with { type: 'json' }
import type { InfoPageFacts } from '#app/public/info/info-page.tsx'
import { roadSchema } from '#app/public/info/road/road-schema.ts'
import { paths } from '#app/paths.ts'

const pictures = Object.keys(library)
const pages = Object.values(paths).filter((path) => typeof path === 'string')

/** Schema of a value that is one line of text. */
const line = z.string('should be words in quotation marks').trim().min(1, 'should not be empty')
const count = z.int('should be a whole number without quotation marks').positive('should be at least 1')
const flag = z.boolean('should be true or false').optional()
/** Schema of a value that is a CSS `object-position`. */
const focus = line.regex(/^\d{1,3}% \d{1,3}%$/, 'should be two percentages, as "60% 40%"').optional()
const list = <Item extends z.ZodType>(item: Item) =>
  z.array(item, 'should be a list').min(1, 'should not be empty')

/** Returns a schema for an object with exactly the given properties. */
const facts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `knows nothing called ${issue.keys.map((key) => `"${key}"`).join(', ')}`
        : 'should be a group of facts in braces',
  })

export const isPicture = (name: string): boolean => pictures.includes(name)

/** Schema of a value that is a name from the picture library. */
const picture = line.refine(isPicture, {
  error: ({ input }) => `no picture is called "${String(input)}"; there are ${pictures.join(', ')}`,
})

/** Schema of a link to a page or file of this site, or to a full URL. */
export const link = line.refine(leadsSomewhere, {
  error: ({ input }) => `"${String(input)}" leads to no page of this site; there are ${pages.join(', ')}`,
})

function leadsSomewhere(href: string): boolean {
  if (/^(https:\/\/|mailto:|tel:|#)./.test(href)) return true
  const [path = ''] = href.split(/[?#]/)
  if (!path.startsWith('/')) return false
  return (pages as string[]).includes(path) || (path.includes('.') && existsSync(join('public', path)))
}

/** Schema of `export const page = {…}` at the beginning of a content page. */
export const pageFacts = facts({
  title: line,
  description: line,
  heading: line,
  lead: line,
  picture,
  light: flag,
  focus,
  tall: flag,
  parallax: flag,
  text: flag,
  plain: flag,
  sample: flag,
}) satisfies z.ZodType<InfoPageFacts>

const venue = facts({
  name: line,
  tagline: line,
  email: z.email('should be an email address'),
  location: line,
  region: line,
  country: line.regex(/^[A-Z]{2}$/, 'should be a country in two capital letters'),
  locationNote: line,
  usualStay: line,
  packingNote: line,
  bedrooms: count,
  bathrooms: count,
  dirtRoadMiles: count,
  groceryMinutes: count,
}) satisfies z.ZodType<Venue>

const pageName = line.refine((name) => name in paths, {
  error: ({ input }) => `no page is called "${String(input)}"; there are ${Object.keys(paths).join(', ')}`,
})

/** Schema of a text that may contain names of values in `venue.json`, such as "{bedrooms}". */
const filled = line.refine((text) => gaps(text).every((name) => name in venue.shape), {
  error: ({ input }) => `names a fact that venue.json does not have, in "${String(input)}"`,
})

const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const tile = facts({ page: pageName, label: line, picture, focus })

const home = facts({
  heading: line,
  lead: line,
  description: line,
  claimsHeading: line,
  numbers: list(facts({ number: filled, label: line })),
  claims: list(facts({ title: line, text: filled })),
  tiles: z.array(tile).length(4, 'should be a list of 4 tiles'),
})

/**
 * Schema of the gate notes that guests with a confirmed stay see on their page. `about` is a remark that the
 * site shows nowhere.
 */
const gate = facts({ about: line.optional(), sample: flag, notes: z.array(line) })

/** Schemas of the data files, by name in `content/`. */
export const dataFacts: Record<string, z.ZodType> = {
  'venue.json': venue,
  'home.json': home,
  'road.json': roadSchema,
  'gate.json': gate,
}

const lines = list(line)
const slide = facts({ path: picture, label: line, subLabel: z.string(), alt: line.optional() })
const place = facts({
  name: line,
  miles: z.number('should be a number without quotation marks').positive(),
  note: line,
  clearance: flag,
})
const animal = facts({ name: line, track: line, note: line })
const sightings = facts({
  often: line,
  note: line,
  picture: picture.optional(),
  noPicture: line.optional(),
  animals: list(animal),
})

/** Names of the components in content pages that have no attributes. */
const PLAIN_PARTS =
  'Email Column Columns Figures Ground Lede Building Hum Rotation Turns Postcard Terms Quotes Packing Notes DirtRoad TakeAlong'

/**
 * Schemas of the attributes of each component that pages in `content/` may use. `docs/owners/public-pages.md`
 * explains the most common components to owners.
 */
export const partFacts: Record<string, z.ZodType> = {
  // Components that any page may use.
  Carousel: facts({ label: line, interval: count.optional(), slides: list(slide) }),
  Photo: facts({ name: picture, caption: line.optional() }),

  // Components for pages that have their own layout.
  Figure: facts({ value: line, name: line, note: line.optional() }),
  Pinned: facts({ picture, focus, note: z.enum(['left', 'right'], 'should be left or right').optional() }),
  Sheet: facts({ over: flag }),
  View: facts({
    picture,
    focus,
    words: z.enum(['top', 'bottom'], 'should be top or bottom').optional(),
    side: z.enum(['left', 'right'], 'should be left or right').optional(),
    wide: flag,
  }),

  // Components that only one page uses.
  Buildings: facts({ sky: picture }),
  Tally: facts({ count, of: line, sign: z.enum(['bed', 'bath', 'pot'], 'should be bed, bath or pot') }),
  Nights: facts({ from: count, to: count }),
  Sun: facts({ days: count.max(365, 'should be at most 365') }),
  Well: facts({ feet: count, picture }),
  Refunds: facts({ rows: list(facts({ when: line, back: line, rest: line.optional() })) }),
  Quote: facts({ from: line, size: z.literal('large', 'should be large').optional() }),
  Leave: facts({ title: line, items: list(facts({ what: line, why: line })) }),
  Pack: facts({ title: line, items: lines }),
  Note: facts({ title: line, to: link }),
  Distances: facts({ from: line, places: list(place) }),
  Rain: facts({ from: count, to: count }),
  Sightings: facts({ groups: list(sightings) }),
  ...Object.fromEntries(PLAIN_PARTS.split(' ').map((name) => [name, facts({})])),
}
