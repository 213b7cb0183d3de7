import { expect, test } from 'vitest'
import { type ErasureFacts, dueEnd, eraseProblem, purgeDay, receiptsOverdue } from './rules.ts'

test("deletes a guest's data PURGE_AFTER_DAYS days after the event's last day at the ranch", () => {
  expect(purgeDay('2026-11-13', 14)).toBe('2026-11-27')
  expect(dueEnd('2026-11-27', 14)).toBe('2026-11-13')
  expect(dueEnd('2026-11-26', 14) < '2026-11-13').toBe(true)
})

test('counts a deletion receipt as late after three days', () => {
  expect(receiptsOverdue(new Date('2026-11-27T09:30:00Z'))).toEqual(new Date('2026-11-24T09:30:00Z'))
})

const gone: ErasureFacts = { status: 'cancelled', over: false, stillToPay: 0, refunds: [] }

test.each([
  ['allows early deletion for a canceled stay', gone, null],
  ['allows early deletion for a canceled stay that was never paid', { ...gone, stillToPay: 1 }, null],
  ['allows early deletion for an expired hold', { ...gone, status: 'expired' }, null],
  [
    'allows early deletion for a hold that was paid too late and refunded',
    { ...gone, status: 'refunded', refunds: ['succeeded'] },
    null,
  ],
  ['allows early deletion for a past stay that is paid', { ...gone, status: 'confirmed', over: true }, null],
  ['refuses early deletion for a coming stay', { ...gone, status: 'confirmed' }, 'still_coming'],
  ['refuses early deletion for a hold in progress', { ...gone, status: 'pending' }, 'still_pending'],
  [
    'refuses early deletion for a past stay that is not fully paid',
    { ...gone, status: 'confirmed', over: true, stillToPay: 1 },
    'money_owed',
  ],
  [
    'refuses early deletion while a manual refund is due',
    { ...gone, refunds: ['succeeded', 'owed'] },
    'money_owed',
  ],
  [
    'refuses early deletion after a refund that the card refused',
    { ...gone, refunds: ['failed'] },
    'money_owed',
  ],
  [
    'refuses early deletion while a refund is in progress',
    { ...gone, refunds: ['requested'] },
    'refund_under_way',
  ],
] as const)('decides whether a guest may have their data deleted early: %s', (_title, asked, problem) => {
  expect(eraseProblem({ ...asked, refunds: [...asked.refunds] })).toBe(problem)
})
