import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** A workshop week with all its parts: additions to the price, a list of what is included, photos. */
export const leatherAndLight: SampleEvent = {
  startsIn: 90,
  days: 5,
  arrive: 'from 3 PM',
  leave: 'until 11 AM',
  event: {
    name: 'Leather & Light',
    urlName: 'leather-and-light',
    host: 'Inez Calloway',
    cost: 90_000,
    costAddendum: 'A room of your own adds $200.00; Extra hides at what they cost us; No tipping, please',
    includes:
      'Four nights, crisp sheets; All meals from dinner on the first day; Leather, thread and the use of every tool; The dark room, if the light gets you; One belt, made by you',
    shortDescription: 'Four nights, one workbench, and a window that does most of the teaching.',
    longDescription: paragraphs(
      'Mornings are for leather. You start with a strap and a dull knife, learn to sharpen the knife, and go on from there. By the second day you can stitch a straight line. By the fourth you own a belt that will outlive the car.',
      'Afternoons are for light. It comes in low and long here, and Inez will show you how to wait for it with whatever camera you brought. A phone is a camera.',
      'Evenings are for supper, which is at seven, and for the stars, which are not scheduled.',
      'Nobody needs to have done any of this before. Bring clothes that may smell of neatsfoot oil afterwards, because they will.',
    ),
    color: '#EBDDC0',
    mainImage: picture('leather'),
    secondImage: picture('noon'),
    spots: 11,
  },
  photos: photos('porch', 'table', 'room', 'dawn'),
  guests: 0,
}
