/**
 * Tests the checks in `total-invariants.ts` with short lists of steps in which an overpayment is refunded
 * (R3.11). The checks must pass for the unchanged site, and must find each planted mistake.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Card, RefundShare, Step } from './operations.ts'
import {
  type Mistake,
  planted,
  plantInLedger,
  plantInMoneyRules,
  plantInRoster,
  plantInRosterTable,
} from './planted-mistakes.ts'
import { runHistory } from './run-history.ts'
import { openHistorySite, type HistorySite } from './site.ts'

vi.mock('#domain/guests/roster/contract.ts', async (original) => plantInRoster(await original()))
vi.mock('#domain/guests/roster/csv.ts', async (original) => plantInRosterTable(await original()))
vi.mock('#domain/money/ledger/store/read.ts', async (original) => plantInLedger(await original()))
vi.mock('#shared/reservation-money.ts', async (original) => plantInMoneyRules(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
beforeEach(() => {
  planted.mistake = null
})
afterAll(() => site.app.close())

/** Steps in which Ana chooses the leather kit and pays in full. */
const paid = (card: Card = '4242', companions = 0): Step[] => [
  { do: 'move the event', event: 'leather', days: 'near', tell: false },
  { do: 'book', who: 'Ana', event: 'leather', companions, keepCard: false, code: 'none', card },
  { do: 'work', part: 'everything' },
]
const total = (by: number): Step => ({ do: 'change the total', nth: 0, by })
const moved = (event: 'cooking' | 'roping'): Step => ({ do: 'move a stay', nth: 0, event, overbooks: true })
const refund = (share: RefundShare): Step => ({ do: 'refund', nth: -1, share })
const atDashboard = (share: RefundShare): Step => ({ do: 'dashboard refunds', nth: -1, share })
const kit = (has: boolean): Step => ({ do: 'choose for', nth: 0, kit: has })
const work: Step = { do: 'work', part: 'everything' }
const back: Step = { do: 'a refund fails', nth: -1 }
const charge: Step = { do: 'add an invoice', nth: 0, amount: 5_000, paid: false, named: 'lesson' }

const OVERPAYMENT = 'a refund of an overpayment by an admin'
const AT_DASHBOARD = 'a refund of an overpayment at the dashboard'
const BOTH = 'a refund of an overpayment and a favor by an admin'
const FAVOR = 'a refund of a favor by an admin'
const FAILED = 'a refund of an overpayment failed'
const ROSE = 'a total rose after the refund of an overpayment'

/** Each row has a name, the steps, and the situations that must occur during the steps. */
const HISTORIES: [string, Step[], string[]][] = [
  [
    'the stay is moved',
    [...paid(), moved('cooking'), refund('credit'), work, moved('roping'), work],
    [OVERPAYMENT, ROSE],
  ],
  [
    'an admin changes the total',
    [...paid(), total(-30_000), refund('credit'), work, total(20_000)],
    [OVERPAYMENT, ROSE],
  ],
  [
    'an admin changes the choices',
    [...paid(), kit(false), refund('credit'), work, kit(true)],
    [OVERPAYMENT, ROSE],
  ],
  [
    'the guest adds a choice',
    [...paid(), kit(false), refund('credit'), work, { do: 'choose', who: 'Ana', stay: 0, kit: true }],
    [OVERPAYMENT, ROSE],
  ],
  [
    'an admin adds an extra charge',
    [...paid(), total(-30_000), refund('credit'), work, charge],
    [OVERPAYMENT, ROSE],
  ],
  [
    'an admin changes the total of a party',
    [...paid('4242', 1), total(-30_000), refund('credit'), work, total(20_000)],
    [OVERPAYMENT, ROSE],
  ],
  [
    'it is refunded in the dashboard',
    [...paid(), total(-30_000), atDashboard('credit'), work, total(20_000)],
    [AT_DASHBOARD, ROSE],
  ],
  [
    'it is refunded together with goodwill',
    [...paid(), total(-30_000), refund('half'), work, total(20_000)],
    [BOTH, ROSE],
  ],
  [
    'it is refunded after goodwill',
    [...paid(), refund('half'), work, total(-1_001), refund('credit'), work, total(20_000)],
    [FAVOR, OVERPAYMENT, ROSE],
  ],
  [
    'it fails and is made again in the dashboard',
    [
      ...paid(),
      total(-30_000),
      refund('credit'),
      work,
      back,
      work,
      atDashboard('credit'),
      work,
      total(20_000),
    ],
    [FAILED, AT_DASHBOARD, ROSE],
  ],
  [
    'it fails and is refunded manually',
    [
      ...paid('5126 (refunds fail later)'),
      total(-30_000),
      refund('credit'),
      work,
      total(20_000),
      { do: 'give by hand', nth: 0 },
      work,
    ],
    [FAILED, ROSE],
  ],
]

describe('the total of a stay', () => {
  test.each(HISTORIES)(
    'rises again without a change to the part of a refund that returned an overpayment: %s',
    { timeout: 120_000 },
    async (_name, history, states) => {
      const { story, counts } = await runHistory(site, history)
      expect(story).toBeNull()
      expect([...counts.keys()]).toEqual(expect.arrayContaining(states))
    },
  )
})

const credit: Step[] = [...paid(), total(-30_000), refund('credit'), work, total(20_000)]

const MISTAKES: [Mistake, RegExp][] = [
  ['a refund is split by the current price', /\(due, paid, left\), its private page shows/],
  ['goodwill counts as an overpayment', /of an overpayment, and says \$[\d.]+/],
  ['the table for programs counts refunds as paid', /\(due, paid, left\), the table for programs shows/],
  ['the roster counts refunds as paid', /\(due, paid, left\), the roster shows/],
]

test.each(MISTAKES)(
  'finds a planted mistake in refunds of an overpayment: %s',
  { timeout: 120_000 },
  async (mistake, expected) => {
    const history =
      mistake === 'goodwill counts as an overpayment' ? [...paid(), refund('half'), work] : credit
    planted.mistake = mistake
    expect((await runHistory(site, history)).story).toMatch(expected)
    planted.mistake = null
    expect((await runHistory(site, history)).story).toBeNull()
  },
)

const cash: Step[] = [
  { do: 'add an invoice', nth: 0, amount: 5_000, paid: true, named: 'lesson' },
  { do: 'refund', nth: -1, share: 'half' },
  { do: 'give by hand', nth: -1 },
]
const disputed: Step = { do: 'dispute', nth: 0, what: 'half' }
/**
 * Steps in which Ben pays a deposit for a stay in winter. Until the stay starts, the monthly statements list
 * the deposit as owed to him.
 */
const deposit: Step[] = [
  { do: 'book', who: 'Ben', event: 'roping', companions: 0, keepCard: false, code: 'none', card: '4242' },
  work,
]

const OF_STATEMENTS: [Mistake, RegExp][] = [
  ['a statement counts failed refunds', /the statements show \$[\d.]+ refunded to cards, the rows \$[\d.]+/],
  ['a statement ignores manual payments', /the statements show \$[\d.]+ paid by hand, the rows \$[\d.]+/],
  ['the journal leaves out payments', /the statements show .* owed in the journal, the rows \$[\d.]+/],
]

describe('the comparison of monthly statements with our rows', () => {
  const history = [
    ...paid(),
    refund('half'),
    work,
    back,
    work,
    refund('half'),
    work,
    ...cash,
    disputed,
    ...deposit,
  ]

  test(
    'finds the same amounts in monthly statements as in the rows of payments, refunds and disputes',
    { timeout: 120_000 },
    async () => {
      planted.mistake = null
      const { story, counts } = await runHistory(site, history)
      expect(story).toBeNull()
      const shown = [
        'paid by card',
        'refunded to cards',
        'disputed',
        'paid by hand',
        'refunded by hand',
        'owed',
      ]
      expect([...counts.keys()]).toEqual(
        expect.arrayContaining(shown.map((what) => `a statement showed what is ${what}`)),
      )
    },
  )

  test.each(OF_STATEMENTS)(
    'finds a wrong amount in a monthly statement if the planted mistake is: %s',
    { timeout: 120_000 },
    async (mistake, expected) => {
      planted.mistake = mistake
      expect((await runHistory(site, history)).story).toMatch(expected)
    },
  )
})
