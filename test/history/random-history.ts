/** Generates random lists of steps for tests. Guests' steps are the most frequent, and most cards pay. */
import * as fc from 'fast-check'
import type { FaultPoint } from '#domain/booking/deps.ts'
import {
  CARDS,
  PEOPLE,
  type AdminStep,
  type AskedCodeName,
  type Card,
  type EventName,
  type GuestStep,
  type SavedCardAnswer,
  type WaitlistStep,
  type ReservationStep,
  type EnvironmentStep,
  type PartyStep,
  type Pause,
  type Person,
  type RefundShare,
  type SimpleStep,
  type Step,
} from './operations.ts'

const who = fc.constantFrom(...PEOPLE)
const event = fc.constantFrom<EventName>(
  'leather',
  'leather',
  'leather',
  'cooking',
  'cooking',
  'open day',
  'roping',
)
const form = fc.constantFrom<0 | 1>(0, 0, 0, 1)
/** The number of companions that a guest brings. */
const companions = fc.constantFrom(0, 0, 0, 1, 1, 2, 3)
const code = fc.constantFrom<AskedCodeName>(
  'none',
  'none',
  'none',
  'TENTH',
  'FRIENDS',
  'OPEN for $300',
  'OPEN for nothing',
)
const keepCard = fc.constantFrom(true, true, false)
const goes = fc.constantFrom<'one' | 'all'>('one', 'one', 'all')
const nth = fc.nat(7)
const share = fc.constantFrom<RefundShare>('half', 'all', 'credit')
const card = fc.constantFrom<Card>(
  '4242',
  '4242',
  '4242',
  '4242 (the bank thinks)',
  ...(Object.keys(CARDS) as Card[]),
)

// Fault points outside of transactions. A process may die at any fault point. But another step can run only
// at these, because inside a transaction it would wait for the lock.
const WITHOUT_LOCKS = [
  'intent-made',
  'sign-up-committed',
  'intent-read',
  'changes-committed',
  'intent-cancelled',
  'webhook-stored',
  'refund-wanted',
  'refund-made',
  'cancellation-committed',
  'customer-made',
  'charge-wanted',
  'charge-made',
  'charge-noted',
  'card-withdrawn',
  'customer-forgotten',
] as const
const FAULT_POINTS: FaultPoint[] = [
  ...WITHOUT_LOCKS,
  'sign-up-written',
  'changes-written',
  'cancellation-written',
]
const PAUSES: Pause[] = [...WITHOUT_LOCKS, 'provider-answered']

const is = <Name extends string>(name: Name) => fc.constant(name)
const payment = fc.oneof(
  { weight: 8, arbitrary: is('own') },
  { weight: 1, arbitrary: is('of the form before') },
  { weight: 1, arbitrary: who },
)

const guestStep: fc.WeightedArbitrary<GuestStep>[] = [
  { weight: 5, arbitrary: fc.record({ do: is('open'), who, event, companions, keepCard, code }) },
  { weight: 2, arbitrary: fc.record({ do: is('reload'), who, form, code }) },
  { weight: 5, arbitrary: fc.record({ do: is('bring others'), who, form, companions, code }) },
  { weight: 7, arbitrary: fc.record({ do: is('sign up'), who, form, payment }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: is('fill in a copied tab'),
      who,
      of: who,
      form: fc.constantFrom<0 | 1 | 'of the offer'>(0, 0, 1, 'of the offer'),
      own: fc.constantFrom('name and mailbox', 'name', 'mailbox'),
      payment: fc.constantFrom('copied', 'another'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: is('pay'), who, form, card }) },
  { weight: 8, arbitrary: fc.record({ do: is('book'), who, event, companions, keepCard, code, card }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: is('keep a card'),
      who,
      event: fc.constantFrom<EventName>('leather', 'roping'),
      code,
      card: fc.constantFrom<Card>('4242', '4242', '3184 (asks the bank)', '3155 (asks the bank once)'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: is('answer the bank'), who, form, passes: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: is('look'), who, stay: form }) },
  { weight: 6, arbitrary: fc.record({ do: is('answer by mail'), who, stay: form }) },
  { weight: 2, arbitrary: fc.record({ do: is('ask for an invoice'), who }) },
  { weight: 5, arbitrary: fc.record({ do: is('pay an invoice'), who, card }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: is('take over'),
      who,
      from: who,
      stay: form,
      code,
      card: fc.oneof({ weight: 3, arbitrary: card }, { weight: 1, arbitrary: is('later') }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: is('choose'), who, stay: form, kit: fc.nat(3).map(Boolean) }) },
  { weight: 1, arbitrary: fc.record({ do: is('make a link'), who, stay: form }) },
  { weight: 1, arbitrary: fc.record({ do: is('take the link back'), who, stay: form }) },
  { weight: 2, arbitrary: fc.record({ do: is('withdraw the card'), who, stay: form }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('cancel the own stay'),
      who,
      stay: form,
      sum: fc.constantFrom('of now', 'of now', 'seen before'),
      goes,
    }),
  },
]

const minutes = fc.constantFrom(1, 4, 10, 16, 16, 31, 61, 76, 180, 1440, 20 * 1440)
const environmentStep: fc.WeightedArbitrary<EnvironmentStep>[] = [
  { weight: 10, arbitrary: fc.record({ do: is('wait'), minutes, working: fc.boolean() }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: is('work'),
      part: fc.constantFrom('everything', 'everything', 'webhooks', 'outbox', 'holds', 'reconcile'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: is('provider'),
      is: fc.constantFrom('up', 'up', 'away', 'losing replies', 'patchy'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('banks answer for kept cards'),
      with: fc.constantFrom<SavedCardAnswer>('as the card does', 'try again later', 'do not try again'),
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: is('kept cards fall due') }) },
  { weight: 2, arbitrary: fc.record({ do: is('webhooks wait'), on: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('webhooks come'),
      copies: fc.constantFrom(1, 3),
      order: fc.constantFrom('oldest-first', 'newest-first'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('webhooks are lost') }) },
  { weight: 2, arbitrary: fc.record({ do: is('an old webhook comes again'), nth }) },
  { weight: 2, arbitrary: fc.record({ do: is('bank thinks'), on: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: is('bank decides'), nth, end: fc.constantFrom('charge', 'fail') }),
  },
  { weight: 2, arbitrary: fc.record({ do: is('dashboard refunds'), nth, share }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: is('dispute'), nth, what: fc.constantFrom('all', 'half', 'inquiry') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('dispute moves'),
      nth,
      step: fc.constantFrom('under_review', 'won', 'lost', 'lost in part'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('a refund fails'), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: is('fees come'), minutesLater: fc.constantFrom<0 | 20 | 55>(0, 20, 55) }),
  },
  { weight: 3, arbitrary: fc.record({ do: is('process dies'), at: fc.constantFrom(...FAULT_POINTS) }) },
]

const adminStep: fc.WeightedArbitrary<AdminStep>[] = [
  { weight: 3, arbitrary: fc.record({ do: is('set spots'), event, spots: fc.integer({ min: 0, max: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('move the event'),
      event,
      days: fc.constantFrom(-60, -30, -29, -1, 1, 29, 30, 60),
      tell: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: is('set the price'), event, cost: fc.constantFrom(90_001, 48_001, 0, -1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('cancel'),
      nth,
      by: fc.constantFrom('guest', 'guest', 'retreat'),
      sum: fc.constantFrom('terms', 'terms', 'all'),
      goes,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('refund'), nth, share }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: is('take cash'), nth, share: fc.constantFrom('all', 'part') }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('give by hand'), nth }) },
  { weight: 1, arbitrary: fc.record({ do: is('cancel the event'), event }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: is('move a stay'), nth, event, overbooks: fc.nat(3).map((one) => one === 0) }),
  },
  { weight: 2, arbitrary: fc.record({ do: is('undo a cancellation'), nth }) },
]

const reservationStep: fc.WeightedArbitrary<ReservationStep>[] = [
  { weight: 2, arbitrary: fc.record({ do: is('sign up by hand'), who, event }) },
  { weight: 1, arbitrary: fc.record({ do: is('note'), nth }) },
  { weight: 2, arbitrary: fc.record({ do: is('correct the address'), nth }) },
  { weight: 1, arbitrary: fc.record({ do: is('renew the links'), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: is('change the total'), nth, by: fc.constantFrom(-30_000, -1_001, 20_000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: is('choose for'), nth, kit: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: is('delete'), nth, force: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('add an invoice'),
      nth,
      amount: fc.constantFrom(5_000, 45_000),
      paid: fc.boolean(),
      named: fc.constantFrom('nothing', 'lesson', 'part of the price'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('change an invoice'),
      nth,
      what: fc.constantFrom('sum', 'half', 'day', 'unpaid', 'unpaid', 'method', 'name', 'extra'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('delete an invoice'), nth }) },
]

const waitlistStep: fc.WeightedArbitrary<WaitlistStep>[] = [
  {
    weight: 4,
    arbitrary: fc.record({ do: is('wait in line'), who, event, confirms: fc.nat(3).map(Boolean) }),
  },
  { weight: 4, arbitrary: fc.record({ do: is('take an offer'), nth, code, card }) },
  { weight: 2, arbitrary: fc.record({ do: is('offer the own spot'), who, stay: form }) },
  { weight: 2, arbitrary: fc.record({ do: is('pass an offer on'), nth }) },
]

const partyStep: fc.WeightedArbitrary<PartyStep>[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      do: is('add a companion'),
      nth,
      kit: fc.boolean(),
      overbooks: fc.nat(3).map((one) => one === 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: is('split off'), nth }) },
  { weight: 2, arbitrary: fc.record({ do: is('let another pay'), nth }) },
]

const simpleStep: fc.Arbitrary<SimpleStep> = fc.oneof(
  ...guestStep,
  ...environmentStep,
  ...adminStep,
  ...reservationStep,
  ...waitlistStep,
  ...partyStep,
)

const [wait, work] = environmentStep
const anyWork = work ? [work] : []
// Steps of people and of the site's jobs. A step that only prepares a later one, such as `process dies`, is
// missing, because another step cannot run during it.
const people: fc.Arbitrary<SimpleStep> = fc.oneof(
  ...guestStep,
  ...adminStep,
  ...reservationStep,
  ...waitlistStep,
  ...partyStep,
)
const among: fc.Arbitrary<SimpleStep> = fc.oneof(
  ...guestStep,
  ...adminStep,
  ...reservationStep,
  ...waitlistStep,
  ...partyStep,
  ...anyWork,
)

const at = fc.constantFrom(...PAUSES)
/**
 * A step that pauses while another step runs. The clock may move while a request pauses, but not while a job
 * pauses, because a job's lease uses the real time.
 */
const meanwhile: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: is('meanwhile'), one: among, at, other: among }) },
  ...(wait
    ? [{ weight: 1, arbitrary: fc.record({ do: is('meanwhile'), one: people, at, other: wait.arbitrary }) }]
    : []),
)

/** Generates a pair of steps in which two guests sign up for the same event at the same time. */
const bookTogether: fc.Arbitrary<Step> = fc
  .record({
    event,
    people: fc.constantFrom<[Person, Person][]>(['Ana', 'Ben'], ['Cleo', 'Dan'], ['Ana', 'Dan']),
  })
  .map(({ event, people: [one, other] }) => ({
    do: 'at once',
    one: { do: 'book', who: one, event, companions: 1, keepCard: true, code: 'TENTH', card: '4242' },
    other: { do: 'book', who: other, event, companions: 0, keepCard: false, code: 'TENTH', card: '4242' },
  }))

/**
 * Generates a pair of steps: a guest sends the same request twice at the same time, by a double click or from
 * two tabs.
 */
const sendTwice: fc.Arbitrary<Step> = fc
  .oneof(...guestStep.filter((_, index) => index > 0))
  .map((one) => ({ do: 'at once', one, other: one }))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: simpleStep },
  { weight: 1, arbitrary: fc.record({ do: is('at once'), one: among, other: among }) },
  { weight: 1, arbitrary: bookTogether },
  { weight: 1, arbitrary: sendTwice },
  { weight: 2, arbitrary: meanwhile },
)

/**
 * A guest signs up within 30 days of the start. Another guest takes over the spot for a lower or higher price
 * (R45). The second guest pays by card, in several cash payments, or with a deposit because the event was
 * moved, or comes from the waitlist. Independent random steps are too rarely in this order.
 */
const passingOn: fc.Arbitrary<Step[]> = fc
  .record({
    event: fc.constantFrom<EventName>('leather', 'leather', 'cooking', 'roping'),
    people: fc.constantFrom<[Person, Person]>(
      ['Ana', 'Cleo'],
      ['Ben', 'Dan'],
      ['Cleo', 'Ana'],
      ['Dan', 'Ben'],
      ['Ana', 'Ben'],
    ),
    codes: fc.tuple(code, code),
    pays: fc.constantFrom('by card', 'by card', 'in parts', 'a deposit', 'by the line'),
  })
  .map(({ event, people: [from, who], codes: [first, second], pays }): Step[] => {
    const near: Step = { do: 'move the event', event, days: 'near', tell: false }
    const mine = { companions: 0, keepCard: false, card: '4242' } as const
    const booked: Step[] = [
      near,
      { do: 'book', who: from, event, code: first, ...mine },
      { do: 'work', part: 'webhooks' },
    ]
    const taking = { do: 'take over', who, from, stay: 0, code: second } as const
    const cash = { do: 'take cash', nth: -1, share: 'part' } as const
    switch (pays) {
      case 'by card':
        return [
          ...booked,
          { ...taking, card: '4242' },
          { do: 'work', part: 'webhooks' },
          { do: 'answer by mail', who, stay: 0 },
        ]
      case 'in parts':
        return [
          ...booked,
          { ...taking, card: 'later' },
          cash,
          cash,
          { do: 'work', part: 'outbox' },
          { ...cash, share: 'all' },
        ]
      case 'a deposit':
        return [
          ...booked,
          { do: 'make a link', who: from, stay: 0 },
          { do: 'move the event', event, days: 60, tell: false },
          { ...taking, card: '4242' },
          { do: 'look', who, stay: 0 },
          { do: 'pay an invoice', who, card: '4242' },
        ]
      case 'by the line':
        return [
          ...booked,
          { do: 'set spots', event, spots: 1 },
          { do: 'wait in line', who, event, confirms: true },
          { do: 'offer the own spot', who: from, stay: 0 },
          { do: 'take an offer', nth: 0, code: second, card: '4242' },
        ]
    }
  })

/**
 * A guest pays in full, the total falls, the guest gets a refund, and the total rises again (R3.11). It falls
 * and rises because an admin sets it, or by a move, an option or an extra charge. Independent random steps are
 * too rarely in this order.
 */
const refundedCredit: fc.Arbitrary<Step[]> = fc
  .record({
    who,
    code,
    card: fc.constantFrom<Card>('4242', '4242', '5126 (refunds fail later)', '7726 (refunds wait)'),
    companions: fc.constantFrom(0, 0, 1),
    cheaper: fc.constantFrom('total', 'move', 'choice'),
    refunds: fc.array(
      fc.record({ do: fc.constantFrom('refund', 'dashboard refunds'), nth: fc.constant(-1), share }),
      { minLength: 1, maxLength: 2 },
    ),
    fails: fc.nat(2).map((one) => one === 0),
    dearer: fc.constantFrom('total', 'move', 'choice', 'own choice', 'charge'),
  })
  .map(({ who, code, card, companions, cheaper, refunds, fails, dearer }): Step[] => {
    const changes: Record<typeof cheaper | typeof dearer, Step> = {
      total: { do: 'change the total', nth: -1, by: 20_000 },
      move: { do: 'move a stay', nth: -1, event: 'roping', overbooks: true },
      choice: { do: 'choose for', nth: -1, kit: true },
      'own choice': { do: 'choose', who, stay: 0, kit: true },
      charge: { do: 'add an invoice', nth: -1, amount: 5_000, paid: false, named: 'lesson' },
    }
    const lowered: Record<typeof cheaper, Step> = {
      total: { do: 'change the total', nth: -1, by: -30_000 },
      move: { do: 'move a stay', nth: -1, event: 'cooking', overbooks: true },
      choice: { do: 'choose for', nth: -1, kit: false },
    }
    return [
      { do: 'move the event', event: 'leather', days: 'near', tell: false },
      { do: 'book', who, event: 'leather', companions, keepCard: false, code, card },
      { do: 'work', part: 'everything' },
      lowered[cheaper],
      ...refunds,
      { do: 'work', part: 'everything' },
      ...(fails
        ? [{ do: 'a refund fails', nth: -1 } as const, { do: 'work', part: 'everything' } as const]
        : []),
      changes[dearer],
    ]
  })

/**
 * Rare actions that e-mail guests, some of them repeated (R9.10). An admin cancels, undoes that and cancels
 * again, moves the dates twice, or makes another guest the payer. Or a bank declines a saved card.
 * Independent random steps are too rarely in this order.
 */
const actsAgain: fc.Arbitrary<Step[]> = fc
  .record({
    who,
    what: fc.constantFrom('cancellation', 'cancellation', 'dates', 'dates', 'payer', 'kept card'),
    answer: fc.constantFrom<SavedCardAnswer>('try again later', 'do not try again'),
  })
  .map(({ who, what, answer }): Step[] => {
    const event = 'roping'
    const canceled = { do: 'cancel', nth: -1, by: 'guest', sum: 'terms', goes: 'one' } as const
    const mine = { who, event, keepCard: false, code: 'none', card: '4242' } as const
    const work = { do: 'work', part: 'everything' } as const
    switch (what) {
      case 'cancellation':
        return [
          { do: 'sign up by hand', who, event },
          canceled,
          { do: 'undo a cancellation', nth: -1 },
          canceled,
        ]
      case 'dates':
        return [
          { do: 'book', companions: 0, ...mine },
          work,
          { do: 'move the event', event, days: 1, tell: true },
          { do: 'move the event', event, days: -1, tell: true },
        ]
      case 'payer':
        return [{ do: 'book', companions: 1, ...mine }, work, { do: 'let another pay', nth: -1 }]
      case 'kept card':
        return [
          { do: 'keep a card', who, event, code: 'none', card: '4242' },
          work,
          { do: 'banks answer for kept cards', with: answer },
          { do: 'kept cards fall due' },
        ]
    }
  })

/** The number of random choices in the longest list of steps. One choice may add several steps. */
const LENGTH = 50

/** Generates a random list of steps. The test skips a step whose guest, stay or payment does not exist. */
export const randomHistory: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: step.map((one) => [one]) },
      { weight: 1, arbitrary: passingOn },
      { weight: 1, arbitrary: refundedCredit },
      { weight: 1, arbitrary: actsAgain },
    ),
    { minLength: LENGTH / 2, maxLength: LENGTH, size: 'max' },
  )
  .map((parts) => parts.flat())
