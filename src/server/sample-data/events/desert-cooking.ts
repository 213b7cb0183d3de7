import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** Inside the 30 days, an odd number of cents, and "Only 1 Space Left". */
export const desertCooking: SampleEvent = {
  startsIn: 20,
  days: 4,
  arrive: 'from 3 PM',
  leave: 'until 11 AM',
  event: {
    name: 'Desert Cooking',
    urlName: 'desert-cooking',
    host: 'Marta Lucero',
    cost: 48_001,
    costAddendum: 'Tell us what you cannot eat; We will cook around it',
    includes: 'Three nights; Everything you cook; Everything we cook; An apron',
    shortDescription: 'Six people, two kitchens, one chile that deserves respect.',
    longDescription: paragraphs(
      'The grocery store is 45 minutes away, so we cook the way people here always have: with what keeps, what grows, and what somebody’s neighbor brought.',
      'You will make tortillas until one of them is round. You will learn the difference between red and green, and to have no opinion about it in company. On the last night the six of you cook for everyone at the ranch, on the outdoor kitchen, under the string lights, with the dishes done by people who owe Marta a favor.',
      'Bring a knife you like.',
    ),
    color: '#F0D2B6',
    mainImage: picture('kitchen'),
    secondImage: picture('table'),
    spots: 6,
  },
  photos: photos('breakfast', 'porch', 'well'),
  extra: { description: 'Leather lesson', amount: 12_000 },
  guests: 5,
}
