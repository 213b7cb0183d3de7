/** Mistakes planted around the product's own code, as in `mistakes.test.ts`: each must be told. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  planted,
  plantInRefundPolicy,
  plantInReplacement,
  plantInSettle,
  plantInSignUp,
  plantInSignUpRules,
  plantInMoneyRules,
  plantInIntentStore,
  plantInRoster,
  plantInRosterTable,
  type Mistake,
} from './planted-mistakes.ts'
import { openHistorySite, type HistorySite } from './site.ts'
import { searchHistories } from './search-histories.ts'

vi.mock('#domain/booking/domain/refund-policy.ts', async (original) => plantInRefundPolicy(await original()))
vi.mock('#domain/booking/domain/replacement.ts', async (original) => plantInReplacement(await original()))
vi.mock('#domain/booking/domain/settle.ts', async (original) => plantInSettle(await original()))
vi.mock('#domain/booking/domain/sign-up.ts', async (original) => plantInSignUpRules(await original()))
vi.mock('#domain/booking/use-cases/sign-up.ts', async (original) => plantInSignUp(await original()))
vi.mock('#domain/guests/roster/contract.ts', async (original) => plantInRoster(await original()))
vi.mock('#domain/guests/roster/csv.ts', async (original) => plantInRosterTable(await original()))
vi.mock('#shared/reservation-money.ts', async (original) => plantInMoneyRules(await original()))
vi.mock('#domain/booking/store/payment-intents.ts', async (original) => plantInIntentStore(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

const MORE_THAN_BROUGHT = /gives back \$[\d.]+, the Terms \$[\d.]+ and a taker \$[\d.]+/

const OTHER_TOTALS = /\(due, paid, left\), .* shows \$[\d.]+/

/** Each with the seed that is tried first, which met it soon. */
const MISTAKES: [Mistake, number, RegExp][] = [
  ['nobody counts the spots', 2, /has \d spots, but \d are taken/],
  // Where two really write at once, a double click shows it first: its second row breaks the rule of one for each attempt.
  [
    'the lock is lost',
    2,
    // Where lodging is scarcer than spots, that is exceeded first.
    /has \d spots, but \d are taken|signing up for .* got 500 internal|of 1 Cabin 2 are booked/,
  ],
  ['a hold never ends', 10, /is still pending/],
  ['a confirmation is mailed twice', 5, /the mail .* is there twice/],
  [
    'a late payment takes a spot that is taken',
    20,
    // What was chosen with it may be taken while the spot itself is free.
    /has \d spots, but \d are taken|stands in a canceled event|of 1 Leather kit 2 are booked/,
  ],
  ['money without an invoice is kept', 5, /has no stay, and \$[\d.]+ of .* were given back/],
  ['a refund is asked for twice', 5, /payment \d+ of .* gives|the refund .* failed for no reason/],
  [
    'a cancellation forgets what was given back',
    11,
    /payment \d+ of .* gives|gets \$[\d.]+ back of|the refund .* failed for no reason/,
  ],
  ['a late failure un-pays', 5, /went from \w+ to expired|expired and has a confirmation/],
  ['a taker who pays nothing refunds 90 %', 5, MORE_THAN_BROUGHT],
  ['a discount counts as paid', 5, MORE_THAN_BROUGHT],
  ['choices are refunded that nobody took', 5, MORE_THAN_BROUGHT],
  ['a refund is made before the money came', 5, MORE_THAN_BROUGHT],
  ['a further refund forgets the first', 5, MORE_THAN_BROUGHT],
  ['the terms keep nothing', 5, MORE_THAN_BROUGHT],
  ['a refund is judged by the price of today', 7, OTHER_TOTALS],
  ['a favor counts as an overpayment', 7, /of an overpayment, and says \$[\d.]+/],
  ['the table for programs counts refunds as paid', 7, OTHER_TOTALS],
  ['the roster counts refunds as paid', 7, OTHER_TOTALS],
]

/** Histories of one seed, and of all that are tried. */
const HISTORIES = 20
const MOST_HISTORIES = 400

test.each(MISTAKES)('%s: that is found', { timeout: 1_800_000 }, async (mistake, first, expected) => {
  planted.mistake = mistake
  const others: string[] = []
  for (let seed = first, left = MOST_HISTORIES; left > 0; seed += 1, left -= HISTORIES) {
    const { story } = await searchHistories(site, { seed, histories: HISTORIES, shortenForMs: 0 })
    if (story !== null && expected.test(story)) return
    // What goes wrong first may be something else that follows from it: another seed comes to it.
    if (story !== null) others.push(story)
  }
  expect.fail(`Found in none of ${MOST_HISTORIES} histories. ${others.at(-1) ?? ''}`)
})

test('and is told in a few lines', { timeout: 300_000 }, async () => {
  planted.mistake = 'nobody counts the spots'
  const told = await searchHistories(site, { seed: 2, histories: 300 })
  const lines = told.story?.split('\n').filter((line) => /^ +\d+\. /.test(line)) ?? []
  expect(lines.at(-1)).toMatch(/signs up for|pays for/)
  expect(lines.length).toBeLessThan(12)
})
