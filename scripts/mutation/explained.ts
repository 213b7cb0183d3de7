/** The mutants that no test can tell from the code, and why. `npm run test:mutation` prints those that are missing here. */
import type { Explained } from './page.ts'

export const EXPLAINED: Explained[] = [
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
    file: 'src/features/booking/domain/settle.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'money is told of an intent alone: it is never null where money came',
  },
  {
    file: 'src/features/booking/domain/settle.ts',
    from: 'intent?.id',
    to: 'intent.id',
    why: 'money is told of an intent alone: it is never null where money came',
  },
  {
    file: 'src/features/booking/domain/refund-policy.ts',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'what is no payment has neither a fee to keep nor one that is missing',
  },
  {
    file: 'src/features/reminders/plan-rules.ts',
    from: "':'",
    to: '""',
    why: 'a kind has no digit, a day ten characters, and the count is followed by a word: the parts of the key cannot run together',
  },
  {
    file: 'src/features/reminders/plan-rules.ts',
    from: "status !== 'dropped'",
    to: 'true',
    why: '`saidBy` gives no mail by hand that was dropped; asked for the type alone',
  },
  {
    file: 'src/features/reminders/plan-rules.ts',
    from: "'dropped'",
    to: '""',
    why: '`saidBy` gives no mail by hand that was dropped; asked for the type alone',
  },
  {
    file: 'src/features/reminders/plan-rules.ts',
    from: 'stagesOf(other).every((stage) => stage.days !== days)',
    to: 'stagesOf(other).some(stage => stage.days !== days)',
    why: 'the one kind that says what another says has one stage: every one is some one',
  },
  {
    file: 'src/features/reminders/plan-rules.ts',
    from: 'days < 0',
    to: 'days <= 0',
    why: 'day 0 has its own words, given before',
  },
  {
    file: 'src/shared/money.ts',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'the first part of a match is skipped, and the others are missing still',
  },
  {
    file: 'src/shared/days.ts',
    from: '/^\\d{4}-\\d{2}-\\d{2}$/',
    to: '/\\d{4}-\\d{2}-\\d{2}$/',
    why: 'what has more before it is no date, or is another text on the way back',
  },
  {
    file: 'src/shared/days.ts',
    from: '/^\\d{4}-\\d{2}-\\d{2}$/',
    to: '/^\\d{4}-\\d{2}-\\d{2}/',
    why: 'what has more behind it is no date',
  },
  {
    file: 'src/features/reminders/rules.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'a key that names a kind has a base day; said for the type alone',
  },
  {
    file: 'src/features/reminders/rules.ts',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'the first part of a match is skipped, and the others are missing still',
  },
  {
    file: 'src/features/reminders/rules.ts',
    from: 'sentAt !== null',
    to: 'true',
    why: 'the day of no instant is in 1970, never today',
  },
  {
    file: 'src/features/booking/domain/refund-policy.ts',
    from: "'guest'",
    to: '""',
    why: 'the tiers ask only whether it was the retreat',
  },
  {
    file: 'src/features/booking/domain/refunds.ts',
    from: 'other.id > id',
    to: 'other.id >= id',
    why: 'the refund itself has failed, and such do not count',
  },
  {
    file: 'src/features/booking/domain/invoices.ts',
    from: 'true',
    to: 'false',
    why: 'asked of the sign-up’s own invoices alone, which are called by their purpose',
  },
]
