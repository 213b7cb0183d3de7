import { expect, test } from 'vitest'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'
import { NEW_EVENT } from './values.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const refuse = () => {
  throw new Error('full')
}

const values = { ...NEW_EVENT, name: 'Star Week', password: 'Yucca' }
const base = { version: 4, values: { ...NEW_EVENT, password: 'Agave' } }

test('what was typed is there again, but for the password', () => {
  const storage = memory()
  keepDraft(storage, '7', { values, base })
  expect([...storage.kept.values()].join()).not.toMatch(/Yucca|Agave/)
  expect(readDraft(storage, '7', 'Sotol')).toEqual({
    values: { ...values, password: 'Sotol' },
    base: { version: 4, values: { ...base.values, password: 'Sotol' } },
  })
})

test('each form has a draft of its own, until it is forgotten', () => {
  const storage = memory()
  keepDraft(storage, 'new', { values, base: null })
  expect(readDraft(storage, '7', '')).toBeNull()
  forgetDraft(storage, 'new')
  expect(readDraft(storage, 'new', '')).toBeNull()
})

test('a draft that cannot be read is none, and storage that refuses does no harm', () => {
  const broken = { getItem: () => '{"values":{}}', setItem: () => {}, removeItem: () => {} }
  expect(readDraft(broken, 'new', '')).toBeNull()
  const full = { getItem: refuse, setItem: refuse, removeItem: refuse }
  keepDraft(full, 'new', { values, base: null })
  forgetDraft(full, 'new')
  expect(readDraft(full, 'new', '')).toBeNull()
})
