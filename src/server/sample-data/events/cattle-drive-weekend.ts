import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** Full, and no waitlist. */
export const cattleDriveWeekend: SampleEvent = {
  startsIn: 45,
  days: 3,
  arrive: 'from noon',
  leave: 'after lunch',
  event: {
    name: 'Cattle Drive Weekend',
    urlName: 'cattle-drive-weekend',
    host: 'Ray Montoya',
    cost: 65_000,
    costAddendum: 'Horse included; Hat not',
    includes: 'Two nights; All meals, one of them from a wagon; A patient horse; Something to do',
    shortDescription: 'Move the herd to new grass. The herd knows the way; you come along.',
    longDescription: paragraphs(
      'The herd moves as one, from a pasture that has been grazed to one that has rested. It is the same thing that happens here every few days all year. This time you are on a horse behind it.',
      'You should be able to sit on a horse for four hours at a walk and be good company afterwards. You need not be able to rope anything. Ray will tell you where to ride, and it will mostly be at the back, where the dust is.',
      'We leave when the cattle are ready, which is early. The second night there is a fire and a supper from the wagon, and after that you will sleep whatever your opinions about bunk beds.',
    ),
    color: '#E9C9A4',
    mainImage: picture('pasture'),
    secondImage: picture('breakfast'),
    spots: 11,
  },
  photos: photos('morning', 'well', 'road'),
  guests: 11,
}
