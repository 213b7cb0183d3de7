/** The venue's name, address and facts, from `content/venue.json`: what an owner edits without code. */
import { z } from 'zod'
import data from '../../content/venue.json' with { type: 'json' }

const venueSchema = z.object({
  name: z.string().min(1),
  tagline: z.string().min(1),
  email: z.email(),
  /** The LOCATION row of an event page. */
  location: z.string().min(1),
  locationNote: z.string().min(1),
  bedrooms: z.int().positive(),
  bathrooms: z.int().positive(),
  dirtRoadMiles: z.int().positive(),
  groceryMinutes: z.int().positive(),
})

export const venue = venueSchema.parse(data)
