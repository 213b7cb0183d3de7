/**
 * The sign-up of one event or one link, as a page sees it. It continues after a reload. `sign-up-machine.ts`
 * decides on each step, and `reserve-and-charge.ts` performs it. The form's fields are in
 * `use-sign-up-form.ts`, their values and the draft in `sign-up-draft.ts`.
 */
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type Call, newAttempt } from '#shared/client.ts'
import type { Cents } from '#shared/money.ts'
import { useCall } from '#app/ui/api.tsx'
import { createStore, useStore } from '#app/ui/tab-store.ts'
import { checkCode } from '#domain/booking/codes/contract/guest.ts'
import { discounts } from '#domain/booking/codes/domain/discount.ts'
import { type OfferedOption, priceOfChoices } from '#domain/events/domain/offered-options.ts'
import { isWholeNow, type Priced, pricedWith } from '#app/public/event/price.tsx'
import type { LaterCharge } from '#domain/booking/domain/kept-card.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'
import type { CardClient } from '#app/guest/payment/card-client.ts'
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
  /** A link that reserves a spot: a waitlist offer, or a spot that another guest passes on. */
  link?: SpotLink
  initial?: Partial<SignUpInput>
  companions?: number
  /** True if the site saves cards for the remainder if the guest agrees (R42). */
  offersKeptCards?: boolean
  wallets?: boolean
  /** True if the page exists only for the form. The form is then open from the start. */
  opensAtOnce?: boolean
  /** Called when the page shows old spots or prices. */
  onStale: () => void
}

type Facts = Pick<SignUpOptions, 'event' | 'offersKeptCards' | 'wallets' | 'onStale'> & {
  call: Call
  link: SpotLink
}

/**
 * Starts a sign-up that runs even while its page is not shown. If the guest opens another page, a payment
 * continues, and the guest sees it again after returning.
 */
function startSignUp(place: number | string) {
  const stored = signUpDraft(place)
  const restored = stored.read()
  const state = createStore<SignUpState>({ at: 'arriving' })
  let facts: Facts | null = null
  let cardClient: CardClient | null = null
  /**
   * Ids of the private links of holds that this page made. The browser never stores them, because a duplicated
   * tab would get them too.
   */
  const made = new Set<string>()
  /** The wallet that pays the current attempt, if there is one. */
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
    restored,
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
        // The form does not accept a press now. Forgets the wallet, so that a later press does not use it.
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

/** Returns the payment that the draft needs, with the amounts that the page shows. */
function paymentRequest({ event, offersKeptCards, wallets = false, link }: Facts, draft: SignUpDraft) {
  const priced = pricedWith(event, amountsPerGuest(event, draft))
  const keepCard = draft.keepCard && laterCharge(priced, offersKeptCards) !== null
  return { eventId: event.id, dueNow: priced.dueNow, keepCard, wallets, link, draft }
}

async function openPayment({ send, ...facts }: Running, draft: SignUpDraft) {
  const request = paymentRequest(facts, draft)
  // A discount code can make the sign-up free.
  if (request.dueNow <= 0) return send({ type: 'payment_opened', draft })
  const opened = await openIntent({ call: facts.call, saveDraft: () => {} }, request)
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
  const saveDraft = (further: SignUpDraft) => send({ type: 'got_further', draft: further })
  const tools = { call: facts.call, cardClient, newAttempt, made, saveDraft }
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

/** Refetches the applied code, because an admin may have edited it, and updates the prices. */
async function refreshCode({ call, send, event, link }: Running, codeNow: () => AppliedCode | null) {
  const code = codeNow()
  if (code === null) return
  const found = await call(checkCode, { body: { eventId: event.id, ...link, code: code.code } })
  if (found.ok && codeNow() === code)
    send({ type: 'chosen', chosen: { code: { ...found.data, pays: code.pays } } })
}

/**
 * Returns the cents that each guest pays on top of the price of a stay, beginning with the payer: the price of
 * the options minus the discount.
 */
function amountsPerGuest(
  { cost, options: offered }: Pick<SignUpEventFacts, 'cost' | 'options'>,
  { options, companions, code }: Pick<SignUpDraft, 'options' | 'companions' | 'code'>,
): Cents[] {
  const chosen = [options, ...companions.map((companion) => companion.options)]
  const pays = code?.pays ?? undefined
  const off = code === null ? [] : discounts(code, { cost, guests: chosen.length, pays })
  return chosen.map((ids, index) => priceOfChoices(offered, ids) - (off[index] ?? 0))
}

/** Returns the remainder that a saved card would pay later, or null if no card is saved. */
function laterCharge(priced: Priced, offersKeptCards = false): LaterCharge | null {
  const { dueNow, remainder: amount, remainderDue: on } = priced
  return offersKeptCards && dueNow > 0 && !isWholeNow(priced) && on !== null ? { amount, on } : null
}

/** The sign-up's draft before the form is opened. */
const EMPTY_DRAFT = newDraft('')

const draftOf = (state: SignUpState): SignUpDraft | null => ('draft' in state ? state.draft : null)

/**
 * The running sign-ups of this tab, by event id or link token. On the server the map stays empty, because the
 * server works for many guests.
 */
const running = new Map<number | string, ReturnType<typeof startSignUp>>()

function runningSignUp(place: number | string) {
  const found = running.get(place) ?? startSignUp(place)
  if (typeof window !== 'undefined') running.set(place, found)
  return found
}

/** Connects a page to its sign-up. Calls `onStale` when the page shows old data of the event. */
export function useSignUp({
  link = {},
  initial = {},
  opensAtOnce = false,
  companions,
  ...facts
}: SignUpOptions) {
  // A link's form has its own draft, separate from the event page's.
  const place = link.offer ?? link.replacement ?? facts.event.id
  // If the event offers lodging, the amount due is known only after the guest has chosen. The press of the
  // button then opens the payment.
  const charged = facts.event.dueNow > 0 && facts.event.options.every(({ kind }) => kind !== 'lodging')
  const call = useCall()
  const { send, restored, ...here } = runningSignUp(place)
  const state = useStore(here.state)
  const open = () =>
    send({ type: 'opened', attempt: newAttempt(), initial, charged, companions: companions ?? 0 })
  const learn = useEffectEvent(() => here.learn({ ...facts, call, link }))
  useEffect(() => learn())
  // Reads the tab's storage, which the server cannot see, after hydration but before the first paint.
  const arrive = useEffectEvent(() => {
    learn()
    send({ type: 'arrived', kept: restored, charged })
    if (opensAtOnce) open()
  })
  useLayoutEffect(() => {
    arrive()
    return () => runningSignUp(place).send({ type: 'left' })
  }, [place])

  const found = draftOf(state)
  const draft = found ?? EMPTY_DRAFT
  const { event, offersKeptCards } = facts
  const sums = amountsPerGuest(event, draft)
  const priced = pricedWith(event, sums)
  const choose = (chosen: Extract<SignUpEvent, { type: 'chosen' }>['chosen']) =>
    send({ type: 'chosen', chosen })
  return {
    state,
    open,
    close: () => send({ type: 'left' }),
    /** Drops a finished sign-up and starts one for another guest. */
    startOver: () => send({ type: 'started_over', attempt: newAttempt(), charged }),
    /** Returns the values as typed, even if hydration is not complete yet. */
    typedValues: (): SignUpInput | undefined => {
      if (found !== null) return found.values
      return state.at === 'arriving' && restored?.stage === 'typing' ? restored.values : undefined
    },
    chosenIds: draft.options,
    chooseOptions: (options: number[]) => choose({ options }),
    /**
     * `sums` has the cents that each guest pays on top of the price of a stay, beginning with the payer.
     * `priced` has the total price of the party.
     */
    sums,
    priced,
    code: draft.code,
    setCode: (code: AppliedCode | null) => choose({ code }),
    /** Identifies the sign-up when a code is checked. */
    codeFor: { eventId: event.id, ...link, ...(draft.attempt ? { attempt: draft.attempt } : {}) },
    /** The remainder that a saved card would pay (R42), or null if no card is saved. */
    laterCharge: laterCharge(priced, offersKeptCards),
    keepCard: draft.keepCard,
    setKeepCard: (keepCard: boolean) => choose({ keepCard }),
    companions: draft.companions,
    setCompanions: (next: Companion[]) => send({ type: 'companions_changed', companions: next }),
    isHeld: found !== null && found.uuid !== null,
    saveDraft: (values: SignUpInput) => send({ type: 'typed', values }),
    setCardClient: here.setCardClient,
    submit: (values: SignUpValues) => send({ type: 'pressed', values }),
    /** Signs up and pays with a wallet. Resolves when the attempt has ended. */
    payBy: here.payBy,
  }
}

export type SignUp = ReturnType<typeof useSignUp>
