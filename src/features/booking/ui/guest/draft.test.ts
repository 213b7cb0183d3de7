import { expect, test } from 'vitest'
import { forgetDraft, keepDraft, newDraft, readDraft, type Done, type DraftStorage } from './draft.ts'

function memory(): DraftStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

test('a draft comes back as it was kept, for its event alone', () => {
  const storage = memory()
  const draft = newDraft('attempt-number-0')
  const typed = { ...draft, values: { ...draft.values, firstName: 'Ana', safetyConsent: true } }
  keepDraft(storage, 7, typed)
  expect(readDraft(storage, 7)).toEqual(typed)
  expect(readDraft(storage, 8)).toBeNull()
  forgetDraft(storage, 7)
  expect(readDraft(storage, 7)).toBeNull()
})

test('after success nothing that was typed about health remains', () => {
  const storage = memory()
  const draft = newDraft('attempt-number-0')
  keepDraft(storage, 7, { ...draft, values: { ...draft.values, medicalConditions: 'Asthma' } })
  const done: Done = {
    stage: 'done',
    uuid: '0190a6f0-0000-7000-8000-000000000001',
    firstName: 'Ana',
    email: 'ana@example.test',
    paid: 45_000,
  }
  keepDraft(storage, 7, done)
  expect(readDraft(storage, 7)).toEqual(done)
})

test('what cannot be read or written is no draft, and no failure', () => {
  const storage = memory()
  storage.setItem('sign-up:7', '{"stage":"typing"')
  expect(readDraft(storage, 7)).toBeNull()
  storage.setItem('sign-up:7', '{"stage":"typing","values":{}}')
  expect(readDraft(storage, 7)).toBeNull()
  const full: DraftStorage = {
    ...memory(),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  expect(() => keepDraft(full, 7, newDraft('attempt-number-0'))).not.toThrow()
})
