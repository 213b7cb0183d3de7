/**
 * The sign-up of one event, or by one link, as a page holds it; found again after a reload. It does what `sign-up-machine.ts` decides,
 * by way of `reserve-and-charge.ts`; the form's fields are `use-sign-up-form.ts`, their values and the draft `sign-up-draft.ts`.
 */
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type Call, newAttempt } from '#shared/client.ts'
import type { Cents } from '#shared/money.ts'
import { useCall } from '#ui/api.tsx'
import { createStore, useStore } from '#ui/tab-state.ts'
import { checkCode } from '#features/codes/contract/guest.ts'
import { discounts } from '#features/codes/domain/discount.ts'
import { type OfferedOption, sumOfPicked } from '#features/events/domain/offered-options.ts'
import { isWholeNow, type Priced, pricedWith } from '#features/events/ui/price.tsx'
import type { LaterCharge } from '#features/booking/domain/kept-card.ts'
import { getReservation } from '#features/booking/contract/guest.ts'
import type { CardClient } from './card-client.ts'
import { openIntent, resume, signUp, type SignUpOutcome, type SpotLink } from './reserve-and-charge.ts'
import { type SignUpEffect, type SignUpEvent, type SignUpState, nextState } from './sign-up-machine.ts'
import {
  type AppliedCode,
  type Companion,
  newDraft,
  signUpDraft,
  type SignUpDraft,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-draft.ts'

type SignUpEventFacts = Parameters<typeof pricedWith>[0] & { id: number; options: readonly OfferedOption[] }

export interface SignUpOptions {
  event: SignUpEventFacts
  /** A link that holds the spot already, or passes one on. */
  link?: SpotLink
  initial?: Partial<SignUpInput>
  companions?: number
  /** The site keeps cards for the rest where a guest agrees (R42). */
  offersKeptCards?: boolean
  wallets?: boolean
  /** The page is for the form, which is open from the start. */
  opens?: boolean
  /** The page's data is out of date: spots or sums have changed. */
  onStale: () => void
}

type Facts = Pick<SignUpOptions, 'event' | 'offersKeptCards' | 'wallets' | 'onStale'> & {
  call: Call
  link: SpotLink
}

/**
 * A sign-up that runs, whether or not its page is on the screen: a payment goes on while the guest looks at another page of
 * the site, and is found again by whoever comes back to it.
 */
function startSignUp(place: number | string) {
  const stored = signUpDraft(place)
  const state = createStore<SignUpState>({ at: 'arriving' })
  let facts: Facts | null = null
  let cardClient: CardClient | null = null
  /** The private links of the holds that this page has made; never kept, since a copy of the tab would have them. */
  const made = new Set<string>()
  /** Of the try that is under way, where it is paid with a wallet. */
  let wallet: { client: CardClient; onEnd: () => void } | null = null

  const send = (event: SignUpEvent) => {
    const next = nextState(state.get(), event)
    state.set(next.state)
    for (const effect of next.effects) void run(effect)
  }

  const isPaying = () => state.get().at === 'paying'
  const codeNow = () => draftOf(state.get())?.code ?? null

  const run = async (effect: SignUpEffect) => {
    if (effect.do === 'keep') return stored.save(effect.kept)
    if (facts === null) return
    const running = { ...facts, send }
    switch (effect.do) {
      case 'open_payment':
        return openPayment(running, effect.draft)
      case 'reserve_and_charge':
        await reserveAndCharge(running, { ...effect, cardClient: wallet?.client ?? cardClient, made })
        wallet?.onEnd()
        wallet = null
        return
      case 'look_up':
        return lookUp(running, { draft: effect.draft, cardClient })
      case 'confirm':
        await confirmReservation(running, effect.uuid)
        return facts.onStale()
      case 'refresh_page':
        await refreshCode(running, codeNow)
        return running.onStale()
    }
  }

  return {
    stored,
    send,
    state,
    learn: (next: Facts) => {
      facts = next
    },
    payBy: (client: CardClient, values: SignUpValues) =>
      new Promise<void>((resolve) => {
        if (isPaying()) return resolve()
        wallet = { client, onEnd: resolve }
        send({ type: 'pressed', values })
        if (isPaying()) return
        // The form takes no press any more; a later one is not for this wallet.
        wallet = null
        resolve()
      }),
    setCardClient: (next: CardClient | null) => {
      cardClient = next
      if (next !== null) send({ type: 'card_ready' })
    },
  }
}

interface Running extends Facts {
  send: (event: SignUpEvent) => void
}

/** The payment that a draft asks for, at the sums that the page shows. */
function paymentRequest({ event, offersKeptCards, wallets = false, link }: Facts, draft: SignUpDraft) {
  const priced = pricedWith(event, sumsOfEach(event, draft))
  const keepCard = draft.keepCard && laterCharge(priced, offersKeptCards) !== null
  return { eventId: event.id, dueNow: priced.dueNow, keepCard, wallets, link, draft }
}

async function openPayment({ send, ...facts }: Running, draft: SignUpDraft) {
  const request = paymentRequest(facts, draft)
  // A code can make it free.
  if (request.dueNow <= 0) return send({ type: 'payment_opened', draft })
  const opened = await openIntent({ call: facts.call, keep: () => {} }, request)
  if (opened.ok) send({ type: 'payment_opened', draft: opened.draft })
  else send({ type: 'payment_refused', problem: opened.outcome })
}

interface Try {
  draft: SignUpDraft
  values: SignUpValues
  cardClient: CardClient | null
  made: Set<string>
}

async function reserveAndCharge({ send, ...facts }: Running, { draft, values, cardClient, made }: Try) {
  const keep = (further: SignUpDraft) => send({ type: 'got_further', draft: further })
  const tools = { call: facts.call, cardClient, newAttempt, made, keep }
  const outcome = await signUp(tools, { ...paymentRequest(facts, draft), values }).catch(
    (error: unknown): SignUpOutcome => {
      reportError(error)
      return { kind: 'unexpected' }
    },
  )
  send({ type: 'answered', outcome, attempt: newAttempt() })
}

async function lookUp({ call, send }: Running, { draft, cardClient }: Pick<Try, 'draft' | 'cardClient'>) {
  const found = await resume({ call, cardClient, newAttempt }, draft)
  if (draft.uuid !== null) send({ type: 'looked_up', uuid: draft.uuid, found })
}

async function confirmReservation({ call, send }: Running, uuid: string) {
  const found = await call(getReservation, { query: { uuid } })
  if (!found.ok && found.status === 404) send({ type: 'link_unknown', uuid })
  if (found.ok) send({ type: 'mailbox_known', uuid, email: found.data.email })
}

/** An admin may have edited the code since it was applied: the sums are with what it gives by now. */
async function refreshCode({ call, send, event, link }: Running, codeNow: () => AppliedCode | null) {
  const code = codeNow()
  if (code === null) return
  const found = await call(checkCode, { body: { eventId: event.id, ...link, code: code.code } })
  if (found.ok && codeNow() === code)
    send({ type: 'chosen', chosen: { code: { ...found.data, pays: code.pays } } })
}

/** The cents that each pays beside what a stay costs, the payer first: choices, less what a code takes off the stay. */
function sumsOfEach(
  { cost, options: offered }: Pick<SignUpEventFacts, 'cost' | 'options'>,
  { options, companions, code }: Pick<SignUpDraft, 'options' | 'companions' | 'code'>,
): Cents[] {
  const chosen = [options, ...companions.map((companion) => companion.options)]
  const pays = code?.pays ?? undefined
  const off = code === null ? [] : discounts(code, { cost, guests: chosen.length, pays })
  return chosen.map((ids, index) => sumOfPicked(offered, ids) - (off[index] ?? 0))
}

/** The rest that a card would be kept for, where some is to come; null: it is not kept here. */
function laterCharge(priced: Priced, offersKeptCards = false): LaterCharge | null {
  const { dueNow, remainder: amount, remainderDue: on } = priced
  return offersKeptCards && dueNow > 0 && !isWholeNow(priced) && on !== null ? { amount, on } : null
}

/** Before the form is opened. */
const NOTHING = newDraft('')

const draftOf = (state: SignUpState): SignUpDraft | null => ('draft' in state ? state.draft : null)

/** Those of this tab, by event or by the token of a link. On the server nobody's is kept. */
const running = new Map<number | string, ReturnType<typeof startSignUp>>()

function signUpAt(place: number | string) {
  const found = running.get(place) ?? startSignUp(place)
  if (typeof window !== 'undefined') running.set(place, found)
  return found
}

/** `onStale` is called when the event is no longer what the page shows. */
export function useSignUp({ link = {}, initial = {}, opens = false, companions, ...facts }: SignUpOptions) {
  // A link's form is another one than that of the event's own page.
  const place = link.offer ?? link.replacement ?? facts.event.id
  // The sum due with a lodging is known once it is chosen: the press opens the payment.
  const charged = facts.event.dueNow > 0 && facts.event.options.every(({ kind }) => kind !== 'lodging')
  const call = useCall()
  const { send, stored, ...here } = signUpAt(place)
  const state = useStore(here.state)
  const open = () =>
    send({ type: 'opened', attempt: newAttempt(), initial, charged, companions: companions ?? 0 })
  const learn = useEffectEvent(() => here.learn({ ...facts, call, link }))
  useEffect(() => learn())
  // The server cannot know this tab's storage: it is read once the page is there, before anything of it is painted.
  const arrive = useEffectEvent(() => {
    learn()
    send({ type: 'arrived', kept: stored.read(), charged })
    if (opens) open()
  })
  useLayoutEffect(() => {
    arrive()
    return () => signUpAt(place).send({ type: 'left' })
  }, [place])

  const found = draftOf(state)
  const draft = found ?? NOTHING
  const { event, offersKeptCards } = facts
  const sums = sumsOfEach(event, draft)
  const priced = pricedWith(event, sums)
  const choose = (chosen: Extract<SignUpEvent, { type: 'chosen' }>['chosen']) =>
    send({ type: 'chosen', chosen })
  return {
    state,
    open,
    close: () => send({ type: 'left' }),
    /** Forgets a finished sign-up, for another guest. */
    startOver: () => send({ type: 'started_over', attempt: newAttempt(), charged }),
    /** The values as typed, also before the page has settled in. */
    typed: (): SignUpInput | undefined => {
      if (typeof window === 'undefined') return undefined
      if (found !== null) return found.values
      const kept = stored.read()
      return kept?.stage === 'typing' ? kept.values : undefined
    },
    picked: draft.options,
    pick: (options: number[]) => choose({ options }),
    /** The cents that each pays beside what a stay costs, the payer first; and the payments of them all. */
    sums,
    priced,
    code: draft.code,
    setCode: (code: AppliedCode | null) => choose({ code }),
    /** The sign-up that a code is asked about for. */
    codeFor: { eventId: event.id, ...link, ...(draft.attempt ? { attempt: draft.attempt } : {}) },
    /** The rest that a card would be kept for (R42); null: it is not kept here. */
    laterCharge: laterCharge(priced, offersKeptCards),
    keepCard: draft.keepCard,
    setKeepCard: (keepCard: boolean) => choose({ keepCard }),
    companions: draft.companions,
    setCompanions: (next: Companion[]) => send({ type: 'companions_changed', companions: next }),
    isHeld: found !== null && found.uuid !== null,
    saveDraft: (values: SignUpInput) => send({ type: 'typed', values }),
    setCardClient: here.setCardClient,
    submit: (values: SignUpValues) => send({ type: 'pressed', values }),
    /** Signs up and pays with a wallet; ends when that has ended. */
    payBy: here.payBy,
  }
}

export type SignUp = ReturnType<typeof useSignUp>
