/**
 * Plants mistakes about spots, payments and refunds in the site's code, and runs short lists of steps (R20.2). The
 * checks of the random tests must find each mistake. Without the mistake they must pass. `covered-refunds.test.ts`,
 * `total-invariants.test.ts` and `ownership-invariants.test.ts` plant further mistakes.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Card, EventName, Person, SimpleStep, Step } from './operations.ts'
import {
  planted,
  plantInIntentStore,
  plantInMoneyRules,
  plantInRefundPolicy,
  plantInSettle,
  plantInSignUp,
  plantInSignUpRules,
  type Mistake,
} from './planted-mistakes.ts'
import { runHistory } from './run-history.ts'
import { openHistorySite, type HistorySite } from './site.ts'

vi.mock('#domain/booking/domain/refund-policy.ts', async (original) => plantInRefundPolicy(await original()))
vi.mock('#domain/booking/domain/settle.ts', async (original) => plantInSettle(await original()))
vi.mock('#domain/booking/domain/sign-up.ts', async (original) => plantInSignUpRules(await original()))
vi.mock('#domain/booking/store/payment-intents.ts', async (original) => plantInIntentStore(await original()))
vi.mock('#domain/booking/use-cases/sign-up.ts', async (original) => plantInSignUp(await original()))
vi.mock('#shared/reservation-money.ts', async (original) => plantInMoneyRules(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

const opens = (who: Person, event: EventName): SimpleStep => ({
  do: 'open',
  who,
  event,
  companions: 0,
  keepCard: false,
  code: 'none',
})
const signsUp = (who: Person): SimpleStep => ({ do: 'sign up', who, form: 0, payment: 'own' })
const pays = (who: Person, card: Card = '4242'): Step => ({ do: 'pay', who, form: 0, card })
const looks = (who: Person): Step => ({ do: 'look', who, stay: 0 })
const books = (who: Person, event: EventName): Step[] => [
  opens(who, event),
  signsUp(who),
  pays(who),
  looks(who),
]
const together = (one: SimpleStep, other: SimpleStep): Step => ({ do: 'at once', one, other })
/** Ana and Ben open the form of an event with one spot, and send it at the same time. */
const wantLastSpot = (event: EventName): Step[] => [
  { do: 'set spots', event, spots: 1 },
  together(opens('Ana', event), opens('Ben', event)),
  together(signsUp('Ana'), signsUp('Ben')),
]
const wait: Step = { do: 'wait', minutes: 76, working: false }
const work: Step = { do: 'work', part: 'everything' }
const webhooks: Step = { do: 'work', part: 'webhooks' }
const refund: Step = { do: 'refund', nth: 0, share: 'half' }
const canceled: Step = { do: 'cancel', nth: 0, by: 'retreat', sum: 'terms', goes: 'one' }
const charged: Step = { do: 'bank decides', nth: 0, end: 'charge' }

/** Each row has the planted mistake, the steps, and a pattern for the expected problem. */
const MISTAKES: [Mistake, Step[], RegExp][] = [
  [
    'sign-up ignores how many spots are left',
    [opens('Ana', 'cooking'), opens('Ben', 'cooking'), signsUp('Ana'), signsUp('Ben')],
    /cooking has 1 spots, but 2 are taken \(1 before\)/,
  ],
  [
    'the event is not locked',
    // On PostgreSQL, one request may end before the other one reads how many spots are left. So two pairs of
    // requests try.
    [...wantLastSpot('cooking'), ...wantLastSpot('leather')],
    /has 1 spots, but 2 are taken \(0 before\)/,
  ],
  ['a hold never expires', [opens('Ana', 'leather'), signsUp('Ana')], /reservation \d+ is still pending/],
  [
    'a confirmation is e-mailed twice',
    books('Ana', 'leather'),
    /the mail invoice-success .* is there twice, and its causes once/,
  ],
  [
    'a late payment takes a taken spot',
    // Ana's hold expires while her bank decides. Ben then takes the only spot.
    [
      opens('Ana', 'cooking'),
      signsUp('Ana'),
      pays('Ana', '4242 (the bank thinks)'),
      wait,
      work,
      ...books('Ben', 'cooking'),
      charged,
      webhooks,
    ],
    /cooking has 1 spots, but 2 are taken \(1 before\)/,
  ],
  [
    'a payment without an invoice is not refunded',
    [opens('Ana', 'leather'), pays('Ana')],
    /payment \d+ has no stay, and \$0\.00 of \$[\d.]+ were refunded/,
  ],
  [
    'a refund is requested twice',
    [opens('Ana', 'leather'), pays('Ana')],
    /the refund orphan:\S+:again failed for no reason/,
  ],
  [
    'a cancellation ignores earlier refunds',
    [...books('Ana', 'leather'), refund, canceled],
    /payment \d+ of \$[\d.]+ gives \$[\d.]+/,
  ],
  [
    'a late failure expires a paid reservation',
    // The webhook about the declined card arrives after Ana has paid with another card.
    [
      opens('Ana', 'leather'),
      signsUp('Ana'),
      pays('Ana', '0002 (declined)'),
      pays('Ana'),
      looks('Ana'),
      webhooks,
    ],
    /reservation \d+ went from confirmed to expired/,
  ],
  [
    'totals ignore refunds',
    [...books('Ana', 'leather'), refund],
    /reservation \d+ shows \$[\d.]+ paid, the provider has \$[\d.]+/,
  ],
]

test.each(MISTAKES)(
  'reports a problem only if the mistake is planted: %s',
  { timeout: 300_000 },
  async (mistake, history, expected) => {
    planted.mistake = mistake
    expect((await runHistory(site, history)).story).toMatch(expected)
    planted.mistake = null
    expect((await runHistory(site, history)).story).toBeNull()
  },
)
