/** What must hold under load and faults (group R20 of docs/requirements.md), and which tests prove it. */

export interface Claim {
  what: string
  /** Files of tests; `*.deep.*` run with `npm run test:deep`, the others with each `npm test`. */
  tests: string[]
  /** A file of docs/measured that tells a figure, too. */
  measured?: 'bench' | 'soak'
}

export const CLAIMS: readonly Claim[] = [
  {
    what: 'Spots: 200 at once for the last ones, two processes, and without the lock it oversells',
    tests: [
      'src/server/resilience-tests/last-spots.test.ts',
      'src/server/resilience-tests/last-spots.deep.test.ts',
    ],
  },
  {
    what: 'History: 10,000 random operations; spots, invoices and the provider’s ledger agree to the cent',
    tests: [
      'src/features/booking/testing/random-history/history.test.ts',
      'src/features/booking/testing/random-history/mistakes.test.ts',
      'src/features/booking/testing/random-history/history.deep.test.ts',
      'src/features/booking/testing/random-history/mistakes.deep.test.ts',
      'src/features/waitlist/random.deep.test.ts',
    ],
  },
  {
    what: 'Webhooks: a hundred times, in any order, late or never: the same end, one mail',
    tests: [
      'src/features/booking/payments/webhook.test.ts',
      'src/server/security-tests/webhook-forgery.test.ts',
    ],
  },
  {
    what: 'Process killed at each step between card and record: nothing lost, nothing double',
    tests: [
      'src/server/resilience-tests/crash-recovery.test.ts',
      'src/features/booking/payments/kill-points.test.ts',
      'src/server/resilience-tests/crash-recovery.deep.test.ts',
    ],
  },
  {
    what: 'Paid late: confirmed if a spot is free, else refunded once, both told',
    tests: [
      'src/features/booking/domain/settle.test.ts',
      'src/features/booking/testing/random-history/history.test.ts',
      'src/features/booking/testing/random-history/history.deep.test.ts',
    ],
  },
  {
    what: 'Twice: double click, two tabs, resubmit: one reservation, one charge',
    tests: [
      'src/features/booking/use-cases/sign-up-repeated.test.ts',
      'src/features/booking/testing/random-history/history.test.ts',
    ],
  },
  {
    what: 'Mail down for an hour while 50 sign up: each gets one mail within 5 minutes of its return',
    tests: [
      'src/server/resilience-tests/email-outage.test.ts',
      'src/server/resilience-tests/email-outage.deep.test.ts',
    ],
  },
  {
    what: 'Database restarted under load: errors for 10 s at most, nothing acknowledged is lost',
    tests: ['src/server/resilience-tests/restarts-under-load.test.ts'],
  },
  {
    what: 'SIGTERM under load: no request fails, ends within 10 s',
    tests: [
      'src/server/resilience-tests/restarts-under-load.test.ts',
      'src/server/resilience-tests/rolling-restart.deep.test.ts',
    ],
  },
  {
    what: 'Dates: 30 days before, for every start day 2026–2030, in three zones; reminders once',
    tests: [
      'src/features/events/dates.test.ts',
      'src/features/reminders/seasons.test.ts',
      'src/features/reminders/seasons.deep.test.ts',
      'src/features/reminders/clock.deep.test.ts',
    ],
  },
  {
    what: 'Two admins on one event: 409 `stale`, sees what changed, loses nothing typed',
    tests: ['src/features/events/stale-edit.test.ts', 'e2e/event-form-kept.spec.ts'],
  },
  {
    what: 'Scale: 10,000 events, 100,000 reservations: lists in 200 ms and 150 KB; tables stream',
    tests: [
      'scripts/scale/lists.deep.test.ts',
      'scripts/scale/work.deep.test.ts',
      'src/features/today/scale.deep.test.ts',
      'src/features/reminders/scale.deep.test.ts',
      'src/features/reconciliation/scale.deep.test.ts',
    ],
    measured: 'bench',
  },
  {
    what: 'Backup: everything but the keys makes the round trip; nightly proofs of restore and books',
    tests: [
      'src/features/backup/round-trip.test.ts',
      'src/features/backup/prove-backup.test.ts',
      'src/server/backup/commands.deep.test.ts',
      'src/server/backup/backup-requests.deep.test.ts',
      'src/server/backup/purged-first.deep.test.ts',
      'src/server/backup/lost-payments.deep.test.ts',
      'src/server/backup/night-in-bucket.deep.test.ts',
      'src/features/reconciliation/jobs.test.ts',
    ],
  },
  {
    what: 'Soak: 30 minutes of mixed traffic: memory flat',
    tests: ['scripts/soak/memory.test.ts'],
    measured: 'soak',
  },
]
