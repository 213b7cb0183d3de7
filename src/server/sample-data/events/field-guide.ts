import { paragraphs, picture, type SampleEvent } from '../sample-event.ts'

/** Told by a document of its own; not priced here, so there is no cost row. */
export const fieldGuide: SampleEvent = {
  startsIn: 150,
  days: 8,
  arrive: 'from 3 PM',
  leave: 'until 10 AM',
  event: {
    name: 'The Field Guide Residency',
    urlName: 'field-guide',
    host: 'June Abeyta',
    cost: -100,
    includes: 'Seven nights; All meals; Paper',
    shortDescription: 'A week of looking closely and writing it down.',
    longDescription: paragraphs(
      'Eleven people make one small book about one large place. You walk in the morning, draw or write in the afternoon, and read it to each other after supper.',
      'The document tells the rest: what you bring, what we print, and what the birds think of it.',
    ),
    color: '#E4E0D2',
    pdfLink: '/documents/field-guide.pdf',
    mainImage: picture('wildlife'),
    secondImage: picture('raven'),
    spots: 11,
    showWaitlist: true,
  },
  photos: [],
  guests: 0,
}
