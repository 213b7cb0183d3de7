import { expect, test } from 'vitest'
import { NEVER_TWICE } from '#app/guest/payment/card-errors.ts'
import { payHint } from '#app/guest/payment/pay-invoice-form.tsx'
import { pressHint } from './sign-up-form.tsx'
import { describeHold } from './sign-up-outcome.tsx'

const ready = { ready: true, missing: [], charged: true, tried: false, people: 1 }
const free = { ...ready, charged: false }

test.each([
  ['typing', ready, 'You won’t be charged until you press the button.'],
  ['declined', { ...ready, tried: true }, 'You won’t be charged until you press the button.'],
  ['refused', ready, 'You won’t be charged until you press the button.'],
  // The server refused the last attempt, but an attempt before that may have charged the card.
  ['refused', { ...ready, tried: true }, NEVER_TWICE],
  // The guest reloaded the page during a payment.
  ['typing', { ...ready, tried: true }, NEVER_TWICE],
  ['paying', { ...ready, tried: true }, 'One moment. Please keep this page open.'],
  // The server's reply was lost, so the card may have been charged.
  ['unsure', ready, NEVER_TWICE],
  ['typing', free, 'Nothing to pay. Press the button, and the spot is yours.'],
  ['unsure', free, 'Nothing to pay. Press the button, and the spot is yours.'],
  ['typing', { ...free, people: 2 }, 'Nothing to pay. Press the button, and all spots are yours.'],
  ['unsure', { ...ready, ready: false }, 'Please check the marked fields above.'],
  ['typing', { ...ready, ready: false, missing: ['Phone', 'Card'] }, 'Still missing: Phone, Card.'],
  [
    'typing',
    { ...free, ready: false, missing: ['First name', 'Last name', 'Phone', 'Safety consent'] },
    'Still missing: First name, Last name and 2 more. Until then, the button only shows what is missing.',
  ],
] as const)(
  'explains under the sign-up button what the next press does, when the form is in the state "%s"',
  (at, open, hint) => {
    expect(pressHint(at, open)).toBe(hint)
  },
)

test.each([
  [null, 'You won’t be charged until you press the button.'],
  [{ kind: 'declined', message: '' }, 'You won’t be charged until you press the button.'],
  [{ kind: 'unreachable' }, NEVER_TWICE],
  [{ kind: 'unexpected' }, NEVER_TWICE],
] as const)(
  'explains under the button of an invoice what the next press does, after the outcome %o',
  (outcome, hint) => {
    expect(payHint(outcome)).toBe(hint)
  },
)

test("says after a decline that nothing was charged, and until when the spot is held on the guest's clock (R31.6)", () => {
  expect(describeHold(new Date(2027, 0, 5, 15, 40).toISOString(), 1)).toMatch(
    /^Nothing was charged\. .*another one, and press the button again by 3:40 PM\. After that, the spot may/,
  )
  expect(describeHold(null, 3)).toContain('press the button again soon. After that, the spots may')
})
