/** What each file in `content/` must say: the first lines of a page, and the data files. */
import { z } from 'zod'
import type { Venue } from '../../shared/venue.ts'
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
  country: z.string().length(2, 'should be a country in two letters'),
  locationNote: line,
  usualStay: line,
  bedrooms: count,
  bathrooms: count,
  dirtRoadMiles: count,
  groceryMinutes: count,
}) satisfies z.ZodType<Venue>

const pageName = z.string().refine((name) => name in paths, {
  error: ({ input }) => `no page is called "${String(input)}"; there are ${Object.keys(paths).join(', ')}`,
})

const home = z.object({
  heading: line,
  lead: line,
  description: line,
  claimsHeading: line,
  claims: z.array(z.object({ title: line, text: line })).min(1),
  tiles: z.array(z.object({ page: pageName, label: line, picture })).length(4, 'should be a list of 4 tiles'),
})

/** By name in `content/`. */
export const dataFacts: Record<string, z.ZodType> = {
  'venue.json': venue,
  'home.json': home,
  'road.json': roadSchema,
}
