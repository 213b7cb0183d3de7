import { expect, test } from 'vitest'
import type { EventSummary } from '#features/events/contract/events.ts'
import { summary } from './pages/events/testing/details.ts'
import { eventData, venueData } from './schema-org.ts'

const ORIGIN = 'https://ranch.example'
const event: EventSummary = {
  ...summary,
  mainImage: 'https://pictures.example/leather.jpg',
  cost: 125_000,
  priceFrom: 125_000,
}

const dataOf = (changes: Partial<EventSummary> = {}) =>
  eventData({ ...event, ...changes }, ORIGIN) as Record<string, Record<string, unknown>>

test('an event has its days, its place and who runs it', () => {
  const venue = { '@id': `${ORIGIN}/#venue`, name: 'Twelve Mile Ranch' }
  expect(dataOf()).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    url: `${ORIGIN}/event/leather-and-light`,
    startDate: '2027-05-06',
    endDate: '2027-05-10',
    eventStatus: 'https://schema.org/EventScheduled',
    image: 'https://pictures.example/leather.jpg',
    location: { ...venue, address: { addressRegion: 'New Mexico', addressCountry: 'US' } },
    organizer: { ...venue, url: `${ORIGIN}/` },
  })
})

test.each([
  [11, 'InStock'],
  [5, 'InStock'],
  [4, 'LimitedAvailability'],
  [0, 'SoldOut'],
])('with %i spots left the offer is %s', (spotsLeft, stock) => {
  const { offers } = dataOf({ spotsLeft, isFull: spotsLeft === 0 })
  expect(offers).toEqual({
    '@type': 'Offer',
    url: `${ORIGIN}/event/leather-and-light`,
    availability: `https://schema.org/${stock}`,
    price: '1250.00',
    priceCurrency: 'USD',
  })
})

test('what is free costs 0, and what is not priced here has no price', () => {
  expect(dataOf({ cost: 0, priceFrom: 0 })['offers']).toMatchObject({ price: '0.00', priceCurrency: 'USD' })
  const unpriced = dataOf({ cost: -1, priceFrom: -1 })['offers'] ?? {}
  expect(Object.keys(unpriced)).toEqual(['@type', 'url', 'availability'])
})

test('a past event offers nothing', () => {
  expect(dataOf({ hasHappened: true })).not.toHaveProperty('offers')
})

test('a cancelled event says so, and offers nothing', () => {
  const cancelled = dataOf({ cancelled: true })
  expect(cancelled['eventStatus']).toBe('https://schema.org/EventCancelled')
  expect(cancelled).not.toHaveProperty('offers')
})

test('the venue has no more of an address than is public', () => {
  const { address } = venueData(ORIGIN) as { address: object }
  expect(address).toEqual({
    '@type': 'PostalAddress',
    addressRegion: 'New Mexico',
    addressCountry: 'US',
  })
})
