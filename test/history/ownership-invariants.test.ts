/**
 * Tests the checks in `ownership-invariants.ts` with short lists of steps (R44, R46). They must find each
 * planted mistake about attempt keys and e-mailed confirmations.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Person, Step } from './operations.ts'
import {
  type Mistake,
  planted,
  plantInAskMailbox,
  plantInOfferStore,
  plantInRenewLinks,
  plantInSignUpRules,
} from './planted-mistakes.ts'
import { runHistory } from './run-history.ts'
import { openHistorySite, type HistorySite } from './site.ts'

vi.mock('#domain/booking/domain/sign-up.ts', async (original) => plantInSignUpRules(await original()))
vi.mock('#domain/booking/use-cases/request-confirmation.ts', async (original) =>
  plantInAskMailbox(await original()),
)

vi.mock('#domain/booking/use-cases/renew-links.ts', async (original) => plantInRenewLinks(await original()))
vi.mock('#domain/booking/waitlist/store/offers.ts', async (original) => plantInOfferStore(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

type Doing<Name extends Step['do']> = Extract<Step, { do: Name }>

const ANOTHERS = /is given the private link of another guest/
const UNANSWERED = /is confirmed free of charge before its mailbox answered/

const booked = (more: Partial<Doing<'book'>> = {}): Step[] => [
  {
    do: 'book',
    who: 'Cleo',
    event: 'leather',
    companions: 0,
    keepCard: false,
    code: 'none',
    card: '4242',
    ...more,
  },
]
const copied = (more: Partial<Doing<'fill in a copied tab'>> = {}): Step => ({
  do: 'fill in a copied tab',
  who: 'Dan',
  of: 'Cleo',
  form: 0,
  own: 'name and mailbox',
  payment: 'another',
  ...more,
})
const DECLINED = { card: '0002 (declined)' } as const
/**
 * Ana gives up the only spot. Cleo gets the waitlist offer, opens its form and does not pay. Dan fills in a
 * copy of Cleo's form.
 */
const offered = (payment: 'copied' | 'another'): Step[] => [
  ...booked({ who: 'Ana', event: 'cooking' }),
  { do: 'work', part: 'everything' },
  { do: 'wait in line', who: 'Cleo', event: 'cooking', confirms: true },
  { do: 'cancel', nth: 0, by: 'guest', sum: 'all', goes: 'all' },
  { do: 'work', part: 'everything' },
  { do: 'take an offer', nth: 0, code: 'none', ...DECLINED },
  copied({ form: 'of the offer', payment }),
]
const party = booked({ companions: 1, code: 'OPEN for nothing' })
const takeOver: Step[] = [
  { do: 'move the event', event: 'leather', days: 'near', tell: false },
  ...booked(),
  { do: 'look', who: 'Cleo', stay: 0 },
  { do: 'take over', who: 'Dan', from: 'Cleo', stay: 0, code: 'OPEN for nothing', card: 'later' },
]

const CORRECTED: Step = { do: 'correct the address', nth: -1 }
const paid: Step[] = [...booked(), { do: 'work', part: 'everything' }]

const ATTEMPT: Mistake = 'anybody can repeat an attempt'
const HISTORIES: [string, Mistake, Step[], RegExp][] = [
  ['of a hold', ATTEMPT, [...booked(DECLINED), copied()], ANOTHERS],
  ['of a hold, with its payment', ATTEMPT, [...booked(DECLINED), copied({ payment: 'copied' })], ANOTHERS],
  ['of a hold, with its mailbox', ATTEMPT, [...booked(DECLINED), copied({ own: 'name' })], ANOTHERS],
  ['of a hold, with its name', ATTEMPT, [...booked(DECLINED), copied({ own: 'mailbox' })], ANOTHERS],
  ['of a stay', ATTEMPT, [...booked(), { do: 'work', part: 'everything' }, copied()], ANOTHERS],
  ['of an offer', ATTEMPT, offered('another'), ANOTHERS],
  ['of a party', 'a free party is confirmed immediately', party, UNANSWERED],
  ['of a spot that is passed on', 'a free take-over is confirmed immediately', takeOver, UNANSWERED],
  [
    'of a stay',
    'a corrected address keeps its links',
    [...paid, CORRECTED],
    /is e-mailed the link of reservation/,
  ],
  [
    'of an offer',
    'a corrected address keeps its offer',
    [...offered('another').slice(0, -2), CORRECTED],
    /is e-mailed the link of waitlist entry/,
  ],
  ['of a party', 'companions are invited while their spots are held', party, /is e-mailed although it is/],
]

test.each(HISTORIES)(
  'finds a problem in the steps %s if the planted mistake is: %s',
  { timeout: 300_000 },
  async (_of, mistake, history, expected) => {
    planted.mistake = mistake
    const { story } = await runHistory(site, history)
    expect(story).toMatch(expected)
    planted.mistake = null
    expect((await runHistory(site, history)).story).toBeNull()
  },
)

const ENDED: [string, Step[]][] = [
  [
    'expired',
    [...booked(DECLINED), { do: 'wait', minutes: 61, working: true }, { do: 'work', part: 'everything' }],
  ],
  [
    'was canceled',
    [
      ...booked(),
      { do: 'work', part: 'everything' },
      { do: 'cancel', nth: 0, by: 'guest', sum: 'all', goes: 'all' },
    ],
  ],
]
test.each(ENDED)(
  "finds no problem if the form of a copied tab is sent after the original tab's reservation %s",
  { timeout: 300_000 },
  async (_, history) => {
    const people: Person[] = ['Dan', 'Ana']
    const copies = people.map((who) => copied({ who, payment: who === 'Dan' ? 'another' : 'copied' }))
    expect((await runHistory(site, [...history, ...copies])).story).toBeNull()
  },
)

test(
  'finds no problem if the form of an offer is sent from a copied tab with the payment of the original tab',
  { timeout: 300_000 },
  async () => {
    expect((await runHistory(site, offered('copied'))).story).toBeNull()
  },
)

test(
  'refuses the old private link if an admin renews it while the card provider answers (R44.8)',
  { timeout: 300_000 },
  async () => {
    const look: Step = {
      do: 'meanwhile',
      one: { do: 'look', who: 'Cleo', stay: 0 },
      at: 'provider-answered',
      other: { do: 'correct the address', nth: -1 },
    }
    expect((await runHistory(site, [...paid, look])).story).toBeNull()
  },
)
