/**
 * The eleven sample events (R22.6). Hosts, guests and texts are invented. The owners of a real venue replace
 * them.
 */
import type { EventInputSent } from '#domain/events/contract/fields.ts'

type DatedFields = 'startDate' | 'startDateDate' | 'endDate' | 'endDateDate' | 'hostCell' | 'adminEmail'

/** Names of the sample discount codes, which `venue.ts` creates. */
export type SampleCode = 'EARLY-BIRD' | 'LEATHER-FRIENDS' | 'COME-ANYWAY'

/**
 * A sample event. Days are counted from the first day of the event. Guests are numbered from 0 in the order
 * of sign-up.
 */
export interface SampleEvent {
  event: Omit<EventInputSent, DatedFields>
  /**
   * Number of days from today until the event. Negative if the event is over. Exact, because tests of refunds
   * need events 30 and 90 days ahead, where the tiers of the Terms begin. So no event's name claims a weekday.
   * No event is under way at the first start. Otherwise the site's first e-mail to its owner would be about a
   * sample guest who is overdue.
   */
  startsIn: number
  /** Number of days of the event, including the first and the last. */
  days: number
  /** The time of arrival in the words of an admin, which follows the date. */
  arrive: string
  leave: string
  /** Names of the rooms that a lodging has, by the name of the lodging. */
  rooms?: Readonly<Record<string, readonly string[]>>
  /** Addresses of the photos below the event's text. */
  photos: string[]
  guests: number
  /**
   * Number of guests to whom an admin has assigned a room. "Suggest rooms" can find rooms for the other
   * guests.
   */
  housed?: number
  waiting?: number
  /** Number of people on the waitlist who have not confirmed their address. */
  unconfirmed?: number
  /** An extra charge for the second guest. The amount is in cents. */
  extra?: { description: string; amount: number }
  /** Number of the guest who stays for free and has no e-mail address. */
  friend?: number
  /**
   * The guests of a party, the payer first. Each number is the position (from 0) of a guest among the sample
   * guests of the event.
   */
  party?: readonly number[]
  /** Number of the companion whose private link the payer passes on. */
  linkForwarded?: number
  cancels?: number
  /** Number of the guest who signed up for another event (`from`) and whom an admin moved to this one. */
  moved?: { guest: number; from: string }
  /** Number of the guest whose stay was canceled by mistake and confirmed again. */
  reinstated?: number
  /**
   * The guest who has a discount code. `off` is the discount, and `pays` is the price that the guest sets,
   * both in cents.
   */
  coded?: { guest: number; code: SampleCode; off: number; pays?: number }
  /** Number of the guest whose reminder to complete the details bounced yesterday. */
  bouncedReminder?: number
  /** True if the guests' data was purged, as happens some time after the end of every event. */
  purged?: boolean
}

/**
 * Returns the address of a picture in `content/pictures`. Pages derive the addresses of its other sizes from
 * it.
 */
const picture = (name: string): string => `/pictures/${name}-1600.webp`

/** Returns the address of a painted portrait of a sample host, who is invented like the guests. */
const portrait = (name: string): string => `/pictures/host-${name}-960.webp`

/** Returns photos from the picture library, which also has their alternative texts. */
const photos = (...names: string[]): string[] => names.map(picture)

/** Joins paragraphs with an empty line between them, as the database stores them. */
const paragraphs = (...texts: string[]): string => texts.join('\n\n')

export const SAMPLE_EVENTS: readonly SampleEvent[] = [
  // An event that ended long ago: the guests' data was purged, and payments are kept.
  {
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
  },
  // An event that has just ended, with guests, paid invoices and sent e-mails.
  {
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
  },
  // An event within 30 days, with the text "Only 1 Space Left".
  {
    startsIn: 20,
    days: 4,
    arrive: 'from 3 PM',
    leave: 'until 11 AM',
    event: {
      name: 'Desert Cooking',
      urlName: 'desert-cooking',
      host: 'Marta Lucero',
      cost: 48_000,
      costAddendum: 'Tell us what you cannot eat; We will cook around it',
      includes: 'Three nights; Everything you cook; Everything we cook; An apron',
      shortDescription: 'Six people, two kitchens, one chile that deserves respect.',
      longDescription: paragraphs(
        'The grocery store is 45 minutes away, so we cook the way people here always have: with what keeps, what grows, and what somebody’s neighbor brought.',
        'You will make tortillas until one of them is round. You will learn the difference between red and green, and to have no opinion about it in company. On the last night the six of you cook for everyone at the ranch, on the outdoor kitchen, under the string lights, with the dishes done by people who owe Marta a favor.',
        'Bring a knife you like.',
      ),
      about: {
        dayPlan: [
          { time: '8:00 AM', what: 'Breakfast, which somebody makes' },
          { time: '9:30 AM', what: 'Kitchen: dough, chile, patience' },
          { time: '1:00 PM', what: 'You eat what you made' },
          { time: '4:00 PM', what: 'The outdoor kitchen, and its fire' },
          { time: '7:00 PM', what: 'Supper' },
        ],
        host: {
          portrait: portrait('marta'),
          words: 'My grandmother cooked for thirty on this stove. I cook for eleven and complain more.',
        },
        goodToKnow: {
          level: 'If you can cut an onion, you can come. You stand most of the day.',
          groupSize: '4 to 6 people',
          ages: '14 and older. Under 18 with a parent',
          accessibility:
            'Both kitchens are on one level, and one counter is low enough to sit at. Two bedrooms and their showers have no steps. A walker fits everywhere but the pantry.',
        },
        pictures: [{ url: picture('room'), caption: 'A room in the sleeping house' }],
        quotes: [{ words: 'My tortillas are round. Some are even flat.', by: 'Sample guest' }],
      },
      color: '#F0D2B6',
      mainImage: picture('kitchen'),
      secondImage: picture('table'),
      spots: 6,
    },
    photos: photos('breakfast', 'porch', 'well'),
    extra: { description: 'Leather lesson', amount: 12_000 },
    guests: 5,
  },
  // A free event, whose guests need no card.
  {
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
        'The last 12 miles are dirt road. If it has rained, check your email before you set out: we will say whether to come.',
      ),
      about: {
        dayPlan: [
          { time: '9:00 AM', what: 'Gates open, coffee' },
          { time: '10:00 AM', what: 'The well and the sun that runs it' },
          { time: 'Noon', what: 'Lunch' },
          { time: '2:00 PM', what: 'The herd, by wagon' },
          { time: '4:00 PM', what: 'Questions on the porch' },
        ],
        goodToKnow: {
          level: 'For everyone. You walk about a mile in all, or ride on the wagon.',
          groupSize: 'Up to 40 people',
          ages: 'All ages. Children stay with their parents',
          accessibility:
            'The house, a restroom and the porch have no steps. The paths are packed gravel, and a walker gets along. The wagon has three steps and a rail.',
        },
        pictures: [{ url: picture('table'), caption: 'Lunch is at the long table' }],
      },
      color: '#DCE5C8',
      mainImage: picture('morning'),
      secondImage: picture('solar'),
      spots: 40,
    },
    photos: photos('well', 'road', 'wildlife'),
    guests: 9,
  },
  // A full event without a waitlist.
  {
    startsIn: 45,
    days: 3,
    arrive: 'from noon',
    leave: 'after lunch',
    event: {
      name: 'Three-Day Cattle Drive',
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
      about: {
        dayPlan: [
          { time: '5:30 AM', what: 'Coffee and saddles' },
          { time: '6:30 AM', what: 'Move the herd, at a walk' },
          { time: '11:00 AM', what: 'Lunch where the shade is' },
          { time: '2:00 PM', what: 'The last mile, the gate, the count' },
          { time: '6:30 PM', what: 'Supper from the wagon, and a fire' },
        ],
        host: {
          portrait: portrait('ray'),
          words:
            'I have moved this herd since I was nine. The cows know the way. I am there for the horses and for you.',
        },
        goodToKnow: {
          level:
            'You sit on a horse for four hours at a walk. You weigh under 230 pounds, for the sake of the horse.',
          groupSize: 'Up to 11 riders',
          ages: '16 and older. Under 18 with a parent',
          accessibility:
            'You get on and off a horse from a block, with help. There is no way to follow the herd without riding.',
        },
        pictures: [{ url: picture('room'), caption: 'A room in the sleeping house' }],
        quotes: [],
      },
      color: '#E9C9A4',
      mainImage: picture('pasture'),
      secondImage: picture('breakfast'),
      spots: 11,
    },
    photos: photos('morning', 'well', 'road'),
    // Twelve guests sign up and one of them cancels, so 11 spots are taken.
    guests: 12,
    party: [5, 6, 7, 11],
    linkForwarded: 7,
    cancels: 11,
  },
  // A full event with people on the waitlist.
  {
    startsIn: 60,
    days: 6,
    arrive: 'from 2 PM',
    leave: 'until 10 AM',
    event: {
      name: 'Founders’ Quiet Week',
      urlName: 'founders-quiet-week',
      host: 'Dana Whitfield',
      cost: 140_000,
      costAddendum: 'A room of your own is included; Your board of directors is not',
      includes:
        'Five nights in a room of your own; All meals; A desk with a door; High-speed internet, and a box to put your phone in',
      shortDescription: 'Eleven people who run things, not running them for a week.',
      longDescription: paragraphs(
        'You will arrive with a list. Most people do. Keep it in your bag until the second day and then see how much of it is still true.',
        'There is one conversation a day, after breakfast, with everyone at the long table. Dana asks a question and lets it sit. The rest of the day is yours: a desk, a porch, nine miles of pasture and nobody who needs an answer by five.',
        'The internet works. It is faster than you would expect and less interesting than it was at home.',
        'What is said here stays here, along with most of what was on the list.',
      ),
      about: {
        dayPlan: [
          { time: '8:00 AM', what: 'Breakfast' },
          { time: '9:00 AM', what: 'One question, at the long table' },
          { time: '10:30 AM', what: 'Your own time: desk, porch or pasture' },
          { time: '1:00 PM', what: 'Lunch, when you come by' },
          { time: '7:00 PM', what: 'Supper' },
        ],
        host: {
          portrait: portrait('dana'),
          words:
            'I ran two companies and closed one well. I ask a question and then I wait. It takes less time than you think.',
        },
        goodToKnow: {
          level: 'For people who decide things at work. Nothing here is hard on the body.',
          groupSize: 'Up to 11 people',
          ages: 'Adults',
          accessibility:
            'Two bedrooms and their showers have no steps, and neither have the dining room and the porch. Please tell us if you use a walker or a wheelchair, and we keep one of these rooms for you.',
        },
        pictures: [
          { url: picture('fireside'), caption: 'A room of your own, in the evening' },
          { url: picture('breakfast'), caption: 'Breakfast' },
        ],
        quotes: [],
      },
      color: '#D9E2D0',
      mainImage: picture('porch'),
      secondImage: picture('room'),
      spots: 11,
      showWaitlist: true,
    },
    photos: photos('dawn', 'table', 'hall'),
    guests: 11,
    coded: { guest: 7, code: 'COME-ANYWAY', off: 80_000, pays: 60_000 },
    reinstated: 2,
    housed: 5,
    waiting: 3,
    unconfirmed: 1,
    bouncedReminder: 4,
  },
  // A private event, whose page opens with a password.
  {
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
  },
  // A week of workshops that uses every field of an event.
  {
    startsIn: 90,
    days: 5,
    arrive: 'from 3 PM',
    leave: 'until 11 AM',
    event: {
      name: 'Leather & Light',
      urlName: 'leather-and-light',
      host: 'Inez Calloway',
      cost: 90_000,
      costAddendum:
        'A shared room, two or three to a room; Extra hides at what they cost us; No tipping, please',
      includes:
        'Four nights, crisp sheets; All meals from dinner on the first day; Leather, thread and the use of every tool; The dark room, if the light gets you; One belt, made by you',
      shortDescription: 'Four nights, one workbench, and a window that does most of the teaching.',
      longDescription: paragraphs(
        'Mornings are for leather. You start with a strap and a dull knife, learn to sharpen the knife, and go on from there. By the second day you can stitch a straight line. By the fourth you own a belt that will outlive the car.',
        'Afternoons are for light. It comes in low and long here, and Inez will show you how to wait for it with whatever camera you brought. A phone is a camera.',
        'Evenings are for supper, which is at seven, and for the stars, which are not scheduled.',
        'Nobody needs to have done any of this before. Bring clothes that may smell of neatsfoot oil afterwards, because they will.',
      ),
      about: {
        dayPlan: [
          { time: '8:00 AM', what: 'Breakfast' },
          { time: '9:00 AM', what: 'Leather at the bench' },
          { time: '12:30 PM', what: 'Lunch' },
          { time: '3:00 PM', what: 'Light: a walk with a camera, or the dark room' },
          { time: '7:00 PM', what: 'Supper' },
          { time: 'After that', what: 'Stars, or the bench again' },
        ],
        host: {
          portrait: portrait('inez'),
          words:
            'I make saddles in the winter and photographs when the light insists. In twenty years of teaching I have seen one belt that could not be saved.',
        },
        goodToKnow: {
          level: 'For beginners. You sit or stand at a bench and use sharp knives.',
          groupSize: '4 to 11 people',
          ages: '14 and older. Under 18 with a parent',
          accessibility:
            'The workshop, the dining room, two bedrooms and their showers have no steps, so a walker or a wheelchair fits. The paths between them are packed gravel. The walks are up to a mile, and you can skip them.',
        },
        pictures: [
          { url: picture('fireside'), caption: 'A room in the evening. The fire is laid for you' },
          { url: picture('breakfast'), caption: 'Breakfast outside' },
          { url: picture('kitchen'), caption: 'The kitchen, around nine' },
        ],
        quotes: [
          { words: 'I made a belt. It holds up my pants. I have told everyone.', by: 'Sample guest' },
          { words: 'The knife came home with me. The hurry did not.', by: 'Sample guest' },
        ],
      },
      color: '#EBDDC0',
      mainImage: picture('leather'),
      secondImage: picture('noon'),
      spots: 11,
      options: [
        {
          kind: 'extra',
          name: 'Leather kit',
          description: 'A hide, thread, two needles and a knife, to go on with at home.',
          price: 4_000,
          stock: 8,
        },
        { kind: 'extra', name: 'Late checkout', description: 'Your room until 4 PM.', price: 2_500 },
      ],
    },
    photos: photos('porch', 'table', 'dawn'),
    guests: 0,
  },
  // An event with lodging, so that its price is shown as "from" the cheapest.
  {
    startsIn: 105,
    days: 4,
    arrive: 'from 3 PM',
    leave: 'until 11 AM',
    event: {
      name: 'Dry Stone Days',
      urlName: 'dry-stone-days',
      host: 'Amos Thibodeaux',
      cost: 78_000,
      includes: 'Three nights; All meals; Gloves that fit; One wall, twelve feet of which are yours',
      shortDescription: 'Three nights, no mortar, and a wall that stays up.',
      longDescription: paragraphs(
        'There is a wall here that somebody began in 1911 and nobody finished. You will build it on with what lies around, which is stone, and nothing to hold it but its own weight.',
        'Amos talks little and moves one stone in ten that you have set. By the third day it is one in forty.',
      ),
      about: {
        dayPlan: [
          { time: '7:00 AM', what: 'Coffee on the porch, for early risers' },
          { time: '8:00 AM', what: 'Breakfast' },
          { time: '9:00 AM', what: 'Stones: choosing them, setting them, taking them off again' },
          { time: '12:30 PM', what: 'Lunch, then shade' },
          { time: '3:00 PM', what: 'More wall' },
          { time: '5:30 PM', what: 'Hot water and a chair' },
          { time: '7:00 PM', what: 'Supper at the long table' },
        ],
        host: {
          portrait: portrait('amos'),
          words:
            'I have built walls for thirty years and mended them for longer, it feels. I will show you how a stone wants to sit, and then I will be quiet.',
        },
        goodToKnow: {
          level: 'No experience needed. You bend and lift all day. Small stones count.',
          groupSize: '5 to 9 people',
          ages: '16 and older. Under 18 with a parent',
          accessibility:
            'Two bedrooms and their showers have no steps. The wall is a ten-minute walk away on rough ground, too rough for a walker or a wheelchair. Someone who comes along can stay at the house, which has shade, books and a view.',
        },
        pictures: [
          { url: picture('room'), caption: 'A room in the sleeping house, in the morning' },
          { url: picture('breakfast'), caption: 'Breakfast outside, if the wind allows it' },
          { url: picture('table'), caption: 'Supper at the long table' },
        ],
        quotes: [
          { words: 'My twelve feet are still standing. I have asked.', by: 'Sample guest' },
          { words: 'Amos moved nine of my stones and was right about ten.', by: 'Sample guest' },
        ],
      },
      color: '#E3DACB',
      mainImage: picture('raven'),
      secondImage: picture('road'),
      spots: 9,
      options: [
        {
          kind: 'lodging',
          name: 'Shared room',
          description: 'Two or three to a room, each with a bed of their own.',
          price: 0,
          perRoom: 3,
        },
        {
          kind: 'lodging',
          name: 'A room of your own',
          description: 'One bed, one door, nobody else’s boots.',
          price: 20_000,
          perRoom: 1,
        },
        { kind: 'extra', name: 'Late checkout', description: 'Your room until 4 PM.', price: 2_500 },
      ],
    },
    rooms: { 'A room of your own': ['Piñon', 'Sage', 'Ocotillo'] },
    photos: photos('morning', 'porch', 'dusk'),
    guests: 0,
  },
  // Eight of the event's eleven spots are taken: "Only 3 Spaces Left".
  {
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
      about: {
        dayPlan: [
          { time: '11:00 AM', what: 'Breakfast' },
          { time: '1:00 PM', what: 'Nothing, on purpose' },
          { time: '4:00 PM', what: 'A talk in the shade: what is up tonight' },
          { time: '7:00 PM', what: 'Supper' },
          { time: 'At dusk', what: 'Planets' },
          { time: 'Until 2 AM', what: 'Galaxies, with coffee' },
        ],
        host: {
          portrait: portrait('walter'),
          words:
            'I taught high school physics and now I only teach the part that everyone liked. There are no wrong questions after midnight.',
        },
        goodToKnow: {
          level: 'No experience needed. You stay up late and stand in the cold for an hour or two.',
          groupSize: '6 to 11 people',
          ages: '12 and older. Under 18 with a parent',
          accessibility:
            'The telescopes stand on a level terrace, 100 feet from the house. Two bedrooms and their showers have no steps. One telescope has a seat, and you can look through it from a wheelchair. It is dark: we walk with anyone who wants an arm.',
        },
        pictures: [
          { url: picture('room'), caption: 'A room in the sleeping house. The curtains are thick' },
          { url: picture('table'), caption: 'Supper, before the lights go out' },
          { url: picture('hall'), caption: 'The long table indoors, for talks and clouds' },
        ],
        quotes: [{ words: 'I had never seen my shadow by starlight.', by: 'Sample guest' }],
      },
      color: '#C9CFE3',
      mainImage: picture('night'),
      secondImage: picture('fireside'),
      spots: 11,
    },
    photos: photos('porch', 'moonroad', 'coyote'),
    guests: 8,
    party: [2, 3],
    moved: { guest: 1, from: 'leather-and-light' },
    friend: 6,
    coded: { guest: 7, code: 'EARLY-BIRD', off: 12_500 },
  },
  // An event with its own document. It has no price, so its page shows no row about the cost.
  {
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
      secondImage: picture('deer'),
      spots: 11,
      showWaitlist: true,
    },
    photos: [],
    guests: 0,
  },
]
