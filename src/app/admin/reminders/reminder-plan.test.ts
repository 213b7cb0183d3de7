import { expect, test } from 'vitest'
import type { PlannedMail } from '#domain/mail/reminders/contract.ts'
import { describeHours, describeNext, describePlan } from './reminder-plan.tsx'

const row: PlannedMail = {
  type: 'welcome-info',
  day: '2027-06-24',
  why: '7 days before the start',
  wanted: 0,
  sent: 0,
  queued: 0,
  failed: 0,
  over: false,
}

test.each([
  [{}, 'Nobody right now'],
  [{ over: true }, 'Nobody'],
  [{ wanted: 3 }, '3 still to send'],
  [{ sent: 3, failed: 1, wanted: 2, queued: 1 }, '3 sent, 1 waiting, 1 failed, 2 still to send'],
])(
  'says in words how many scheduled e-mails were sent, failed or remain, for the counts %j',
  (changes, words) => {
    expect(describePlan({ ...row, ...changes })).toBe(words)
  },
)

test('names the hours in which the site sends reminders, and the time of the next reminder', () => {
  expect(describeHours({ from: 8, until: 21 })).toBe(
    'The site sends them between 8:00 AM and 9:00 PM, ranch time.',
  )
  expect(describeNext('2027-05-06T14:00:00.000Z', true)).toBe('Next: Thu, May 6, 2027, 8:00 AM.')
  expect(describeNext(null, false)).toBe('Nothing more is planned.')
})

test('does not say that nothing is planned while the plan has days on which no guest needs an e-mail yet', () => {
  expect(describeNext(null, true)).toBe('So far, no guest needs one.')
})
