import { expect, test } from 'vitest'
import { guestSchema, inputOf } from './guest-fields.tsx'

const before = {
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

test('leaves a guest unchanged if an admin opens the edit form and saves it without a change', () => {
  const input = inputOf(before)
  expect(input).toMatchObject({ nickname: '', totalDue: '480.01' })
  expect(guestSchema.parse(input)).toEqual(before)
  expect(guestSchema.parse(inputOf({ ...before, email: '' }))).toEqual({ ...before, email: null })
})

test.each(['', 'a lot', '-5', '1.234'])("refuses %j as a guest's price in the form", (totalDue) => {
  const checked = guestSchema.safeParse({ ...inputOf(before), totalDue })
  expect(checked.error?.issues.map(({ path }) => path[0])).toEqual(['totalDue'])
})
