/**
 * The venue's name, address and facts, from `content/venue.json`: what an owner edits without code. The
 * browser reads this file too, so the build checks it (`scripts/content-check`), not a schema here.
 */
import data from '#content/venue.json' with { type: 'json' }

export interface Venue {
  name: string
  tagline: string
  email: string
  /** The LOCATION row of an event page. */
  location: string
  /** State and country for search engines; the country in two letters (ISO 3166). */
  region: string
  country: string
  locationNote: string
  /** A sentence. */
  usualStay: string
  /** The packing list in a sentence, for the mail before a stay. */
  packingNote: string
  bedrooms: number
  bathrooms: number
  dirtRoadMiles: number
  groceryMinutes: number
}

export const venue: Venue = data

/** The end of the ids of our e-mails and calendar entries: they must stay the same when the site moves. */
export const venueDomain = venue.email.slice(venue.email.lastIndexOf('@') + 1)
