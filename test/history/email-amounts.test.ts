/**
 * Tests the check in `email-amounts.ts` with short lists of steps (R3.11). The check must pass for the
 * unchanged site, and must fail for each planted mistake.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Step } from './operations.ts'
import { type Mistake, planted, plantInEmailFacts } from './planted-mistakes.ts'
import { runHistory } from './run-history.ts'
import { openHistorySite, type HistorySite } from './site.ts'

vi.mock('#domain/mail/emails/facts/reservation.ts', async (original) => plantInEmailFacts(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
beforeEach(() => {
  planted.mistake = null
})
afterAll(() => site.app.close())

const work: Step = { do: 'work', part: 'everything' }
const refund: Step = { do: 'refund', nth: 0, share: 'half' }
const lesson: Step = { do: 'add an invoice', nth: 0, amount: 5_000, paid: false, named: 'lesson' }
const canceled: Step = { do: 'cancel', nth: 0, by: 'guest', sum: 'terms', goes: 'one' }
const booked: Step[] = [
  { do: 'book', who: 'Cleo', event: 'leather', companions: 0, keepCard: false, code: 'none', card: '4242' },
  work,
]

/** Each row has a name, the steps, and the amounts that the e-mails must contain. */
const HISTORIES: [string, Step[], string[]][] = [
  ['a deposit', booked, ['due', 'paid', 'open']],
  ['a refund', [...booked, lesson, refund, work], ['due', 'paid', 'open']],
  [
    'a move to a cheaper retreat',
    [...booked, { do: 'move a stay', nth: 0, event: 'open day', overbooks: true }, work],
    ['credit'],
  ],
  ['a cancellation', [...booked, canceled, work], ['refunded of it']],
  [
    'a part in cash of what a bank declined',
    [
      { do: 'keep a card', who: 'Dan', event: 'roping', code: 'none', card: '4242' },
      work,
      { do: 'banks answer for kept cards', with: 'do not try again' },
      { do: 'kept cards fall due' },
      { do: 'take cash', nth: 0, share: 'part' },
    ],
    ['due', 'paid', 'open'],
  ],
]

test.each(HISTORIES)(
  "shows the same amounts in e-mails as on the guest's page after %s",
  { timeout: 120_000 },
  async (_, history, figures) => {
    const { story, counts } = await runHistory(site, history)
    expect(story).toBeNull()
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining([
        'an e-mail showed the rows of the page',
        ...figures.map((figure) => `an e-mail stated what is ${figure}`),
      ]),
    )
  },
)

const MISTAKES: [Mistake, string][] = [
  ['an e-mail counts refunds as paid', 'paid'],
  ['an e-mail ignores extra charges', 'due'],
  ['an e-mail ignores an open invoice', 'open'],
]

test.each(MISTAKES)(
  'finds a wrong amount in an e-mail if the planted mistake is: %s',
  { timeout: 120_000 },
  async (mistake, figure) => {
    planted.mistake = mistake
    const { story } = await runHistory(site, [...booked, lesson, refund, work])
    expect(story).toMatch(new RegExp(`the mail \\d+ \\([a-z-]+\\) .* states .* ${figure}, the page`))
  },
)
