import { expect, test } from 'vitest'
import type { EventSummary } from '#domain/events/contract/events.ts'
import { summary } from '#test/support/app/details.ts'
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

test('describes an event for search engines, with its days, place and organizer', () => {
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
])('describes an event with %i free spots for search engines as %s', (spotsLeft, stock) => {
  const { offers } = dataOf({ spotsLeft, isFull: spotsLeft === 0 })
  expect(offers).toEqual({
    '@type': 'Offer',
    url: `${ORIGIN}/event/leather-and-light`,
    availability: `https://schema.org/${stock}`,
    price: '1250.00',
    priceCurrency: 'USD',
  })
})

test('gives a free event the price 0, and an event with a hidden price no price', () => {
  expect(dataOf({ cost: 0, priceFrom: 0 })['offers']).toMatchObject({ price: '0.00', priceCurrency: 'USD' })
  const unpriced = dataOf({ cost: -1, priceFrom: -1 })['offers'] ?? {}
  expect(Object.keys(unpriced)).toEqual(['@type', 'url', 'availability'])
})

test('offers search engines no tickets for an event in the past', () => {
  expect(dataOf({ hasHappened: true })).not.toHaveProperty('offers')
})

test('marks a canceled event for search engines as canceled, and offers no tickets', () => {
  const cancelled = dataOf({ cancelled: true })
  expect(cancelled['eventStatus']).toBe('https://schema.org/EventCancelled')
  expect(cancelled).not.toHaveProperty('offers')
})

test("shows search engines only the public part of the venue's address", () => {
  const { address } = venueData(ORIGIN) as { address: object }
  expect(address).toEqual({
    '@type': 'PostalAddress',
    addressRegion: 'New Mexico',
    addressCountry: 'US',
  })
})
