import { paragraphs, photos, picture, type SampleEvent } from '../sample-event.ts'

/** Full, with people waiting. */
export const foundersQuietWeek: SampleEvent = {
  startsIn: 60,
  days: 6,
  arrive: 'from 2 PM',
  leave: 'until 10 AM',
  event: {
    name: 'Founders’ Quiet Week',
    urlName: 'founders-quiet-week',
    host: 'Dana Whitfield',
    cost: 140_000,
    costAddendum: 'A room of your own is included; Your board is not',
    includes:
      'Five nights in a room of your own; All meals; A desk with a door; High-speed internet, and a box to put your phone in',
    shortDescription: 'Eleven people who run things, not running them for a week.',
    longDescription: paragraphs(
      'You will arrive with a list. Most people do. Keep it in your bag until the second day and then see how much of it is still true.',
      'There is one conversation a day, after breakfast, with everyone at the long table. Dana asks a question and lets it sit. The rest of the day is yours: a desk, a porch, nine miles of pasture and nobody who needs an answer by five.',
      'The internet works. It is faster than you would expect and less interesting than it was at home.',
      'What is said here stays here, along with most of what was on the list.',
    ),
    color: '#D9E2D0',
    mainImage: picture('porch'),
    secondImage: picture('room'),
    spots: 11,
    showWaitlist: true,
  },
  photos: photos('dawn', 'table', 'hall'),
  guests: 11,
  waiting: 3,
  unconfirmed: 1,
  cameBack: 4,
}
