import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** Private: its page opens with the password. */
export const reunion: SampleEvent = {
  startsIn: 75,
  days: 4,
  arrive: 'from noon',
  leave: 'until 11 AM',
  event: {
    name: 'The Reunion',
    urlName: 'reunion',
    host: 'The usual suspects',
    cost: 30_000,
    costAddendum: 'Under 12 free; Tell us by mail',
    includes: 'Three nights; All meals; The long table, all of it',
    shortDescription: 'You know who you are.',
    longDescription: paragraphs(
      'Same as last time, with more chairs. Arrive when you can on the first day; supper is at seven and will be at eight.',
      'Bring the photographs. Bring the one story you have promised not to tell, and keep the promise until the second night.',
    ),
    color: '#E6D3DA',
    password: 'Yucca',
    mainImage: picture('autumn'),
    secondImage: picture('hall'),
    spots: 24,
  },
  photos: photos('table', 'night', 'fireside'),
  guests: 6,
}
