import { expect, test } from 'vitest'
import { fakeSessionStorage } from '#test/support/app/session-storage.ts'
import { entryDraft, forgetJoined, type EntryDraft } from './waitlist-form.tsx'

const typing: EntryDraft = {
  stage: 'typing',
  values: { firstName: 'Ana', lastName: '', email: 'ana@', size: '2' },
}
const joined: EntryDraft = { stage: 'joined', email: 'ana@example.test', size: 2 }

test('restores the values of the waitlist form for the same event only, even when the visitor returns to the form', () => {
  fakeSessionStorage()
  entryDraft(7).save(typing)
  forgetJoined(7)
  expect(entryDraft(7).read()).toEqual(typing)
  expect(entryDraft(8).read()).toBeNull()
})

test('restores the message that the guest has joined the waitlist, until the form is opened for another guest', () => {
  fakeSessionStorage()
  entryDraft(7).save(joined)
  expect(entryDraft(7).read()).toEqual(joined)
  forgetJoined(7)
  expect(entryDraft(7).read()).toBeNull()
})
