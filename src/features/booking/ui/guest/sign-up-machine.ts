/**
 * The sign-up as a guest goes through it (R1.1), without a screen, a clock or a network: `nextState` tells for a state and
 * an event what comes next and what is to be done, and `use-sign-up.ts` does it. Its diagram is `docs/sign-up.md`, made
 * from this function; the draft that the states carry is `sign-up-draft.ts`.
 */
import type { Resumed, SignUpFailure, SignUpOutcome } from './reserve-and-charge.ts'
import {
  begunAnew,
  type Companion,
  EMPTY_COMPANION,
  householdOf,
  newDraft,
  type SignUpDone,
  type SignUpDraft,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-draft.ts'

/** Why the form is still there after a try: how that ended, or that a hold ended while the page was away. */
export type FormProblem = SignUpFailure | { kind: 'hold_ended' } | { kind: 'refunded' }

/** The state of the form after a try that did not end in a reserved spot. */
type Stopped =
  /** The card was declined: nothing was charged, and the spot is held. */
  | 'declined'
  /** No answer told whether the card was charged. */
  | 'unsure'
  /** Nothing is charged: the spots are held until the guest presses the button in our e-mail. */
  | 'waiting'
  /** The site did not take it, and says why: nothing was charged. */
  | 'refused'
  | 'full'
  /** Nobody can sign up for the event any more. */
  | 'over'
  /** The hold on the spot ended; a payment that came after it was refunded. */
  | 'hold_ended'

interface Open {
  draft: SignUpDraft
  opening: boolean
}

export type SignUpState =
  /** The draft of this tab was not looked for yet: the page as the server sends it. */
  | { at: 'arriving' }
  /** The form is closed; what was typed before is kept. */
  | { at: 'reading'; draft: SignUpDraft | null; opening: boolean }
  | ({ at: 'typing' } & Open)
  | ({ at: Stopped; problem: FormProblem } & Open)
  /** The button was pressed. `left`: the guest has closed the form meanwhile; the payment goes on. */
  | ({ at: 'paying'; values: SignUpValues; left: boolean } & Open)
  | { at: 'reserved'; done: SignUpDone }

export type SignUpEvent =
  /** The page is there. `charged`: it is known what is to be paid when signing up, so that a payment can be opened. */
  | { type: 'arrived'; kept: SignUpDraft | SignUpDone | null; charged: boolean }
  /** `attempt`: a random key, for a new draft, which begins with so many `companions`. */
  | { type: 'opened'; attempt: string; initial: Partial<SignUpInput>; companions?: number; charged: boolean }
  | { type: 'left' }
  | { type: 'typed'; values: SignUpInput }
  /** The choices beside what is typed; also once a spot is held. */
  | { type: 'chosen'; chosen: Partial<Chosen> }
  /** Somebody comes along, does not, or is told of; also once a spot is held (R39.1). */
  | { type: 'companions_changed'; companions: Companion[] }
  | { type: 'pressed'; values: SignUpValues }
  | { type: 'payment_opened'; draft: SignUpDraft }
  | { type: 'payment_refused'; problem: SignUpFailure }
  /** A step that a reload must find again: a payment, or a spot that is held. */
  | { type: 'got_further'; draft: SignUpDraft }
  /** The outcome of the try. `attempt`: a random key, for the next try where this one is spent. */
  | { type: 'answered'; outcome: SignUpOutcome; attempt: string }
  /** The card fields can charge, and so tell how a payment stands. */
  | { type: 'card_ready' }
  /** The state of the reservation that the draft was for. */
  | { type: 'looked_up'; uuid: string; found: Resumed }
  /** The private link of this sign-up opens nothing. */
  | { type: 'link_unknown'; uuid: string }
  /** The mailbox of this sign-up, as the site has it: the form may have sent another one after the card was charged. */
  | { type: 'mailbox_known'; uuid: string; email: string }
  /** For another guest. */
  | { type: 'started_over'; attempt: string; charged: boolean }

/** The effects of a transition, as data. */
export type SignUpEffect =
  | { do: 'keep'; kept: SignUpDraft | SignUpDone }
  | { do: 'open_payment'; draft: SignUpDraft }
  | { do: 'reserve_and_charge'; draft: SignUpDraft; values: SignUpValues }
  /** Asks how the reservation of the draft stands. Never charges. */
  | { do: 'look_up'; draft: SignUpDraft }
  /** Has the server check the payment at once, in case the provider is late to tell; then the page's spots are old. */
  | { do: 'confirm'; uuid: string }
  | { do: 'refresh_page' }

/** The choices by id, a code, and whether the card is kept. */
type Chosen = Pick<SignUpDraft, 'options' | 'code' | 'keepCard'>

type Step = [SignUpState, ...SignUpEffect[]]

/** The next state, and what is to be done. An event that means nothing in a state leaves it as it is. */
export function nextState(
  state: SignUpState,
  event: SignUpEvent,
): { state: SignUpState; effects: SignUpEffect[] } {
  const [next, ...effects] = step(state, event)
  const kept = keptOf(next)
  if (kept !== null && kept !== keptOf(state)) effects.unshift({ do: 'keep', kept })
  return { state: next, effects }
}

/** The guest sees the form. */
export function isOpen(
  state: SignUpState,
): state is Exclude<SignUpState, { at: 'arriving' | 'reserved' }> & Open {
  if (state.at === 'paying') return !state.left
  return state.at !== 'arriving' && state.at !== 'reading' && state.at !== 'reserved'
}

function keptOf(state: SignUpState): SignUpDraft | SignUpDone | null {
  if (state.at === 'arriving') return null
  return state.at === 'reserved' ? state.done : state.draft
}

function step(state: SignUpState, event: SignUpEvent): Step {
  switch (state.at) {
    case 'arriving':
      return event.type === 'arrived' ? arrive(event) : [state]
    case 'reading':
      return read(state, event)
    case 'paying':
      return pay(state, event)
    case 'reserved':
      if (event.type === 'link_unknown' && event.uuid === state.done.uuid)
        return [{ ...state, done: { ...state.done, uuid: null } }]
      if (event.type === 'mailbox_known' && event.uuid === state.done.uuid)
        return [
          event.email === state.done.email
            ? state
            : { ...state, done: { ...state.done, email: event.email } },
        ]
      if (event.type !== 'started_over') return [state]
      return open({ ...newDraft(event.attempt), household: state.done.household }, event.charged)
    default:
      return fillIn(state, event)
  }
}

function arrive({ kept, charged }: Extract<SignUpEvent, { type: 'arrived' }>): Step {
  if (kept === null) return [{ at: 'reading', draft: null, opening: false }]
  if (kept.stage === 'done') return [{ at: 'reserved', done: kept }]
  const [next, ...effects] = open(kept, charged)
  return [next, ...effects, ...lookUp(kept)]
}

/** The form opens; a payment is opened with it, unless a spot is held by one already. */
function open(draft: SignUpDraft, charged: boolean): Step {
  const opening = charged && draft.uuid === null
  return [{ at: 'typing', draft, opening }, ...(opening ? [{ do: 'open_payment', draft } as const] : [])]
}

const lookUp = (draft: SignUpDraft): SignUpEffect[] => (draft.uuid === null ? [] : [{ do: 'look_up', draft }])

function read(state: Extract<SignUpState, { at: 'reading' }>, event: SignUpEvent): Step {
  const { draft, opening } = state
  if (event.type === 'opened') {
    if (draft !== null && opening) return [{ at: 'typing', draft, opening }]
    return open(draft ?? freshDraft(event), event.charged)
  }
  if (draft === null) return [state]
  if (event.type === 'payment_opened')
    return [{ ...state, draft: advance(draft, event.draft), opening: false }]
  if (event.type === 'payment_refused') return [{ ...state, opening: false }]
  if (event.type === 'looked_up' && event.uuid === draft.uuid) {
    const { found } = event
    return found.kind === 'succeeded'
      ? reserve(draft, found.uuid)
      : [{ ...state, draft: advance(draft, found.draft) }]
  }
  return [state]
}

function freshDraft(event: Extract<SignUpEvent, { type: 'opened' }>): SignUpDraft {
  const { attempt, initial, companions = 0 } = event
  const draft = newDraft(attempt)
  const values = { ...draft.values, ...initial }
  return { ...draft, values, companions: Array.from({ length: companions }, () => EMPTY_COMPANION) }
}

function fillIn(state: Extract<SignUpState, { at: 'typing' | Stopped }>, event: SignUpEvent): Step {
  const { draft, opening } = state
  switch (event.type) {
    case 'typed':
      return [{ ...state, draft: { ...draft, values: event.values } }]
    case 'chosen':
      return [{ ...state, draft: { ...draft, ...event.chosen } }]
    case 'companions_changed': {
      const next = { ...draft, companions: event.companions }
      // Fewer may find a spot: the form no longer says that these do not.
      return [state.at === 'full' ? { at: 'typing', draft: next, opening } : { ...state, draft: next }]
    }
    case 'pressed': {
      const { values } = event
      const paying = { at: 'paying', draft, opening, values, left: false } as const
      // Two payments would be opened for one sign-up otherwise.
      return opening ? [paying] : [paying, { do: 'reserve_and_charge', draft, values }]
    }
    case 'left':
      return [{ at: 'reading', draft, opening }]
    case 'opened':
      return state.at === 'full' ? open(draft, event.charged) : [state]
    case 'payment_opened':
      return [{ ...state, draft: advance(draft, event.draft), opening: false }]
    case 'payment_refused':
      return stop({ draft, opening: false }, event.problem)
    case 'card_ready':
      return [state, ...lookUp(draft)]
    case 'looked_up': {
      const { uuid, found } = event
      if (uuid !== draft.uuid) return [state]
      if (found.kind === 'succeeded') return reserve(draft, found.uuid)
      const next = advance(draft, found.draft)
      if (found.kind === 'go_on') return [{ ...state, draft: next }]
      if (found.kind === 'mailbox') return stop({ draft: next, opening }, { kind: 'mailbox' })
      return stop({ draft: next, opening }, { kind: found.refunded ? 'refunded' : 'hold_ended' })
    }
    default:
      return [state]
  }
}

function pay(state: Extract<SignUpState, { at: 'paying' }>, event: SignUpEvent): Step {
  const { draft, values } = state
  switch (event.type) {
    case 'typed':
      return [{ ...state, draft: { ...draft, values: event.values } }]
    case 'left':
      return [{ ...state, left: true }]
    case 'opened':
      return [{ ...state, left: false }]
    case 'payment_opened':
    case 'payment_refused': {
      // A refused payment is asked for once more by the try, which tells why not.
      const ready = event.type === 'payment_opened' ? advance(draft, event.draft) : draft
      const next = { ...state, draft: ready, opening: false }
      return state.opening ? [next, { do: 'reserve_and_charge', draft: ready, values }] : [next]
    }
    case 'got_further':
      return [{ ...state, draft: advance(draft, event.draft) }]
    case 'answered': {
      const { outcome, attempt } = event
      if (outcome.kind === 'succeeded') return reserve(draft, outcome.uuid)
      const spent = outcome.kind === 'amount_changed'
      const next = spent ? begunAnew(draft, attempt) : draft
      const [stopped, ...effects] = stop({ draft: next, opening: false }, outcome)
      // A late answer does not open again what the guest has closed.
      return state.left
        ? [{ at: 'reading', draft: stopped.draft, opening: false }, ...effects]
        : [stopped, ...effects]
    }
    default:
      return [state]
  }
}

/** The draft one step on; what is typed or chosen while a call is under way is not put back. */
const advance = (draft: SignUpDraft, next: SignUpDraft): SignUpDraft => {
  const { values, options, companions, code, keepCard } = draft
  return { ...next, values, options, companions, code, keepCard }
}

function reserve({ values, intent, companions }: SignUpDraft, uuid: string): Step {
  const { firstName, nickname, email } = values
  const done: SignUpDone = {
    stage: 'done',
    uuid,
    calledName: nickname.trim() || firstName,
    email,
    paid: intent?.amount ?? 0,
    companions: companions.map(({ customerName, email: to }) => ({ customerName, email: to })),
    household: householdOf(values),
  }
  return [
    { at: 'reserved', done },
    { do: 'confirm', uuid },
  ]
}

/** The state of the form after each problem; `outdated`: the event is no longer what the page shows. */
const STOPPED: Record<FormProblem['kind'], { at: Stopped; outdated?: true }> = {
  declined: { at: 'declined' },
  mailbox: { at: 'waiting' },
  unexpected: { at: 'unsure' },
  unreachable: { at: 'unsure' },
  invalid: { at: 'refused' },
  refused: { at: 'refused' },
  amount_changed: { at: 'refused', outdated: true },
  choice_gone: { at: 'refused', outdated: true },
  code_refused: { at: 'refused' },
  event_full: { at: 'full', outdated: true },
  event_started: { at: 'over', outdated: true },
  event_cancelled: { at: 'over', outdated: true },
  event_gone: { at: 'over', outdated: true },
  hold_ended: { at: 'hold_ended' },
  refunded: { at: 'hold_ended' },
}

function stop(form: Open, problem: FormProblem): [Extract<SignUpState, { at: Stopped }>, ...SignUpEffect[]] {
  // A code that is refused counts no more: what is to pay is shown without it, before anybody presses again.
  const draft = problem.kind === 'code_refused' ? { ...form.draft, code: null } : form.draft
  const { at, outdated } = STOPPED[problem.kind]
  const next = { at, problem, ...form, draft }
  return outdated ? [next, { do: 'refresh_page' }] : [next]
}
