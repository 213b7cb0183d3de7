/** The invariants of `totals.ts` hold in each short history that comes to a refund of a credit, and find each mistake there (R3.11). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Card, RefundShare, Step } from './operations.ts'
import {
  type Mistake,
  planted,
  plantInBalance,
  plantInJournal,
  plantInMoneyRules,
  plantInRoster,
  plantInRosterTable,
  plantInStatementStore,
} from './planted-mistakes.ts'
import { runHistory } from './run-history.ts'
import { openHistorySite, type HistorySite } from './site.ts'

vi.mock('#domain/guests/roster/contract.ts', async (original) => plantInRoster(await original()))
vi.mock('#domain/guests/roster/csv.ts', async (original) => plantInRosterTable(await original()))
vi.mock('#domain/money/statements/domain/balance.ts', async (original) => plantInBalance(await original()))
vi.mock('#domain/money/statements/domain/journal.ts', async (original) => plantInJournal(await original()))
vi.mock('#domain/money/statements/store.ts', async (original) => plantInStatementStore(await original()))
vi.mock('#shared/reservation-money.ts', async (original) => plantInMoneyRules(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
beforeEach(() => {
  planted.mistake = null
})
afterAll(() => site.app.close())

/** Ana, with the leather kit, has paid for everything. */
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

/** Each with the states that it must come to. */
const HISTORIES: [string, Step[], string[]][] = [
  [
    'by moves',
    [...paid(), moved('cooking'), refund('credit'), work, moved('roping'), work],
    [OVERPAYMENT, ROSE],
  ],
  [
    'by the owner’s totals',
    [...paid(), total(-30_000), refund('credit'), work, total(20_000)],
    [OVERPAYMENT, ROSE],
  ],
  ['by the owner’s choices', [...paid(), kit(false), refund('credit'), work, kit(true)], [OVERPAYMENT, ROSE]],
  [
    'by the guest’s choice',
    [...paid(), kit(false), refund('credit'), work, { do: 'choose', who: 'Ana', stay: 0, kit: true }],
    [OVERPAYMENT, ROSE],
  ],
  ['by an extra charge', [...paid(), total(-30_000), refund('credit'), work, charge], [OVERPAYMENT, ROSE]],
  [
    'of a party',
    [...paid('4242', 1), total(-30_000), refund('credit'), work, total(20_000)],
    [OVERPAYMENT, ROSE],
  ],
  [
    'at the dashboard',
    [...paid(), total(-30_000), atDashboard('credit'), work, total(20_000)],
    [AT_DASHBOARD, ROSE],
  ],
  ['with a favor', [...paid(), total(-30_000), refund('half'), work, total(20_000)], [BOTH, ROSE]],
  [
    'after a favor',
    [...paid(), refund('half'), work, total(-1_001), refund('credit'), work, total(20_000)],
    [FAVOR, OVERPAYMENT, ROSE],
  ],
  [
    'that fails and is made again at the dashboard',
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
    'that fails and is given by hand',
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

describe('a refund of a credit stays one when the total rises again', () => {
  test.each(HISTORIES)('%s', { timeout: 120_000 }, async (_name, history, states) => {
    const { story, counts } = await runHistory(site, history)
    expect(story).toBeNull()
    expect([...counts.keys()]).toEqual(expect.arrayContaining(states))
  })
})

const credit: Step[] = [...paid(), total(-30_000), refund('credit'), work, total(20_000)]

const MISTAKES: [Mistake, RegExp][] = [
  ['a refund is judged by the price of today', /\(due, paid, left\), its private page shows/],
  ['a favor counts as an overpayment', /of an overpayment, and says \$[\d.]+/],
  ['the table for programs counts refunds as paid', /\(due, paid, left\), the table for programs shows/],
  ['the roster counts refunds as paid', /\(due, paid, left\), the roster shows/],
]

test.each(MISTAKES)('finds: %s', { timeout: 120_000 }, async (mistake, expected) => {
  const history = mistake === 'a favor counts as an overpayment' ? [...paid(), refund('half'), work] : credit
  planted.mistake = mistake
  expect((await runHistory(site, history)).story).toMatch(expected)
})

const cash: Step[] = [
  { do: 'add an invoice', nth: 0, amount: 5_000, paid: true, named: 'lesson' },
  { do: 'refund', nth: -1, share: 'half' },
  { do: 'give by hand', nth: -1 },
]
const disputed: Step = { do: 'dispute', nth: 0, what: 'half' }
/** Ben's stay is in winter, so his deposit is owed as a stay. */
const deposit: Step[] = [
  { do: 'book', who: 'Ben', event: 'roping', companions: 0, keepCard: false, code: 'none', card: '4242' },
  work,
]

const OF_STATEMENTS: [Mistake, RegExp][] = [
  ['a statement counts failed refunds', /the statements show \$[\d.]+ refunded to cards, the rows \$[\d.]+/],
  ['a statement forgets what came by hand', /the statements show \$[\d.]+ paid by hand, the rows \$[\d.]+/],
  ['the journal earns what is still owed', /the statements show .* owed in the journal, the rows \$[\d.]+/],
]

describe('the statements agree with the rows', () => {
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

  test('of money by card and by hand, refunds and disputes', { timeout: 120_000 }, async () => {
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
  })

  test.each(OF_STATEMENTS)('finds: %s', { timeout: 120_000 }, async (mistake, expected) => {
    planted.mistake = mistake
    expect((await runHistory(site, history)).story).toMatch(expected)
  })
})
