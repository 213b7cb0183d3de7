/**
 * Structured data for search engines in schema.org's vocabulary. The data contains only what the pages show,
 * and only the public part of the venue's address. React Router escapes the data, so that a name cannot end
 * the script element.
 */
import type { EventSummary } from '#domain/events/contract/events.ts'
import { availability } from '#app/public/event/availability.tsx'
import { absoluteLink } from '#shared/links.ts'
import { plainDollars } from '#shared/money.ts'
import { venue } from '#shared/venue.ts'
import { linkPreviewOf } from './page-meta.ts'
import { paths } from './paths.ts'

const CONTEXT = 'https://schema.org'
const BUSINESS = 'LodgingBusiness'

const address = { '@type': 'PostalAddress', addressRegion: venue.region, addressCountry: venue.country }

/** Returns the description of the venue. Descriptions of events refer to it by its `@id`. */
export function venueData(origin: string): object {
  return {
    '@context': CONTEXT,
    '@type': BUSINESS,
    '@id': venueId(origin),
    name: venue.name,
    url: absoluteLink(origin, paths.home),
    slogan: venue.tagline,
    email: venue.email,
    image: linkPreviewOf(undefined, origin).address,
    logo: absoluteLink(origin, '/icon-512.png'),
    address,
    numberOfRooms: venue.bedrooms,
  }
}

export function eventData(event: EventSummary, origin: string): object {
  const url = absoluteLink(origin, paths.event(event.urlName))
  return {
    '@context': CONTEXT,
    '@type': 'Event',
    '@id': url,
    name: event.name,
    url,
    ...(event.shortDescription === null ? {} : { description: event.shortDescription }),
    startDate: event.startDateDate,
    endDate: event.endDateDate,
    eventStatus: `${CONTEXT}/${event.cancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `${CONTEXT}/OfflineEventAttendanceMode`,
    image: linkPreviewOf(event.mainImage ?? undefined, origin).address,
    location: { '@type': BUSINESS, '@id': venueId(origin), name: venue.name, address },
    organizer: {
      '@type': BUSINESS,
      '@id': venueId(origin),
      name: venue.name,
      url: absoluteLink(origin, paths.home),
    },
    ...(event.hasHappened || event.cancelled ? {} : { offers: offerData(event, url) }),
  }
}

const venueId = (origin: string) => absoluteLink(origin, '/#venue')

const STOCK = { open: 'InStock', few: 'LimitedAvailability', none: 'SoldOut' } as const

/**
 * Returns the offer of an event for search engines. A cost below 0 means that the price is not public (R3.2).
 * The offer then has no price.
 */
function offerData(event: EventSummary, url: string): object {
  const price = event.cost < 0 ? {} : { price: plainDollars(event.priceFrom), priceCurrency: 'USD' }
  return { '@type': 'Offer', url, availability: `${CONTEXT}/${STOCK[availability(event).tone]}`, ...price }
}
