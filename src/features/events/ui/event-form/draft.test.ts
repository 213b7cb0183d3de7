import { expect, test } from 'vitest'
import { fakeSessionStorage } from '#ui/testing/session-storage.ts'
import { eventDraft } from './draft.ts'
import { NEW_EVENT } from './values.ts'

const values = { ...NEW_EVENT, name: 'Star Week', password: 'Yucca' }
const base = { version: 4, values: { ...NEW_EVENT, password: 'Agave' } }

test('what was typed is there again, but for the password', () => {
  const kept = fakeSessionStorage()
  eventDraft('7', 'Sotol').keep({ values, base })
  expect([...kept.values()].join()).not.toMatch(/Yucca|Agave|Sotol/)
  expect(eventDraft('7', 'Sotol').read()).toEqual({
    values: { ...values, password: 'Sotol' },
    base: { version: 4, values: { ...base.values, password: 'Sotol' } },
  })
})

test('each form has a draft of its own, until it is forgotten', () => {
  fakeSessionStorage()
  eventDraft('new', '').keep({ values, base: null })
  expect(eventDraft('7', '').read()).toBeNull()
  eventDraft('new', '').forget()
  expect(eventDraft('new', '').read()).toBeNull()
})

test('a draft that lacks a field is none', () => {
  fakeSessionStorage().set('event-form:new', '{"values":{},"base":null}')
  expect(eventDraft('new', '').read()).toBeNull()
})
