import { expect, test } from 'vitest'
import { type Asked, dueEnd, eraseProblem, purgeDay, receiptsOverdue } from './rules.ts'

test('the day is PURGE_AFTER_DAYS after the last one at the ranch, and an event is due from it on', () => {
  expect(purgeDay('2026-11-13', 14)).toBe('2026-11-27')
  expect(dueEnd('2026-11-27', 14)).toBe('2026-11-13')
  expect(dueEnd('2026-11-26', 14) < '2026-11-13').toBe(true)
})

test('a receipt has three days to go out', () => {
  expect(receiptsOverdue(new Date('2026-11-27T09:30:00Z'))).toEqual(new Date('2026-11-24T09:30:00Z'))
})

const gone: Asked = { status: 'cancelled', over: false, stillToPay: 0, refunds: [] }

test.each([
  ['a canceled stay', gone, null],
  ['a canceled stay that was never paid', { ...gone, stillToPay: 1 }, null],
  ['an expired hold', { ...gone, status: 'expired' }, null],
  ['one that was paid too late', { ...gone, status: 'refunded', refunds: ['succeeded'] }, null],
  ['a stay that is over and paid', { ...gone, status: 'confirmed', over: true }, null],
  ['a stay to come', { ...gone, status: 'confirmed' }, 'still_coming'],
  ['a hold', { ...gone, status: 'pending' }, 'still_pending'],
  [
    'a stay that is over and not paid',
    { ...gone, status: 'confirmed', over: true, stillToPay: 1 },
    'money_owed',
  ],
  ['money to give back by hand', { ...gone, refunds: ['succeeded', 'owed'] }, 'money_owed'],
  ['a refund that the card refused', { ...gone, refunds: ['failed'] }, 'money_owed'],
  ['a refund on its way', { ...gone, refunds: ['requested'] }, 'refund_under_way'],
] as const)('%s', (_title, asked, problem) => {
  expect(eraseProblem({ ...asked, refunds: [...asked.refunds] })).toBe(problem)
})
