/**
 * `npx stryker run` mutates the rules for money, spots, refunds, dates and reminders, which have no side
 * effects: docs/developers/measuring.md.
 */
export default {
  mutate: [
    'src/shared/{money,days,invoice-label,reservation-money}.ts',
    'src/domain/booking/domain/{settle,refund-policy,guest-actions,invoices,refunds,replacement,saved-card,sign-up}.ts',
    'src/domain/booking/payments/read-pace.ts',
    'src/domain/money/ledger/domain/entries.ts',
    'src/domain/{events,guests/privacy,desk/reconciliation,mail/reminders,booking/waitlist}/rules.ts',
    'src/domain/mail/reminders/plan-rules.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'stryker.vitest.config.ts', related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  // The command fails if the mutation score is below `break`.
  thresholds: { high: 98, low: 95, break: 90 },
  concurrency: 1,
  // This timeout is long, because a timeout on a busy machine would count as a mutant that the tests found. No
  // mutated rule can loop forever.
  timeoutMS: 120_000,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { logTests: false, reportTests: false },
  tempDirName: 'node_modules/.cache/stryker',
  ignorePatterns: ['build', 'data', 'deploy', 'docs', 'public', 'content', '.react-router'],
  // Turned off: Stryker reads `tsconfig.json` through TypeScript's classic API, which TypeScript 7 no longer
  // has.
  tsconfigFile: 'none',
}
