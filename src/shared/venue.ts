/**
 * The venue's name, address and facts from `content/venue.json`, which owners edit. The build checks that
 * file (`scripts/content-check`), because a schema here would load in the browser too.
 */
import data from '#content/venue.json' with { type: 'json' }

export interface Venue {
  name: string
  tagline: string
  email: string
  /** The place, as the row LOCATION of an event page shows it. */
  location: string
  /** State and country for search engines; the country as two letters (ISO 3166). */
  region: string
  country: string
  locationNote: string
  /** The length of a usual stay, in one sentence. */
  usualStay: string
  /** The packing list in one sentence, for the e-mail before a stay. */
  packingNote: string
  bedrooms: number
  bathrooms: number
  dirtRoadMiles: number
  groceryMinutes: number
}

export const venue: Venue = data

/**
 * The part after the @ in the ids of e-mails and calendar entries. Must not change if the site moves to another
 * domain.
 */
export const venueDomain = venue.email.slice(venue.email.lastIndexOf('@') + 1)
