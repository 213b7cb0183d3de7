import {
  type SignUpEvent,
  type FormProblem,
  type SignUpState,
  nextState,
} from '#app/public/sign-up/sign-up-machine.ts'
import {
  EMPTY_COMPANION,
  newDraft,
  type SignUpDone,
  type SignUpDraft,
  type SignUpValues,
} from '#app/public/sign-up/sign-up-draft.ts'

const UUID = '0190a6f0-0000-7000-8000-000000000001'
const draft: SignUpDraft = {
  ...newDraft('attempt-number-0'),
  intent: {
    paymentIntent: 'pi',
    clientSecret: 'secret',
    amount: 45_000,
    code: null,
    keepCard: false,
    wallets: false,
  },
}
const held: SignUpDraft = { ...draft, uuid: UUID }
const done: SignUpDone = {
  stage: 'done',
  uuid: UUID,
  calledName: 'Ana',
  email: 'ana@example.test',
  paid: 45_000,
  companions: [],
  bill: null,
  household: null,
}
const bill = {
  guests: [{ name: 'Ana Ortiz', choices: [] }],
  discount: null,
  cost: 90_000,
  remainderDue: '2027-04-06',
}
const values = draft.values as unknown as SignUpValues

const stopped = (at: string, problem: FormProblem, of = draft) =>
  ({ at, draft: of, opening: false, problem }) as SignUpState

const STATES: SignUpState[] = [
  { at: 'arriving' },
  { at: 'reading', draft, opening: false },
  { at: 'typing', draft, opening: false },
  { at: 'paying', draft: held, opening: false, values, left: false },
  stopped('declined', { kind: 'declined', message: '' }, held),
  stopped('unsure', { kind: 'unreachable' }, held),
  stopped('waiting', { kind: 'mailbox' }, held),
  stopped('refused', { kind: 'refused', message: '' }),
  stopped('full', { kind: 'event_full', message: '' }),
  stopped('over', { kind: 'event_started' }),
  stopped('hold_ended', { kind: 'hold_ended' }),
  { at: 'reserved', done },
]

const attempt = 'attempt-number-1'
const answered = (outcome: FormProblem | { kind: 'succeeded'; uuid: string }) =>
  ({ type: 'answered', outcome, attempt }) as SignUpEvent

const EVENTS: [string, SignUpEvent][] = [
  ['arrived: nothing kept', { type: 'arrived', kept: null, charged: true }],
  ['arrived: a draft', { type: 'arrived', kept: newDraft(attempt), charged: true }],
  ['arrived: a draft whose spot is held', { type: 'arrived', kept: held, charged: true }],
  ['arrived: reserved before', { type: 'arrived', kept: done, charged: true }],
  ['opened', { type: 'opened', attempt, initial: {}, charged: true }],
  ['left', { type: 'left' }],
  ['typed', { type: 'typed', values: { ...draft.values, firstName: 'Ana' } }],
  ['companions_changed', { type: 'companions_changed', companions: [EMPTY_COMPANION] }],
  ['chosen', { type: 'chosen', chosen: { keepCard: true } }],
  ['pressed', { type: 'pressed', values, bill }],
  ['payment_opened', { type: 'payment_opened', draft }],
  ['payment_refused: full', { type: 'payment_refused', problem: { kind: 'event_full', message: '' } }],
  ['got_further', { type: 'got_further', draft: held }],
  ['answered: succeeded', answered({ kind: 'succeeded', uuid: UUID })],
  ['answered: declined', answered({ kind: 'declined', message: '' })],
  ['answered: unexpected, unreachable', answered({ kind: 'unexpected' })],
  ['answered: invalid, refused', answered({ kind: 'invalid', fields: {} })],
  ['answered: amount_changed, choice_gone', answered({ kind: 'amount_changed' })],
  ['answered: code_refused', answered({ kind: 'code_refused', code: 'SPRING', message: '' })],
  ['answered: mailbox (R46.2)', answered({ kind: 'mailbox' })],
  ['answered: event_full', answered({ kind: 'event_full', message: '' })],
  ['answered: event_started, event_cancelled, event_gone', answered({ kind: 'event_started' })],
  ['card_ready', { type: 'card_ready' }],
  ['looked_up: paid', { type: 'looked_up', uuid: UUID, found: { kind: 'succeeded', uuid: UUID } }],
  ['looked_up: still held', { type: 'looked_up', uuid: UUID, found: { kind: 'go_on', draft: held } }],
  [
    'looked_up: hold ended',
    {
      type: 'looked_up',
      uuid: UUID,
      found: { kind: 'hold_ended', draft: newDraft(attempt), refunded: false },
    },
  ],
  ['looked_up: mailbox', { type: 'looked_up', uuid: UUID, found: { kind: 'mailbox', draft: held } }],
  ['link_unknown', { type: 'link_unknown', uuid: UUID }],
  ['mailbox_known', { type: 'mailbox_known', uuid: UUID, email: 'new@example.test' }],
  ['started_over', { type: 'started_over', attempt, charged: true }],
]

interface Row {
  from: SignUpState['at'][]
  event: string
  to: string
  effects: string
}

/**
 * Returns the events that change the sign-up form, as a Markdown table. One row lists all states in which an event
 * does the same.
 */
export function signUpTable(): string {
  const rows: Row[] = []
  for (const [event, given] of EVENTS)
    for (const state of STATES) {
      const next = nextState(state, given)
      if (next.state === state && next.effects.length === 0) continue
      const to = next.state.at === state.at ? '(stays)' : next.state.at
      const effects = next.effects.map((effect) => effect.do).join(', ')
      const same = rows.find((row) => row.event === event && row.to === to && row.effects === effects)
      if (same) same.from.push(state.at)
      else rows.push({ from: [state.at], event, to, effects })
    }
  const lines = rows.map(
    ({ from, event, to, effects }) => `| ${event} | ${from.join(', ')} | ${to} | ${effects} |`,
  )
  return ['| event | in the state | next state | effects |', '|---|---|---|---|', ...lines].join('\n')
}
