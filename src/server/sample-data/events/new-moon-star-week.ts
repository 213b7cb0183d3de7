import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** Eight of eleven spots are taken: "Only 3 Spaces Left". */
export const newMoonStarWeek: SampleEvent = {
  startsIn: 120,
  days: 7,
  arrive: 'from 3 PM',
  leave: 'until 11 AM',
  event: {
    name: 'New Moon Star Week',
    urlName: 'new-moon-star-week',
    host: 'Walter Ortega',
    cost: 125_000,
    costAddendum: 'Bring your own telescope or share ours',
    includes:
      'Six nights; All meals, and coffee at odd hours; Two telescopes and someone who can aim them; Red flashlights; A nap every afternoon',
    shortDescription: 'Six nights with the moon out of the way.',
    longDescription: paragraphs(
      'The nearest streetlight is a long way off and we have no plans to bring it closer. In the week of the new moon the Milky Way is bright enough to walk by, once your eyes have had half an hour to believe it.',
      'We keep the hours of owls. Breakfast is at eleven. Walter sets up at dusk with planets, which are easy, and works outward to galaxies, which are not. Somewhere after one in the morning people stop asking questions and just look.',
      'There is no exam. Clouds happen; on those nights there is a fire, and Walter knows a great deal about the sky even when it is not there.',
    ),
    color: '#C9CFE3',
    mainImage: picture('night'),
    secondImage: picture('fireside'),
    spots: 11,
  },
  photos: photos('porch', 'moonroad', 'coyote'),
  guests: 8,
}
