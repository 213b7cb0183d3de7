import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sessionDraft } from './draft.ts'
import { fakeSessionStorage } from '#test/support/app/session-storage.ts'

const schema = z.object({ name: z.string() })
const draft = sessionDraft('form', 7, schema)
const ana = { name: 'Ana' }

test('restores a draft only under its own name, until the draft is deleted', () => {
  const kept = fakeSessionStorage()
  draft.save(ana)
  expect(draft.read()).toEqual(ana)
  expect(sessionDraft('form', 8, schema).read()).toBeNull()
  draft.delete()
  expect(draft.read()).toBeNull()
  expect(kept.size).toBe(0)
})

test.each(['', '{"name":', '{"name":5}', 'null'])('refuses the stored text %j as a draft', (entry) => {
  fakeSessionStorage().set('form:7', entry)
  expect(draft.read()).toBeNull()
})

const refuse = () => {
  throw new Error('refused')
}

test.each([
  ['full', { sessionStorage: { getItem: refuse, setItem: refuse, removeItem: refuse } }],
  ['forbidden', Object.defineProperty({}, 'sessionStorage', { get: refuse })],
])("finds no draft, and throws no error, if the browser's storage is %s", (_, window) => {
  vi.stubGlobal('window', window)
  draft.save(ana)
  draft.delete()
  expect(draft.read()).toBeNull()
})

test('finds no draft while the server renders a page', () => {
  expect(draft.read()).toBeNull()
})
