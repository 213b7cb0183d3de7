/**
 * The mutants that no test can tell from the code, and why. `npm run test:mutation` prints those that are missing here.
 * @type {import('./page.mjs').Explained[]}
 */
export const EXPLAINED = [
  {
    file: 'src/shared/reservation-money.ts',
    from: '{ late: 0, cancellation: 0, goodwill: 0 }',
    to: '{}',
    why: 'the loop below sets each of them',
  },
  {
    file: 'src/shared/reservation-money.ts',
    from: 'due !== null',
    to: 'true',
    why: 'null is not later than any day either; it is said for the types',
  },
  {
    file: 'src/capabilities/booking/rules.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'money is told of an intent alone: it is never null where money came',
  },
  {
    file: 'src/capabilities/booking/rules.ts',
    from: 'intent?.id',
    to: 'intent.id',
    why: 'money is told of an intent alone: it is never null where money came',
  },
  {
    file: 'src/capabilities/booking/cancel/rules.ts',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'what is no payment has neither a fee to keep nor one that is missing',
  },
]
