import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** An event that is long over: its guests' data has been deleted, the books remain. */
export const winterSilence: SampleEvent = {
  startsIn: -66,
  days: 7,
  arrive: 'from 2 PM',
  leave: 'until 11 AM',
  event: {
    name: 'Winter Silence',
    urlName: 'winter-silence',
    host: 'Dana Whitfield',
    cost: 80_000,
    includes: 'Six nights; All meals, eaten quietly; Firewood',
    shortDescription: 'Seven days without saying so.',
    longDescription: paragraphs(
      'Nobody speaks from the first supper to the last breakfast. It is easier than it sounds by the second day, and by the fifth you can hear snow.',
      'There is one sitting in the morning and one in the evening. In between there is a stove, a chair, and as much outdoors as you have coats for.',
    ),
    color: '#D5DDE6',
    mainImage: picture('snow-night'),
    secondImage: picture('winter'),
    spots: 9,
  },
  photos: photos('fireside', 'room'),
  guests: 7,
  purged: true,
}
