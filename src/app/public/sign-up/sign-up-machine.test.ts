import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signUpTable } from '#test/support/booking/sign-up-table.ts'
import {
  isOpen,
  type SignUpEffect,
  type SignUpEvent,
  type FormProblem,
  type SignUpState,
  nextState,
} from './sign-up-machine.ts'
import { type Bill, EMPTY_COMPANION, newDraft, type SignUpDraft, type SignUpValues } from './sign-up-draft.ts'

const UUID = '0190a6f0-0000-7000-8000-000000000001'
const attempt = 'attempt-number-1'
const intent = {
  paymentIntent: 'pi',
  clientSecret: 'secret',
  amount: 45_000,
  code: null,
  keepCard: false,
  wallets: false,
}
const blank = newDraft('attempt-number-0')
const typed = { ...blank.values, firstName: 'Wren', nickname: ' ', email: 'wren@example.test' }
const values = typed as unknown as SignUpValues
const withIntent: SignUpDraft = { ...blank, intent }
const held: SignUpDraft = { ...withIntent, uuid: UUID }

const opened: SignUpEvent = { type: 'opened', attempt: 'attempt-number-0', initial: {}, charged: true }
const bill: Bill = {
  guests: [{ name: 'Wren', choices: ['Shared room'] }],
  discount: { code: 'SPRING', cents: 9_000 },
  cost: 81_000,
  remainderDue: '2027-04-06',
}
const press: SignUpEvent = { type: 'pressed', values, bill }
const paid: SignUpEvent = { type: 'answered', outcome: { kind: 'succeeded', uuid: UUID }, attempt }
const ended = (outcome: Exclude<FormProblem, { kind: 'hold_ended' | 'refunded' }>): SignUpEvent => ({
  type: 'answered',
  outcome,
  attempt,
})

function after(...events: SignUpEvent[]): { state: SignUpState; effects: SignUpEffect[] } {
  let now: ReturnType<typeof nextState> = { state: { at: 'arriving' }, effects: [] }
  for (const event of events) now = nextState(now.state, event)
  return now
}
const arrived: SignUpEvent = { type: 'arrived', kept: null, charged: true }
const typing = [arrived, opened, { type: 'payment_opened', draft: withIntent }] as const
const asked = ({ effects }: { effects: SignUpEffect[] }) => effects.map((effect) => effect.do)
const reservedAs = (nickname: string) =>
  after(...typing, { type: 'typed', values: { ...typed, nickname } }, press, paid)

test('changes the state of the sign-up form as the table in sign-up-states.md says', async () => {
  await expect(signUpTable()).toMatchFileSnapshot('./sign-up-states.md')
})

describe('when a guest opens the form, the sign-up', () => {
  test('opens one payment of the amount due when the guest opens the form', () => {
    expect(asked(after(arrived, opened))).toEqual(['keep', 'open_payment'])
    expect(asked(after(arrived, opened, { type: 'left' }, opened))).toEqual([])
  })

  test('opens no payment with the sign-up form if the guest has nothing to pay', () => {
    const free = { charged: false }
    const { state, effects } = after({ ...arrived, ...free }, { ...opened, ...free })
    expect(state).toMatchObject({ at: 'typing', opening: false })
    expect(effects.map((effect) => effect.do)).toEqual(['keep'])
  })

  test('fills in the name and e-mail address that the page of a waitlist offer knows', () => {
    const known = { firstName: 'Wren', email: 'wren@example.test' }
    const { state } = after(arrived, { ...opened, initial: known })
    expect(state).toMatchObject({ draft: { values: { ...known, phone: '' } } })
  })

  test('keeps everything typed if the guest closes the sign-up form and opens it again', () => {
    const { state } = after(...typing, { type: 'typed', values: typed }, { type: 'left' }, opened)
    expect(state).toMatchObject({ at: 'typing', draft: { values: typed } })
  })
})

describe('a sign-up that continues after a reload', () => {
  test('restores the draft of a sign-up after a reload, and opens a payment for it', () => {
    const { state, effects } = after({ ...arrived, kept: withIntent })
    expect(state).toMatchObject({ at: 'typing', draft: withIntent })
    expect(asked({ effects })).toEqual(['keep', 'open_payment'])
  })

  test("asks for a held spot's status after a reload and when the card fields are ready, and opens no second payment", () => {
    const back = { ...arrived, kept: held }
    expect(asked(after(back))).toEqual(['keep', 'look_up'])
    expect(asked(after(back, { type: 'card_ready' }))).toEqual(['look_up'])
  })

  test.each([
    [{ kind: 'succeeded' as const, uuid: UUID }, 'reserved'],
    [{ kind: 'go_on' as const, draft: held }, 'typing'],
    [{ kind: 'hold_ended' as const, draft: blank, refunded: false }, 'hold_ended'],
    [{ kind: 'hold_ended' as const, draft: blank, refunded: true }, 'hold_ended'],
  ])('changes after a reload, if the server returns %o, to the state %s', (found, at) => {
    expect(after({ ...arrived, kept: held }, { type: 'looked_up', uuid: UUID, found }).state.at).toBe(at)
  })

  test("ignores the server's result about a reservation other than the draft's", () => {
    const before = after({ ...arrived, kept: held })
    const late = {
      type: 'looked_up',
      uuid: 'another',
      found: { kind: 'succeeded', uuid: 'another' },
    } as const
    expect(nextState(before.state, late)).toEqual({ state: before.state, effects: [] })
  })

  test('shows a finished sign-up after a reload instead of the form', () => {
    const done = after(...typing, press, paid).state
    if (done.at !== 'reserved') throw new Error(done.at)
    const { state } = after({ ...arrived, kept: done.done }, opened)
    expect(state).toEqual(done)
  })
})

describe('a sign-up that charges the guest once per press of its button', () => {
  test('waits after a press of the button for a payment that is still being opened, so that only one payment exists', () => {
    const waiting = after(arrived, opened, press)
    expect(asked(waiting)).toEqual(['keep'])
    expect(asked(nextState(waiting.state, { type: 'payment_opened', draft: withIntent }))).toEqual([
      'keep',
      'reserve_and_charge',
    ])
    const refused = { type: 'payment_refused', problem: { kind: 'unreachable' } } as const
    expect(asked(nextState(waiting.state, refused))).toEqual(['reserve_and_charge'])
  })

  test('ignores a second press of the button while the first press is still paying', () => {
    expect(after(...typing, press, press).effects).toEqual([])
  })

  test('keeps what the guest types while an API call for the payment is running', () => {
    const { state } = after(
      ...typing,
      press,
      { type: 'typed', values: typed },
      { type: 'got_further', draft: held },
    )
    expect(state).toMatchObject({ draft: { uuid: UUID, values: typed } })
  })

  test('deletes all answers after success, makes the server check the payment, and greets the guest by the nickname', () => {
    expect(reservedAs(' ')).toEqual({
      state: {
        at: 'reserved',
        done: {
          stage: 'done',
          uuid: UUID,
          calledName: 'Wren',
          email: 'wren@example.test',
          companions: [],
          household: { address: '', emergencyContactName: '', emergencyContactPhone: '' },
          paid: 45_000,
          bill,
        },
      },
      effects: [
        { do: 'keep', kept: expect.objectContaining({ stage: 'done' }) },
        { do: 'confirm', uuid: UUID },
      ],
    })
    expect(reservedAs('Birdie').state).toMatchObject({ done: { calledName: 'Birdie' } })
  })

  test("drops a sign-up's private link if the server does not know it, but ignores replies about other links (R32.5)", () => {
    const { state } = reservedAs('Birdie')
    const { state: unlinked, effects } = nextState(state, { type: 'link_unknown', uuid: UUID })
    expect(unlinked).toMatchObject({ at: 'reserved', done: { uuid: null, calledName: 'Birdie' } })
    expect(effects).toMatchObject([{ do: 'keep', kept: { stage: 'done', uuid: null } }])
    const other = { type: 'link_unknown', uuid: '00000000-0000-4000-8000-000000000000' } as const
    expect(nextState(state, other).state).toBe(state)
  })

  test.each<[Exclude<FormProblem, { kind: 'hold_ended' | 'refunded' }>, string]>([
    [{ kind: 'declined', message: 'No.' }, 'declined'],
    [{ kind: 'unexpected' }, 'unsure'],
    [{ kind: 'unreachable' }, 'unsure'],
    [{ kind: 'invalid', fields: {} }, 'refused'],
    [{ kind: 'refused', message: 'Too many.' }, 'refused'],
    [{ kind: 'amount_changed' }, 'refused'],
    [{ kind: 'event_full', message: 'Only 1 spot is left.' }, 'full'],
    [{ kind: 'event_started' }, 'over'],
    [{ kind: 'event_cancelled' }, 'over'],
    [{ kind: 'event_gone' }, 'over'],
  ])(
    'after the result %o, changes to the state %s, keeps everything typed, and accepts another press',
    (problem, at) => {
      const { state } = after(...typing, { type: 'typed', values: typed }, press, ended(problem))
      expect(state).toMatchObject({ at, problem, draft: { values: typed } })
      expect(asked(nextState(state, press))).toEqual(['keep', 'reserve_and_charge'])
    },
  )

  test('refetches the event only if the result of a press says that its price or spots have changed', () => {
    const full = { kind: 'event_full', message: '' } as const
    expect(asked(after(...typing, press, ended(full)))).toContain('refresh_page')
    for (const kind of ['event_started', 'event_cancelled', 'event_gone', 'amount_changed'] as const)
      expect(asked(after(...typing, press, ended({ kind })))).toContain('refresh_page')
    for (const kind of ['unexpected', 'unreachable'] as const)
      expect(asked(after(...typing, press, ended({ kind })))).not.toContain('refresh_page')
  })

  test('uses a new attempt key and a new payment after the amount has changed', () => {
    const { state } = after(
      ...typing,
      press,
      { type: 'got_further', draft: held },
      ended({ kind: 'amount_changed' }),
    )
    expect(state).toMatchObject({ draft: { attempt, intent: null, uuid: null } })
  })

  test('continues after a decline with the same attempt key and the same held spot', () => {
    const { state } = after(
      ...typing,
      press,
      { type: 'got_further', draft: held },
      ended({ kind: 'declined', message: '' }),
    )
    expect(state).toMatchObject({ draft: { attempt: 'attempt-number-0', uuid: UUID } })
  })
})

describe('a sign-up with companions (R39.1)', () => {
  const ben = { customerName: 'Ben Ortiz', email: '', options: [3] }
  const brought: SignUpEvent = { type: 'companions_changed', companions: [ben] }

  test('lets the guest change companions and options before and during a hold, and keeps these changes at later steps', () => {
    const declined = ended({ kind: 'declined', message: '' })
    const { state, effects } = after(
      ...typing,
      press,
      { type: 'got_further', draft: held },
      declined,
      brought,
      { type: 'chosen', chosen: { options: [4] } },
      press,
      { type: 'got_further', draft: held },
    )
    expect(state).toMatchObject({ at: 'paying', draft: { uuid: UUID, companions: [ben], options: [4] } })
    expect(asked({ effects })).toEqual(['keep'])
  })

  test('does not let the guest change companions while the payment for their spots is running', () => {
    expect(after(...typing, press, brought).state).toMatchObject({ draft: { companions: [] } })
  })

  test('returns from the state "full" to the form when the guest removes a companion', () => {
    const full = ended({ kind: 'event_full', message: 'Only 1 spot is left.' })
    const { state } = after(...typing, brought, press, full)
    expect(state).toMatchObject({ at: 'full', draft: { companions: [ben] } })
    const alone = nextState(state, { type: 'companions_changed', companions: [] }).state
    expect(alone).toMatchObject({ at: 'typing', draft: { companions: [] } })
  })

  test('opens the form with fields for as many companions as the offer of several spots allows', () => {
    const { state } = after(arrived, { ...opened, companions: 2 })
    expect(state).toMatchObject({ draft: { companions: [EMPTY_COMPANION, EMPTY_COMPANION] } })
  })

  test('lists the names and e-mail addresses of the companions after success', () => {
    expect(after(...typing, brought, press, paid).state).toMatchObject({
      done: { companions: [{ customerName: 'Ben Ortiz', email: '' }] },
    })
  })
})

describe('a sign-up with a discount code (R41)', () => {
  const code = { code: 'SPRING', kind: 'percent', value: 10, suggestion: null, pays: null } as const
  const applied: SignUpEvent = { type: 'chosen', chosen: { code, keepCard: true } }
  const refused = ended({ kind: 'code_refused', code: 'SPRING', message: 'Used up.' })

  test('removes a refused discount code from the draft, and keeps everything else', () => {
    const { state } = after(...typing, applied, { type: 'typed', values: typed }, press, refused)
    expect(state).toMatchObject({
      at: 'refused',
      problem: { code: 'SPRING', message: 'Used up.' },
      draft: { code: null, keepCard: true, values: typed },
    })
  })

  test('removes a discount code that the server refuses while the form is closed', () => {
    const { state } = after(...typing, applied, press, { type: 'left' }, refused)
    expect(state).toMatchObject({ at: 'reading', draft: { code: null } })
  })

  test('keeps the discount code and the consent to save the card when the spot is reserved', () => {
    const { state } = after(...typing, applied, press, { type: 'got_further', draft: held })
    expect(state).toMatchObject({ draft: { uuid: UUID, code, keepCard: true } })
  })
})

describe('a sign-up whose form the guest closes during the payment', () => {
  const left = after(...typing, press, { type: 'left' }).state

  test('hides a form that the guest closes during a payment, and continues the payment', () => {
    expect(left.at).toBe('paying')
    expect(isOpen(left)).toBe(false)
    expect(isOpen(nextState(left, opened).state)).toBe(true)
  })

  test('leaves a closed form closed when the payment fails later, but shows the confirmation after a success', () => {
    expect(nextState(left, ended({ kind: 'declined', message: '' })).state.at).toBe('reading')
    expect(nextState(left, paid).state.at).toBe('reserved')
  })
})

test("offers the next guest this guest's address and emergency contact, but no medical answers", () => {
  const shared = { address: '1 Mesa Road', emergencyContactName: 'Ben', emergencyContactPhone: '505' }
  const told = { ...typed, ...shared, medicalConditions: 'Asthma' }
  const { state } = after(...typing, { type: 'typed', values: told }, press, paid, {
    type: 'started_over',
    attempt,
    charged: true,
  })
  expect(state).toMatchObject({ draft: { household: shared, values: blank.values } })
  expect(JSON.stringify(state)).not.toContain('Asthma')
})

test('starts the next guest with an empty form and a new attempt key', () => {
  const { state } = after(...typing, press, paid, { type: 'started_over', attempt, charged: true })
  expect(state).toMatchObject({ at: 'typing', draft: { values: blank.values, attempt, uuid: null } })
})

const EVENT = constantFrom<SignUpEvent>(
  { ...arrived, kept: held },
  arrived,
  opened,
  { type: 'left' },
  { type: 'typed', values: typed },
  press,
  { type: 'payment_opened', draft: withIntent },
  { type: 'payment_refused', problem: { kind: 'event_full', message: '' } },
  { type: 'got_further', draft: held },
  paid,
  ended({ kind: 'unreachable' }),
  ended({ kind: 'declined', message: '' }),
  { type: 'card_ready' },
  { type: 'looked_up', uuid: UUID, found: { kind: 'succeeded', uuid: UUID } },
  { type: 'looked_up', uuid: UUID, found: { kind: 'hold_ended', draft: blank, refunded: true } },
)

test('runs at most one charge and opens one payment at a time, and keeps all typed text, for any order of events', () => {
  assert(
    property(array(EVENT, { maxLength: 30 }), (story) => {
      let state: SignUpState = { at: 'arriving' }
      let charging = 0
      let opening = 0
      let lastTyped: unknown = null
      for (const event of story) {
        // Skips a result if no charge is running, because then no result can arrive.
        if (event.type === 'answered' && charging === 0) continue
        if (event.type.startsWith('payment_') && opening === 0) continue
        const before = state
        const next = nextState(state, event)
        state = next.state
        if (event.type === 'answered') charging -= 1
        if (event.type.startsWith('payment_')) opening -= 1
        for (const effect of next.effects) {
          if (effect.do === 'reserve_and_charge') charging += 1
          if (effect.do === 'open_payment') opening += 1
        }
        expect(charging).toBeLessThanOrEqual(1)
        expect(opening).toBeLessThanOrEqual(1)
        if (charging > 0) expect(state.at).toBe('paying')
        if (event.type === 'typed' && (before.at === 'paying' || isOpen(before))) lastTyped = event.values
        if (lastTyped !== null && 'draft' in state) expect(state.draft?.values).toEqual(lastTyped)
        if (state.at === 'reserved') return
      }
    }),
  )
})
