import { expect, test } from 'vitest'
import { fakeSessionStorage } from '#ui/testing/session-storage.ts'
import { detailsDraft } from './details-values.ts'

const typed = {
  nickname: '',
  phone: '505',
  address: '',
  emergencyContactName: '',
  emergencyContactPhone: '',
  foodAllergies: 'Pecans',
  medicalConditions: 'Asthma',
  otherInformation: '',
  safetyConsent: true,
  photoConsent: false,
}

test('what was typed comes back for its reservation alone, and nothing of it stays once it is forgotten', () => {
  const kept = fakeSessionStorage()
  detailsDraft(7).keep(typed)
  expect(detailsDraft(7).read()).toEqual(typed)
  expect(detailsDraft(8).read()).toBeNull()
  detailsDraft(7).forget()
  expect(kept.size).toBe(0)
})

test('details that lack a field are no draft', () => {
  fakeSessionStorage().set('details:7', '{"phone":"505"}')
  expect(detailsDraft(7).read()).toBeNull()
})
