import { expect, test } from 'vitest'
import { describeReminders, describeSkipped } from './remind-guests.tsx'

test('says how many payment reminders the site sends, and which guests get none and why', () => {
  expect([describeReminders(1), describeReminders(8)]).toEqual([
    '1 reminder is on its way.',
    '8 reminders are on their way.',
  ])
  const skipped = [{ reservationId: 7, why: 'Already reminded today.' }]
  expect(describeSkipped(skipped, [{ reservationId: 7, name: 'Ana Ortiz' }])).toEqual([
    'Ana Ortiz: Already reminded today.',
  ])
  expect(describeSkipped(skipped, [])).toEqual(['A guest: Already reminded today.'])
})
