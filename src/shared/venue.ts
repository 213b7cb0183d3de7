/**
 * The venue's name, address and facts, from `content/venue.json`, which owners edit without code.
 * The browser loads this file too. So the build checks the JSON (`scripts/content-check`), not a schema here.
 */
import data from '#content/venue.json' with { type: 'json' }

export interface Venue {
  name: string
  tagline: string
  email: string
  /** Shown in the row LOCATION of an event page. */
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
 * Suffix of e-mail and calendar entry ids. These ids must not change when the site moves to another domain.
 */
export const venueDomain = venue.email.slice(venue.email.lastIndexOf('@') + 1)
