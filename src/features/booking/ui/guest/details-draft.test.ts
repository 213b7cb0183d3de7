import { expect, test } from 'vitest'
import { forgetDetails, keepDetails, readDetails } from './details-draft.ts'
import type { DraftStorage } from './draft.ts'

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

function memory() {
  const kept = new Map<string, string>()
  const storage: DraftStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
  return { kept, storage }
}

test('what was typed comes back for its reservation alone, and nothing of it stays once it is forgotten', () => {
  const { kept, storage } = memory()
  keepDetails(storage, 7, typed)
  expect(readDetails(storage, 7)).toEqual(typed)
  expect(readDetails(storage, 8)).toBeNull()
  forgetDetails(storage, 7)
  expect(kept.size).toBe(0)
})

test('what cannot be read or written is no draft, and no failure', () => {
  const { storage } = memory()
  const full: DraftStorage = {
    ...storage,
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => keepDetails(full, 7, typed)).not.toThrow()
  storage.setItem('details:7', '{"phone":5}')
  expect(readDetails(storage, 7)).toBeNull()
})
