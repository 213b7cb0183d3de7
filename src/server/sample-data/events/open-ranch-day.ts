import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** Free: a spot is taken without a card. */
export const openRanchDay: SampleEvent = {
  startsIn: 30,
  days: 1,
  arrive: 'from 9 AM',
  leave: 'until the light goes',
  event: {
    name: 'Open Ranch Day',
    urlName: 'open-ranch-day',
    host: null,
    cost: 0,
    includes: 'Lunch; A look at everything; Straight answers',
    shortDescription: 'See how it works. It costs nothing but the drive.',
    longDescription: paragraphs(
      'Come and look. The well goes down 900 feet, the sun does most of the work, and the herd moves more often than you would think. We will show you all three and tell you what went wrong along the way.',
      'There is lunch at noon. Children are welcome and so are questions. Dogs stay home; ours has views.',
      'The last 12 miles are dirt road. If it has rained, look at your mail before you set out: we will say whether to come.',
    ),
    color: '#DCE5C8',
    mainImage: picture('morning'),
    secondImage: picture('solar'),
    spots: 40,
  },
  photos: photos('well', 'road', 'wildlife'),
  guests: 9,
}
