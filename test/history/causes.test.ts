/**
 * Tests the check in `causes.ts` with short lists of steps that repeat an action (R9.10). The check must pass
 * for the unchanged site. It must fail for each mistake that the test plants in the dedupe keys of e-mails.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Step } from './operations.ts'
import { type Mistake, planted, plantInEmailStore } from './planted-mistakes.ts'
import { runHistory } from './run-history.ts'
import { openHistorySite, type HistorySite } from './site.ts'

vi.mock('#platform/email-queue.ts', async (original) => plantInEmailStore(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

const work: Step = { do: 'work', part: 'everything' }
const moved = (event: 'cooking' | 'leather'): Step => ({ do: 'move a stay', nth: 0, event, overbooks: true })
const dates = (days: number): Step => ({ do: 'move the event', event: 'leather', days, tell: true })
const canceled = { do: 'cancel', nth: 0, by: 'guest', sum: 'terms', goes: 'one' } as const
const undone: Step = { do: 'undo a cancellation', nth: 0 }
const refund: Step = { do: 'refund', nth: 0, share: 'half' }
const cash = { do: 'take cash', nth: 0, share: 'all' } as const
const booked: Step[] = [
  { do: 'book', who: 'Cleo', event: 'leather', companions: 0, keepCard: false, code: 'none', card: '4242' },
  work,
]
/** The second companion has no e-mail address. */
const bookedByThree: Step[] = [
  { do: 'book', who: 'Cleo', event: 'leather', companions: 2, keepCard: false, code: 'none', card: '4242' },
  work,
]
/**
 * An admin signs up this guest, who pays nothing. So a cancellation refunds nothing, and an admin can undo
 * it.
 */
const byHand: Step = { do: 'sign up by hand', who: 'Cleo', event: 'leather' }
const kit = (isChosen: boolean): Step => ({ do: 'choose for', nth: 0, kit: isChosen })

const WIDE: Mistake = 'an e-mail key contains only the reservation'

/**
 * Each row has the repeated action, the planted mistake that loses the second e-mail, the steps, and the type
 * of the e-mail.
 */
const HISTORIES: [string, Mistake, Step[], string][] = [
  ['refunds', WIDE, [...booked, refund, work, refund], 'refund'],
  ['moves there and back', WIDE, [...booked, moved('cooking'), work, moved('leather')], 'stay-moved'],
  ['choices made and taken back', WIDE, [...booked, kit(true), work, kit(false)], 'choices-changed'],
  ['dates moved twice and back', WIDE, [...booked, dates(1), dates(-1), work, dates(1)], 'dates-moved'],
  [
    'dates moved at two events of one guest',
    'the e-mail key of new dates contains only the version',
    [
      ...booked,
      dates(1),
      work,
      moved('cooking'),
      { do: 'move the event', event: 'cooking', days: 1, tell: true },
    ],
    'dates-moved',
  ],
  ['cancellations', 'a retracted e-mail keeps its key', [byHand, canceled, undone, canceled], 'cancellation'],
  [
    'cancellations whose e-mail was sent',
    'a retracted e-mail keeps its key',
    [byHand, canceled, work, undone, work, canceled],
    'cancellation',
  ],
  ['undone cancellations', WIDE, [byHand, canceled, undone, canceled, undone], 'stay-reinstated'],
  [
    'full payments of one invoice',
    'the e-mail key of a full payment is its invoice',
    [
      ...booked,
      cash,
      work,
      { do: 'change an invoice', nth: -1, what: 'unpaid' },
      { do: 'take cash', nth: -1, share: 'all' },
    ],
    'invoice-success',
  ],
]

test.each(HISTORIES)(
  'finds a missing second e-mail about repeated %s if the planted mistake is: %s',
  { timeout: 300_000 },
  async (_, ...rest) => {
    const [mistake, history, type] = rest
    planted.mistake = mistake
    expect((await runHistory(site, history)).story).toMatch(
      new RegExp(`the mail ${type} for reservation \\d+ is there never, and its causes once`),
    )
    planted.mistake = null
    const { story, counts } = await runHistory(site, history)
    expect(story).toBeNull()
    expect([...counts.keys()]).toContain(`a further act e-mailed ${type}`)
  },
)

test('reports an e-mail that no action has caused', { timeout: 300_000 }, async () => {
  planted.mistake = 'an e-mail is enqueued twice'
  expect((await runHistory(site, booked)).story).toMatch(
    /the mail invoice-success for reservation \d+ is there twice, and its causes once/,
  )
  planted.mistake = null
})

test.each<[string, Step[]]>([
  ['new dates that have begun', [...booked, dates(-120)]],
  ['new dates of a canceled event', [...booked, { do: 'cancel the event', event: 'leather' }, dates(1)]],
  ['new dates to a guest without an e-mail address', [...bookedByThree, dates(1)]],
  ['the cancellation of a guest without an e-mail address', [...bookedByThree, { ...canceled, goes: 'all' }]],
])('expects no e-mail about %s', { timeout: 300_000 }, async (_, history) => {
  expect((await runHistory(site, history)).story).toBeNull()
})

test(
  'accepts that the bank disputes a payment in the step in which the payment arrives',
  { timeout: 300_000 },
  async () => {
    const disputed = '0259 (disputed later)'
    const unseen: Step = {
      do: 'book',
      who: 'Cleo',
      event: 'leather',
      companions: 0,
      keepCard: false,
      code: 'FRIENDS',
      card: disputed,
    }
    expect((await runHistory(site, [unseen, { ...cash, nth: -1 }])).story).toBeNull()
  },
)
