/** What each file in `content/` must say: the first lines of a page, and the data files. */
import { z } from 'zod'
import type { Venue } from '#shared/venue.ts'
import type { InfoPageFacts } from '../pages/info/info-page.tsx'
import { roadSchema } from '../pages/info/road/road-schema.ts'
import { paths } from '../paths.ts'
import { count, focus, line, picture } from './fact-types.ts'

/** `export const page = {…}` */
export const pageFacts = z.strictObject({
  title: line,
  description: line,
  heading: line,
  lead: line,
  picture,
  light: z.boolean().optional(),
  focus: focus.optional(),
  parallax: z.boolean().optional(),
  plain: z.boolean().optional(),
}) satisfies z.ZodType<InfoPageFacts>

const venue = z.strictObject({
  name: line,
  tagline: line,
  email: z.email('should be an address for mail'),
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
