import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sessionDraft } from './session-draft.ts'
import { fakeSessionStorage } from './testing/session-storage.ts'

const schema = z.object({ name: z.string() })
const draft = sessionDraft('form:7', schema)
const ana = { name: 'Ana' }

test('a draft comes back as it was kept, under its key alone, until it is forgotten', () => {
  const kept = fakeSessionStorage()
  draft.save(ana)
  expect(draft.read()).toEqual(ana)
  expect(sessionDraft('form:8', schema).read()).toBeNull()
  draft.forget()
  expect(draft.read()).toBeNull()
  expect(kept.size).toBe(0)
})

test.each(['', '{"name":', '{"name":5}', 'null'])('an entry %j is no draft', (entry) => {
  fakeSessionStorage().set('form:7', entry)
  expect(draft.read()).toBeNull()
})

const refuse = () => {
  throw new Error('refused')
}

test.each([
  ['full', { sessionStorage: { getItem: refuse, setItem: refuse, removeItem: refuse } }],
  ['forbidden', Object.defineProperty({}, 'sessionStorage', { get: refuse })],
])('a %s storage is as none', (_, window) => {
  vi.stubGlobal('window', window)
  draft.save(ana)
  draft.forget()
  expect(draft.read()).toBeNull()
})

test('on the server there is no draft', () => {
  expect(draft.read()).toBeNull()
})
