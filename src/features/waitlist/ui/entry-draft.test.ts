import { expect, test } from 'vitest'
import type { DraftStorage } from '#features/booking/ui/guest/draft.ts'
import { forgetJoined, keepEntry, readEntry, type EntryDraft } from './entry-draft.ts'

function memory(): DraftStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const refusing = () => {
  throw new Error('refused')
}

const typing: EntryDraft = { stage: 'typing', values: { firstName: 'Ana', lastName: '', email: 'ana@' } }
const joined: EntryDraft = { stage: 'joined', email: 'ana@example.test' }

test('what is typed comes back, for its event alone, and is not forgotten on the way back', () => {
  const storage = memory()
  keepEntry(storage, 7, typing)
  forgetJoined(storage, 7)
  expect(readEntry(storage, 7)).toEqual(typing)
  expect(readEntry(storage, 8)).toBeNull()
})

test('who has joined is told again, until the form is wanted for another guest', () => {
  const storage = memory()
  keepEntry(storage, 7, joined)
  expect(readEntry(storage, 7)).toEqual(joined)
  forgetJoined(storage, 7)
  expect(readEntry(storage, 7)).toBeNull()
})

test('what cannot be read, or a storage that refuses, is no draft', () => {
  const storage = memory()
  storage.setItem('waitlist:7', '{"stage":')
  expect(readEntry(storage, 7)).toBeNull()
  const closed = { getItem: refusing, setItem: refusing, removeItem: refusing }
  keepEntry(closed, 7, typing)
  expect(readEntry(closed, 7)).toBeNull()
})
