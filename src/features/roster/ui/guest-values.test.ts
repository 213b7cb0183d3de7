import { expect, test } from 'vitest'
import {
  changesOf,
  conflictsOf,
  guestSchema,
  inputOf,
  mergeOf,
  valuesOf,
  type GuestValues,
} from './guest-values.ts'

const before: GuestValues = {
  customerName: 'Ana Ortiz',
  email: 'ana@example.test',
  nickname: null,
  phone: '505-555-0101',
  address: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  foodAllergies: 'Nuts',
  medicalConditions: 'None',
  otherInformation: null,
  notes: null,
  safetyConsent: true,
  photoConsent: false,
  totalDue: 48_001,
}

test('what a form shows reads back as what it was made of', () => {
  const input = inputOf(before)
  expect(input).toMatchObject({ nickname: '', totalDue: '480.01' })
  expect(guestSchema.parse(input)).toEqual(before)
  expect(valuesOf({ ...before, id: 7, uuid: 'u' } as unknown as Parameters<typeof valuesOf>[0])).toEqual(
    before,
  )
})

test.each(['', 'a lot', '-5', '1.234'])('%j is no sum', (totalDue) => {
  const checked = guestSchema.safeParse({ ...inputOf(before), totalDue })
  expect(checked.error?.issues.map(({ path }) => path[0])).toEqual(['totalDue'])
})

test('only what was changed is sent', () => {
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf(before, { ...before, phone: '1', nickname: 'Red' })).toEqual({
    phone: '1',
    nickname: 'Red',
  })
})

test('two changes of different fields go together; of one field they are told apart', () => {
  const mine = { ...before, phone: 'mine', notes: 'same' }
  const theirs = { ...before, phone: 'theirs', notes: 'same', address: 'theirs' }
  expect(conflictsOf(before, theirs, mine)).toEqual(['phone'])
  expect(conflictsOf(before, { ...before, address: 'theirs' }, mine)).toEqual([])
  expect(mergeOf(before, theirs, mine)).toEqual({
    ...before,
    phone: 'mine',
    notes: 'same',
    address: 'theirs',
  })
})
