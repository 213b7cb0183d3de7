/**
 * Tests the checks in `covered-refunds.ts`: they must find each planted mistake that refunds too much (R45).
 * Each list of steps is as short as possible.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AskedCodeName, Card, Person, Step } from './operations.ts'
import { type Mistake, planted, plantInRefundPolicy, plantInReplacement } from './planted-mistakes.ts'
import { runHistory } from './run-history.ts'
import { openHistorySite, type HistorySite } from './site.ts'

vi.mock('#domain/booking/domain/refund-policy.ts', async (original) => plantInRefundPolicy(await original()))
vi.mock('#domain/booking/domain/replacement.ts', async (original) => plantInReplacement(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

const booked = (who: Person): Step[] => [
  { do: 'move the event', event: 'leather', days: 'near', tell: false },
  { do: 'book', who, event: 'leather', companions: 0, keepCard: false, code: 'none', card: '4242' },
  { do: 'look', who, stay: 0 },
]
const takes = (from: Person, code: AskedCodeName, card: Card | 'later' = '4242'): Step[] => [
  { do: 'take over', who: 'Dan', from, stay: 0, code, card },
  { do: 'look', who: 'Dan', stay: 0 },
]
const cash = (share: 'part' | 'all'): Step[] => [
  { do: 'take cash', nth: -1, share },
  { do: 'work', part: 'outbox' },
]

const HISTORIES: [Mistake, Step[]][] = [
  [
    'a taker who pays nothing brings a refund of 90 %',
    [...booked('Cleo'), ...takes('Cleo', 'OPEN for nothing'), { do: 'answer by mail', who: 'Dan', stay: 0 }],
  ],
  ['a discount counts as paid', [...booked('Cleo'), ...takes('Cleo', 'OPEN for $300')]],
  ['choices that the taker did not take are refunded', [...booked('Ana'), ...takes('Ana', 'none')]],
  [
    'a refund is made before the taker pays',
    [...booked('Cleo'), ...takes('Cleo', 'none', 'later'), ...cash('part')],
  ],
  [
    'a further refund ignores the first one',
    [...booked('Cleo'), ...takes('Cleo', 'none', 'later'), ...cash('part'), ...cash('part'), ...cash('all')],
  ],
  [
    'the Terms keep nothing',
    [...booked('Cleo'), { do: 'cancel the own stay', who: 'Cleo', stay: 0, sum: 'of now', goes: 'one' }],
  ],
]

test.each(HISTORIES)(
  'finds a refund that is too high if the planted mistake is: %s',
  { timeout: 300_000 },
  async (mistake, history) => {
    planted.mistake = mistake
    const { story } = await runHistory(site, history)
    expect(story).toMatch(/gives back \$[\d.]+, the Terms \$[\d.]+ and a taker \$[\d.]+/)
    planted.mistake = null
    expect((await runHistory(site, history)).story).toBeNull()
  },
)
