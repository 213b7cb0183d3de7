/**
 * The state machine of a sign-up (R1.1). `nextState` returns the next state and effects of an event, without
 * a page, a clock or the network. `use-sign-up.ts` runs the effects. The test writes a table of all events and
 * states to `sign-up-states.md`; an event does nothing in a state that its rows do not list.
 */
import type { Resumed, SignUpFailure, SignUpOutcome } from './reserve-and-charge.ts'
import {
  type Bill,
  nextAttemptDraft,
  type Companion,
  EMPTY_COMPANION,
  householdOf,
  newDraft,
  type SignUpDone,
  type SignUpDraft,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-draft.ts'

/** Why the form is still open: the last attempt has failed, or the hold ended while the page was closed. */
export type FormProblem = SignUpFailure | { kind: 'hold_ended' } | { kind: 'refunded' }

/** The states of the form after an attempt that did not sign the guest up. */
type NotReserved =
  /** The bank declined the card. Nothing was charged, and the spot is still held. */
  | 'declined'
  /** The result of the payment is unknown, so the card may have been charged. */
  | 'unsure'
  /**
   * The guest has nothing to pay. The spots are held until the guest presses the button on the page that an
   * e-mail links to.
   */
  | 'waiting'
  /** The server refused the sign-up and gave a reason. Nothing was charged. */
  | 'refused'
  | 'full'
  | 'over'
  /** The hold ended before the guest paid. If a payment arrived later, the site refunded it. */
  | 'hold_ended'

interface Open {
  draft: SignUpDraft
  opening: boolean
}

export type SignUpState =
  /** The page is as the server rendered it. The draft in this tab has not been read yet. */
  | { at: 'arriving' }
  /** The form is closed. The draft keeps everything typed. */
  | { at: 'reading'; draft: SignUpDraft | null; opening: boolean }
  | ({ at: 'typing' } & Open)
  | ({ at: NotReserved; problem: FormProblem } & Open)
  /**
   * The guest has pressed the sign-up button. `left` means that the guest closed the form after that. The
   * payment continues then too.
   */
  | ({ at: 'paying'; values: SignUpValues; left: boolean } & Open)
  | { at: 'reserved'; done: SignUpDone }

export type SignUpEvent =
  /** The page has loaded. `charged` means that a guest pays at sign-up. */
  | { type: 'arrived'; kept: SignUpDraft | SignUpDone | null; charged: boolean }
  /**
   * The guest opened the form. `attempt` is the attempt key for a new draft, and `companions` is the number
   * of companions in it.
   */
  | { type: 'opened'; attempt: string; initial: Partial<SignUpInput>; companions?: number; charged: boolean }
  | { type: 'left' }
  | { type: 'typed'; values: SignUpInput }
  /**
   * The guest changed options, the discount code, or the consent to save the card. The guest can do this
   * during a hold too.
   */
  | { type: 'chosen'; chosen: Partial<Chosen> }
  /** The guest added, removed or edited companions. The guest can do this during a hold too (R39.1). */
  | { type: 'companions_changed'; companions: Companion[] }
  | { type: 'pressed'; values: SignUpValues; bill: Bill }
  | { type: 'payment_opened'; draft: SignUpDraft }
  | { type: 'payment_refused'; problem: SignUpFailure }
  /** The sign-up reached a step that a reload must restore: an open payment or a held spot. */
  | { type: 'got_further'; draft: SignUpDraft }
  /** An attempt to sign up has ended. `attempt` is the attempt key for the next one. */
  | { type: 'answered'; outcome: SignUpOutcome; attempt: string }
  /** The card fields are ready, so the page can ask Stripe for the payment's status. */
  | { type: 'card_ready' }
  /** The server has returned the status of the reservation in the draft. */
  | { type: 'looked_up'; uuid: string; found: Resumed }
  | { type: 'link_unknown'; uuid: string }
  /**
   * The e-mail address that the server has for the guest. It differs from the form if the guest changed the
   * form after the card was charged.
   */
  | { type: 'mailbox_known'; uuid: string; email: string }
  /** The guest wants to sign up another guest. */
  | { type: 'started_over'; attempt: string; charged: boolean }

/** Data that says what the page must do after an event. */
export type SignUpEffect =
  | { do: 'keep'; kept: SignUpDraft | SignUpDone }
  | { do: 'open_payment'; draft: SignUpDraft }
  | { do: 'reserve_and_charge'; draft: SignUpDraft; values: SignUpValues }
  /** Asks the server for the status of the draft's reservation. Charges nothing. */
  | { do: 'look_up'; draft: SignUpDraft }
  /**
   * Makes the server check the payment now, because Stripe's webhook may be late. After that the page
   * refetches the number of free spots.
   */
  | { do: 'confirm'; uuid: string }
  | { do: 'refresh_page' }

/**
 * What the guest can change without a new attempt key: options, discount code, and whether the card is saved.
 */
type Chosen = Pick<SignUpDraft, 'options' | 'code' | 'keepCard'>

type Step = [SignUpState, ...SignUpEffect[]]

/**
 * Returns the next state and the effects of an event. An event that does not apply in this state changes
 * nothing.
 */
export function nextState(
  state: SignUpState,
  event: SignUpEvent,
): { state: SignUpState; effects: SignUpEffect[] } {
  const [next, ...effects] = step(state, event)
  const kept = keptOf(next)
  if (kept !== null && kept !== keptOf(state)) effects.unshift({ do: 'keep', kept })
  return { state: next, effects }
}

/** Returns true if the guest sees the sign-up form in this state. */
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

/** Opens the form. Also opens a payment, unless the draft holds a spot, because that spot already has one. */
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

function fillIn(state: Extract<SignUpState, { at: 'typing' | NotReserved }>, event: SignUpEvent): Step {
  const { draft, opening } = state
  switch (event.type) {
    case 'typed':
      return [{ ...state, draft: { ...draft, values: event.values } }]
    case 'chosen':
      return [{ ...state, draft: { ...draft, ...event.chosen } }]
    case 'companions_changed': {
      const next = { ...draft, companions: event.companions }
      // Leaves the state "full", because the event may have enough spots for a smaller party.
      return [state.at === 'full' ? { at: 'typing', draft: next, opening } : { ...state, draft: next }]
    }
    case 'pressed': {
      const { values, bill } = event
      const next = { ...draft, bill }
      const paying = { at: 'paying', draft: next, opening, values, left: false } as const
      // Waits if a payment is still being opened. Otherwise the sign-up would have two payments.
      return opening ? [paying] : [paying, { do: 'reserve_and_charge', draft: next, values }]
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
      // The server may have refused to open a payment when the guest opened the form. Then this attempt tries
      // again to open one. If that fails too, the attempt reports the reason.
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
      const next = spent ? nextAttemptDraft(draft, attempt) : draft
      const [stopped, ...effects] = stop({ draft: next, opening: false }, outcome)
      // If the guest has closed the form, a late result does not open the form again.
      return state.left
        ? [{ at: 'reading', draft: stopped.draft, opening: false }, ...effects]
        : [stopped, ...effects]
    }
    default:
      return [state]
  }
}

/**
 * Returns the draft after a step of the sign-up. Keeps what the guest typed or chose while the step's API
 * call was running.
 */
const advance = (draft: SignUpDraft, next: SignUpDraft): SignUpDraft => {
  const { values, options, companions, code, keepCard, bill } = draft
  return { ...next, values, options, companions, code, keepCard, bill }
}

function reserve({ values, intent, companions, bill }: SignUpDraft, uuid: string): Step {
  const { firstName, nickname, email } = values
  const done: SignUpDone = {
    stage: 'done',
    uuid,
    calledName: nickname.trim() || firstName,
    email,
    paid: intent?.amount ?? 0,
    companions: companions.map(({ customerName, email: to }) => ({ customerName, email: to })),
    bill,
    household: householdOf(values),
  }
  return [
    { at: 'reserved', done },
    { do: 'confirm', uuid },
  ]
}

/** The form's state after each kind of problem. `outdated` means that the page must refetch the event. */
const STATE_AFTER: Record<FormProblem['kind'], { at: NotReserved; outdated?: true }> = {
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

function stop(
  form: Open,
  problem: FormProblem,
): [Extract<SignUpState, { at: NotReserved }>, ...SignUpEffect[]] {
  // Drops a discount code that the server has refused, so that the guest sees the full price before the next
  // press.
  const draft = problem.kind === 'code_refused' ? { ...form.draft, code: null } : form.draft
  const { at, outdated } = STATE_AFTER[problem.kind]
  const next = { at, problem, ...form, draft }
  return outdated ? [next, { do: 'refresh_page' }] : [next]
}
