/**
 * A sample event with a deposit and without options, in the form in which the API sends it to the event's
 * page.
 */
import type { EventDetails, EventSummary } from '#domain/events/contract/events.ts'

export const summary: EventSummary = {
  id: 1,
  name: 'Leather & Light',
  urlName: 'leather-and-light',
  host: 'June Alder',
  shortDescription: 'Five days at the bench.',
  includes: 'A bed;Three meals',
  startDate: 'May 6, from noon',
  startDateDate: '2027-05-06',
  endDate: 'May 10',
  endDateDate: '2027-05-10',
  color: '#C0FFEE',
  mainImage: '/pictures/leather',
  cost: 90_000,
  priceFrom: 90_000,
  priceVaries: false,
  offersChoices: false,
  spots: 11,
  reservedSpots: 0,
  spotsLeft: 11,
  showWaitlist: true,
  isFull: false,
  hasHappened: false,
  hasEnded: false,
  cancelled: false,
  private: false,
  revision: 0,
}
export const details: EventDetails = {
  ...summary,
  locked: false,
  costAddendum: 'Leather $40;Tools to borrow',
  longDescription: 'Mornings are quiet.\n\nEvenings are not.',
  about: null,
  secondImage: '/pictures/room',
  pdfLink: null,
  photos: [{ id: 1, url: '/pictures/table', alt: 'The long table' }],
  today: '2026-11-21',
  deposit: 45_000,
  remainder: 45_000,
  remainderDue: '2027-04-06',
  dueNow: 45_000,
  options: [],
}
