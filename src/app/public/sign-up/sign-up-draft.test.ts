import { expect, test } from 'vitest'
import { fakeSessionStorage } from '#test/support/app/session-storage.ts'
import { companionProblems, householdOf, newDraft, signUpDraft, type SignUpDone } from './sign-up-draft.ts'

const draft = newDraft('attempt-number-0')

test('restores the draft of a sign-up, but only for its own event', () => {
  fakeSessionStorage()
  const typed = { ...draft, values: { ...draft.values, firstName: 'Ana', safetyConsent: true } }
  signUpDraft(7).save(typed)
  expect(signUpDraft(7).read()).toEqual(typed)
  expect(signUpDraft(8).read()).toBeNull()
})

test('keeps no medical answers in the browser after the sign-up has succeeded', () => {
  const kept = fakeSessionStorage()
  signUpDraft(7).save({ ...draft, values: { ...draft.values, medicalConditions: 'Asthma' } })
  const done: SignUpDone = {
    stage: 'done',
    uuid: '0190a6f0-0000-7000-8000-000000000001',
    calledName: 'Ana',
    email: 'ana@example.test',
    paid: 45_000,
    companions: [],
    bill: null,
    household: householdOf({ ...draft.values, address: '1 Mesa Road', medicalConditions: 'Asthma' }),
  }
  signUpDraft(7).save(done)
  expect(signUpDraft(7).read()).toEqual(done)
  expect(done.household?.address).toBe('1 Mesa Road')
  expect([...kept.values()].join()).not.toContain('Asthma')
})

test('reads a draft of a sign-up that an older version of the site has saved', () => {
  const kept = fakeSessionStorage()
  const { heldUntil: _until, household: _household, companions: _companions, ...older } = draft
  kept.set('sign-up:7', JSON.stringify(older))
  expect(signUpDraft(7).read()).toEqual(draft)
})

test('rejects a draft of a sign-up without an attempt key, and reads missing or invalid fields as empty', () => {
  const kept = fakeSessionStorage()
  kept.set('sign-up:7', '{"stage":"typing","values":{}}')
  expect(signUpDraft(7).read()).toBeNull()
  kept.set('sign-up:7', JSON.stringify({ ...draft, values: { firstName: 'Ana', phone: 5 } }))
  expect(signUpDraft(7).read()).toEqual({ ...draft, values: { ...draft.values, firstName: 'Ana' } })
})

test("requires a companion's name and lodging, and checks the e-mail address if there is one (R39.1)", () => {
  const ben = { customerName: 'Ben Ortiz', email: '', options: [] }
  expect(companionProblems([ben], [])).toEqual({})
  const lodging = { kind: 'lodging', name: 'Shared room', description: null, price: 0 } as const
  const rooms = [{ ...lodging, id: 1, left: null, soldOut: false }]
  const problems = companionProblems(
    [
      { ...ben, options: [1] },
      { ...ben, customerName: ' ', email: 'ben@' },
    ],
    rooms,
  )
  expect(problems).toEqual({
    'companions.1.options': 'Please choose where you will sleep',
    'companions.1.customerName': 'Required',
    'companions.1.email': 'Please check this email address: its end is missing, such as “.com”',
  })
})
