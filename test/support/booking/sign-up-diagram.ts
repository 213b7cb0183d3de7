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
  household: null,
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

const MEANING: Record<SignUpState['at'], string> = {
  arriving: 'The page as the server sends it. The draft in this tab is not read yet.',
  reading: 'The form is closed. Its draft is kept.',
  typing: 'The form is open. If something is due, a payment is opened with it.',
  paying: 'The guest pressed the button. The spot is reserved, then the card is charged.',
  declined: 'The card was declined. Nothing was charged, and the spot is held.',
  unsure: 'It is unknown whether the card was charged. Pressing again never charges twice.',
  waiting: 'Nothing is charged. The spots are held until the guest presses the button in our e-mail.',
  refused: 'The site refused the sign-up and says why. Nothing was charged.',
  full: 'Too few spots are left. The page offers the waitlist, if the event has one.',
  over: 'The event has begun, was canceled or was deleted.',
  hold_ended: 'The hold has expired. A payment that arrived later was refunded.',
  reserved: 'The spot is reserved and paid. The draft is deleted.',
}

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
  ['pressed', { type: 'pressed', values }],
  ['payment_opened', { type: 'payment_opened', draft }],
  ['payment_refused: full', { type: 'payment_refused', problem: { kind: 'event_full', message: '' } }],
  ['got_further', { type: 'got_further', draft: held }],
  ['answered: succeeded', answered({ kind: 'succeeded', uuid: UUID })],
  ['answered: declined', answered({ kind: 'declined', message: '' })],
  ['answered: unexpected, unreachable', answered({ kind: 'unexpected' })],
  ['answered: invalid, refused, amount_changed', answered({ kind: 'invalid', fields: {} })],
  ['answered: code_refused', answered({ kind: 'code_refused', code: 'SPRING', message: '' })],
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
  ['started_over', { type: 'started_over', attempt, charged: true }],
]

interface Edge {
  from: SignUpState['at']
  event: string
  to: SignUpState['at']
  effects: string[]
}

/** The events that change the sign-up form, for each of its states. */
const EDGES: Edge[] = STATES.flatMap((state) =>
  EVENTS.flatMap(([event, given]): Edge[] => {
    const { state: next, effects } = nextState(state, given)
    if (next === state && effects.length === 0) return []
    return [{ from: state.at, event, to: next.at, effects: effects.map((effect) => effect.do) }]
  }),
)

function diagram(): string {
  const arrows = new Map<string, Set<string>>()
  for (const { from, event, to } of EDGES) {
    if (from === to) continue
    const arrow = `${from} --> ${to}`
    const [name = ''] = event.split(':')
    arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(name))
  }
  return [...arrows].map(([arrow, names]) => `    ${arrow}: ${[...names].join(', ')}`).join('\n')
}

function table(): string {
  const header = ['in', 'when', 'then', 'and']
  const rows = EDGES.map(({ from, event, to, effects }) => [
    from,
    event,
    from === to ? '(stays)' : to,
    effects.join(', '),
  ])
  const widths = header.map((cell, at) =>
    Math.max(...[header, ...rows].map((row) => (row[at] ?? '').length), cell.length),
  )
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export function signUpPage(): string {
  const meanings = STATES.map(({ at }) => `- **${at}**: ${MEANING[at]}`).join('\n')
  return `# The sign-up, state by state

Generated from \`src/app/public/sign-up/sign-up-machine.ts\` by its test; do not edit. The machine decides without a
screen or a network. \`use-sign-up.ts\` performs its effects and reports the results back to it.

\`\`\`mermaid
stateDiagram-v2
    [*] --> arriving
${diagram()}
\`\`\`

${meanings}

A guest who closes the form while paying stays in \`paying\`: the payment continues, and only its success is shown.
An event that is not listed for a state changes nothing.

${table()}
`
}
