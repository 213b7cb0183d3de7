/**
 * Runs 10,000 random steps (R20.2), or `HISTORY_STEPS`. Uses the run's seed, and then the next higher
 * numbers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_SEED as first } from '#test/support/seeds.ts'
import { openHistorySite, type HistorySite } from './site.ts'
import { failureText, searchHistories } from './search-histories.ts'

const STEPS = Number(process.env['HISTORY_STEPS'] ?? 10_000)

/** E-mail types that the random steps must repeat often (`causes.ts`). */
const MAILED_AGAIN = [
  'invoice-success',
  'cancellation',
  'stay-moved',
  'dates-moved',
  'choices-changed',
  'refund',
]
const MAILED = [
  ...MAILED_AGAIN,
  'companion-invited',
  'companion-cancelled',
  'pays-now',
  'signup-success-simple',
  'stay-reinstated',
  'late-refund',
  'late-refund-admin',
  'waitlist-offer',
  'card-charge-soon',
]

/** Amounts in the owner's statements that must occur during the random steps (`statement-totals.ts`). */
const SHOWN = [
  'paid by card',
  'refunded to cards',
  'disputed',
  'paid by hand',
  'refunded by hand',
  'due as refunds',
  'held or earned',
  'owed',
  'owed in the journal',
  'kept in the journal',
]

/** Amounts in e-mails that must occur during the random steps (`email-amounts.ts`). */
const STATED = ['due', 'paid', 'open', 'left', 'credit', 'refunded of it']

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

test(
  `breaks no invariant in ${STEPS} random steps, from seed ${first} on`,
  { timeout: 4 * 60 * 60_000 },
  async () => {
    const counts = new Map<string, number>()
    let steps = 0
    for (let seed = first; steps < STEPS; seed += 1) {
      const result = await searchHistories(site, { seed, histories: 30 })
      if (result.story !== null) expect.fail(failureText(result))
      steps += result.steps
      for (const [what, times] of result.counts) counts.set(what, (counts.get(what) ?? 0) + times)
    }
    const most = [...counts].sort(([, one], [, other]) => other - one)
    const table = most.map(([what, times]) => `${times} × ${what}\n`).join('')
    process.stdout.write(`${steps} steps, seeds from ${first} on\n${table}`)
    // Checks that enough happened during the random steps. Otherwise passing the checks would prove nothing.
    for (const end of ['confirmed', 'expired', 'refunded', 'cancelled'])
      expect(counts.get(`a reservation ended as ${end}`)).toBeGreaterThan(0)
    for (const reason of ['late', 'orphan', 'admin', 'provider', 'cancelled', 'retreat-cancelled'])
      expect(counts.get(`a refund (${reason}) succeeded`)).toBeGreaterThan(0)
    for (const end of ['succeeded', 'declined', 'needs_guest', 'stopped'])
      expect(counts.get(`a charge of a kept card ended as ${end}`)).toBeGreaterThan(0)
    for (const code of ['TENTH', 'FRIENDS', 'OPEN'])
      expect(counts.get(`a sign-up by the code ${code} ended as confirmed`)).toBeGreaterThan(0)
    for (const what of [
      'a kept card was withdrawn',
      'a payment by a wallet',
      'a spot was taken over for nothing',
      'a spot was taken over for less',
      'a spot was taken over at the full price',
      'a taker brought a further refund',
      'a refund of an overpayment by an admin',
      'a refund of an overpayment at the dashboard',
      'a refund of an overpayment failed',
      'a total rose after the refund of an overpayment',
    ])
      expect(counts.get(what), what).toBeGreaterThan(0)
    for (const type of MAILED) expect(counts.get(`an act e-mailed ${type}`), type).toBeGreaterThan(0)
    for (const type of MAILED_AGAIN)
      expect(counts.get(`a further act e-mailed ${type}`), type).toBeGreaterThan(0)
    for (const what of SHOWN)
      expect(counts.get(`a statement showed what is ${what}`), what).toBeGreaterThan(0)
    for (const what of STATED) expect(counts.get(`an e-mail stated what is ${what}`), what).toBeGreaterThan(0)
  },
)
