import { expect, test } from 'vitest'
import { z } from 'zod'
import { venue } from './venue.ts'

const line = z.string().trim().min(1)
const count = z.int().positive()
const schema = z.strictObject({
  name: line,
  tagline: line,
  email: z.email(),
  location: line,
  region: line,
  country: z.string().regex(/^[A-Z]{2}$/),
  locationNote: line,
  usualStay: line,
  bedrooms: count,
  bathrooms: count,
  dirtRoadMiles: count,
  groceryMinutes: count,
})

test('content/venue.json holds every fact that the pages and mails use', () => {
  expect(schema.safeParse(venue).error?.issues ?? []).toEqual([])
})
