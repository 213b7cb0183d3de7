import { expect, test } from 'vitest'
import { remindersWords, skippedWords } from './remind-late.tsx'

test('states how many reminders are on their way, and who was skipped and why', () => {
  expect([remindersWords(1), remindersWords(8)]).toEqual([
    '1 reminder is on its way.',
    '8 reminders are on their way.',
  ])
  const skipped = [{ reservationId: 7, why: 'Already reminded today.' }]
  expect(skippedWords(skipped, [{ reservationId: 7, name: 'Ana Ortiz' }])).toEqual([
    'Ana Ortiz: Already reminded today.',
  ])
  expect(skippedWords(skipped, [])).toEqual(['A guest: Already reminded today.'])
})
