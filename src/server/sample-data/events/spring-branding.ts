import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** Just over, with guests, paid invoices and sent mails. */
export const springBranding: SampleEvent = {
  startsIn: -8,
  days: 4,
  arrive: 'from noon',
  leave: 'after lunch',
  event: {
    name: 'Branding Days',
    urlName: 'spring-branding',
    host: 'Ray Montoya',
    cost: 55_000,
    costAddendum: 'Work gloves included',
    includes: 'Three nights; All meals; Work gloves; A job, if you want one',
    shortDescription: 'Four days of dust, neighbors and being useful.',
    longDescription: paragraphs(
      'The neighbors come, because we go to theirs. Everyone has a job and nobody explains it twice. Guests hold gates, count calves, carry water and, by the third day, give directions.',
      'It is loud until noon. Then there is lunch, and then there is the other thing the ranch is good at.',
    ),
    color: '#E8D8B0',
    mainImage: picture('spring'),
    secondImage: picture('well'),
    spots: 11,
  },
  photos: photos('pasture', 'table', 'morning'),
  extra: { description: 'Leather apron', amount: 8_500 },
  guests: 9,
}
