import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { BackupFacts, BookDifference, Books } from '#domain/desk/today/contract.ts'
import { backupLine, booksLine, bothSums, describeDifference } from './nightly-checks.tsx'

type Proof = NonNullable<Books['proof']>

/**
 * The documents about the nightly checks. They must use the page's words, because admins search the documents
 * for these words.
 */
const DOCS = ['owners/bookkeeping', 'operators/backup']
  .map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
  .join('')

const proof = (changes: Partial<Proof> = {}): Proof => ({
  day: '2027-05-07',
  ranAt: '2027-05-07T08:00:00Z',
  outcome: 'equal',
  payments: 31,
  ours: { received: 1_234_500, refunded: 45_000 },
  theirs: { received: 1_234_500, refunded: 45_000 },
  count: 0,
  differences: [],
  ...changes,
})
const bookLine = (changes: Partial<Proof>, night = '2027-05-07') =>
  booksLine({ night, proof: proof(changes) })

describe("the text about the nightly comparison of our payments with the card provider's", () => {
  test("says with both totals that our payments match the card provider's", () => {
    expect(bookLine({})).toEqual({
      words: 'Last night’s records match Stripe’s: $12,345.00 received, $450.00 refunded, 31 payments.',
      tone: 'good',
    })
    expect(bookLine({ payments: 0 }).words).toBe(
      'Last night’s records match Stripe’s: no card payment on either side.',
    )
  })

  test("says in how many places our payments differ from the card provider's", () => {
    expect(bookLine({ outcome: 'different', count: 1 })).toEqual({
      words: 'Last night’s records differ from Stripe’s in 1 place.',
      tone: 'bad',
    })
    expect(bookLine({ outcome: 'different', count: 2 }, '2027-05-08').words).toBe(
      'Our records of the night to Fri, May 7, 2027 differ from Stripe’s in 2 places. No reconciliation has run since.',
    )
  })

  test('says if the card provider did not answer, the comparison did not run, or it has yet to run for the first time', () => {
    expect(bookLine({ outcome: 'unanswered' })).toEqual({
      words: 'Stripe did not answer last night. We are trying again.',
      tone: 'open',
    })
    expect(bookLine({ outcome: 'unanswered' }, '2027-05-09').words).toBe(
      'Stripe did not answer in the night to Fri, May 7, 2027. No reconciliation has run since.',
    )
    expect(bookLine({}, '2027-05-08')).toMatchObject({ tone: 'open' })
    expect(bookLine({}, '2027-05-08').words).toMatch(
      /^Our records of the night to .+ No reconciliation has run since\.$/,
    )
    expect(booksLine({ night: '2027-05-07', proof: null })).toMatchObject({ tone: 'open' })
  })
})

test.each([
  ['received', null, 45_000, 'Received: not in our records, $450.00 at Stripe'],
  ['received', 45_000, null, 'Received: $450.00 in our records, unknown to Stripe'],
  ['refunded', 0, 5_000, 'Refunded: $0.00 in our records, $50.00 at Stripe'],
  ['disputed', 0, 45_000, 'Disputed: $0.00 in our records, $450.00 at Stripe'],
  ['ledger', 45_000, 0, 'Ledger: $0.00 posted instead of $450.00'],
] as const)(
  "describes a payment that differs (%s: ours %s, the provider's %s) in the words of the admins' documents",
  (what, ours, theirs, words) => {
    const difference: BookDifference = { intentId: 'pi_1', what, ours, theirs, about: null }
    expect(describeDifference(difference)).toBe(words)
    expect(DOCS).toContain(`"${words}"`)
  },
)

test("shows the totals of the site's payments next to the card provider's totals", () => {
  expect(bothSums(proof({ theirs: { received: 1_234_501, refunded: 0 } }))).toBe(
    'Our records: $12,345.00 received, $450.00 refunded. Stripe’s: $12,345.01 received, $0.00 refunded. 31 payments.',
  )
})

type Outcome = NonNullable<BackupFacts['proof']>['outcome']

const line = (outcome: Outcome, night = '2027-05-07', nightly = true, ranAt = '2027-05-07T09:10:00Z') =>
  backupLine({ nightly, night, proof: { day: '2027-05-07', ranAt, outcome, rows: 1234, problems: [] } })

const asked = (outcome: Outcome, night?: string) => line(outcome, night, true, '2027-05-07T20:15:00Z').words

test('shows the time of a backup that an admin started during the day', () => {
  expect(asked('proved')).toMatch(/^The backup of Fri, May 7, 2027, 2:15 PM is good: 1,234 rows/)
  expect(asked('proved', '2027-05-08')).toMatch(
    /^The last good backup was made on Fri, May 7, 2027, 2:15 PM:/,
  )
  expect(asked('broken')).toBe('The backup made on Fri, May 7, 2027, 2:15 PM failed its test.')
})

test.each<[Outcome, string, 'good' | 'bad' | 'open', RegExp]>([
  ['proved', '2027-05-07', 'good', /^Last night’s backup is good: 1,234 rows, tested by a restore\.$/],
  ['proved', '2027-05-08', 'open', /in the night to Fri, May 7, 2027: .* No backup has been made since\.$/],
  ['proved', '2027-05-09', 'bad', /No backup has been made since\.$/],
  ['broken', '2027-05-07', 'bad', /^The backup made last night failed its test\.$/],
  ['failed', '2027-05-07', 'bad', /^No backup could be made last night\.$/],
  ['failed', '2027-05-08', 'bad', /^No backup could be made in the night to Fri, May 7, 2027\.$/],
])('rates a backup of May 7 with the result "%s", seen on %s, as "%s"', (outcome, night, tone, words) => {
  expect(line(outcome, night)).toEqual({ tone, words: expect.stringMatching(words) as string })
})

test.each([
  [bookLine({ outcome: 'unanswered' }).words, 'did not answer'],
  [bookLine({}, '2027-05-08').words, 'No reconciliation has run since'],
  [line('proved', '2027-05-09').words, 'No backup has been made since'],
  [line('broken').words, 'failed its test'],
  [line('failed').words, 'No backup could be made'],
])(
  'says “%s” about a nightly check, and the documents for admins say under “%s” what to do',
  (words, quoted) => {
    expect(words).toContain(quoted)
    expect(DOCS).toMatch(new RegExp(`\\n\\| "(… )?${quoted}( …)?" \\|`))
  },
)

test('says that no backup exists yet, or that the site makes no backups of its own', () => {
  expect(backupLine({ nightly: true, night: '2027-05-07', proof: null }).tone).toBe('open')
  expect(line('proved', '2027-06-07', false).words).toContain('makes no backups')
})
