import { expect, test } from 'vitest'
import { pressHint } from './sign-up-form.tsx'

const ready = { ready: true, charged: true }

test.each([
  ['typing', ready, 'Nothing is charged before you press.'],
  ['declined', ready, 'Nothing is charged before you press.'],
  // The answer was lost: the card may have been charged.
  ['unsure', ready, 'If your card was charged before, pressing again does not charge it twice.'],
  ['typing', { ready: true, charged: false }, 'Nothing to pay: one press and the spot is yours.'],
  ['unsure', { ready: true, charged: false }, 'Nothing to pay: one press and the spot is yours.'],
  [
    'unsure',
    { ready: false, charged: true },
    'The button opens once every required field and the card are filled in.',
  ],
] as const)('the hint under the button, %s', (at, open, hint) => {
  expect(pressHint(at, open)).toBe(hint)
})
