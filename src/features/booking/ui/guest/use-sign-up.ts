/** The sign-up of one event as a page holds it: closed, open with its draft, or done; found again after a reload. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newAttempt } from '#shared/attempt.ts'
import type { Call } from '#shared/client.ts'
import { getReservation } from '#features/booking/contract/guest.ts'
import type { CardClient } from './card-client.ts'
import {
  openIntent,
  resume,
  signUp,
  type SignUpFailure,
  type SignUpOutcome,
  type SpotLink,
} from './sign-up.ts'
import {
  newDraft,
  signUpDraft,
  type SignUpDone,
  type SignUpDraft,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-values.ts'

/** The form's alert: how the last try ended, or that a hold ended while the page was away. */
export type SignUpAlert = SignUpFailure | { kind: 'hold_ended' } | { kind: 'refunded' }

type SignUpState =
  | { stage: 'closed' }
  | { stage: 'open'; alert: SignUpAlert | null; busy: boolean }
  | { stage: 'done'; done: SignUpDone }

interface SignUpOptions {
  eventId: number
  /** Cents to pay when signing up now. */
  dueNow: number
  call: Call
  /** A link that holds the spot already, or passes one on. */
  link?: SpotLink
  /** Values that the form starts with. */
  initial?: Partial<SignUpInput>
  /** The page's data is out of date: spots or sums have changed. */
  onStale: () => void
}

const STALE = new Set(['event_full', 'event_started', 'event_cancelled', 'event_gone', 'amount_changed'])

/** `dueNow` is in cents; `onStale` is called when the event is no longer what the page shows. */
export function useSignUp({ eventId, dueNow, call, link = {}, initial, onStale }: SignUpOptions) {
  // A link's form is another one than that of the event's own page.
  const place = link.offer ?? link.replacement ?? eventId
  const stored = signUpDraft(place)
  const [state, setState] = useState<SignUpState>({ stage: 'closed' })
  const draft = useRef<SignUpDraft | null>(null)
  const cardClient = useRef<CardClient | null>(null)
  const opening = useRef<Promise<unknown> | null>(null)
  const working = useRef(false)

  const put = (next: SignUpDraft) => {
    draft.current = next
    stored.keep(next)
  }
  const keep = (next: SignUpDraft) => {
    // What is typed while a call is under way must not be put back.
    put({ ...next, values: draft.current?.values ?? next.values })
  }
  // A late answer must not open again what the visitor has closed.
  const notify = (alert: SignUpAlert) => {
    setState((now) => (now.stage === 'open' ? { stage: 'open', alert, busy: false } : now))
    if (STALE.has(alert.kind)) onStale()
  }
  const finish = (uuid: string) => {
    const values = draft.current?.values
    const done: SignUpDone = {
      stage: 'done',
      uuid,
      firstName: values?.firstName ?? '',
      email: values?.email ?? '',
      paid: draft.current?.intent?.amount ?? 0,
    }
    draft.current = null
    stored.keep(done)
    setState({ stage: 'done', done })
    // Asks the server to check the payment at once, in case the webhook is late. Fewer spots are left now.
    void call(getReservation, { query: { uuid } }).then(onStale)
  }

  const begin = (found: SignUpDraft) => {
    put(found)
    setState({ stage: 'open', alert: null, busy: false })
    if (dueNow > 0 && found.uuid === null) opening.current = openPayment(found)
  }

  const openPayment = async (found: SignUpDraft) => {
    const opened = await openIntent({ call, keep }, { eventId, dueNow, link, draft: found })
    if (!opened.ok) notify(opened.outcome)
  }

  const resumePayment = async () => {
    if (draft.current?.uuid == null || working.current) return
    const resumed = await resume({ call, cardClient: cardClient.current, newAttempt }, draft.current)
    if (working.current || draft.current === null) return
    if (resumed.kind === 'succeeded') return finish(resumed.uuid)
    keep(resumed.draft)
    if (resumed.kind === 'hold_ended') notify({ kind: resumed.refunded ? 'refunded' : 'hold_ended' })
  }

  const submit = async (values: SignUpValues) => {
    if (working.current || draft.current === null) return
    working.current = true
    setState({ stage: 'open', alert: null, busy: true })
    await opening.current
    const outcome = await signUp(
      { call, cardClient: cardClient.current, newAttempt, keep },
      { eventId, dueNow, link, values, draft: draft.current },
    ).catch((error: unknown): SignUpOutcome => {
      reportError(error)
      return { kind: 'unexpected' }
    })
    working.current = false
    if (outcome.kind === 'succeeded') return finish(outcome.uuid)
    if (outcome.kind === 'amount_changed') {
      keep({ ...draft.current, attempt: newAttempt(), intent: null, uuid: null })
    }
    notify(outcome)
  }

  const restore = useEffectEvent((from: number | string) => {
    const found = signUpDraft(from).read()
    if (found?.stage === 'done') setState({ stage: 'done', done: found })
    else if (found) {
      begin(found)
      void resumePayment()
    } else setState({ stage: 'closed' })
  })
  // The server cannot know this tab's storage: it is read once the page is there. In one go, so that a page
  // whose button was pressed before its scripts came sees a finished sign-up before it opens another.
  useEffect(() => queueMicrotask(() => flushSync(() => restore(place))), [place])

  const fresh = () => {
    const empty = newDraft(newAttempt())
    return { ...empty, values: { ...empty.values, ...initial } }
  }

  return {
    state,
    open: () => begin(draft.current ?? fresh()),
    close: () => setState({ stage: 'closed' }),
    /** Forgets a finished sign-up, for another guest. */
    startOver: () => {
      stored.forget()
      begin(newDraft(newAttempt()))
    },
    typed: () => draft.current?.values,
    keepTyped: (values: SignUpInput) => {
      if (draft.current !== null) put({ ...draft.current, values })
    },
    setCardClient: (next: CardClient | null) => {
      cardClient.current = next
      if (next !== null) void resumePayment()
    },
    submit,
  }
}

export type SignUp = ReturnType<typeof useSignUp>
