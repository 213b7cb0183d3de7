import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type Call, newAttempt } from '#shared/client.ts'
import { fullName } from '#shared/fields.ts'
import type { Cents } from '#shared/money.ts'
import { useCall } from '#app/ui/api.tsx'
import { createStore, useStore } from '#app/ui/tab-store.ts'
import { checkCode } from '#domain/booking/codes/contract/guest.ts'
import { discounts } from '#domain/booking/codes/domain/discount.ts'
import { isLodgingMissing, priceOfChoices } from '#domain/events/domain/offered-options.ts'
import { isWholeNow, type Priced, pricedWith } from '#app/public/event/price.tsx'
import type { LaterCharge } from '#domain/booking/domain/saved-card.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'
import type { CardClient } from '#app/guest/payment/card-client.ts'
import { openIntent, resume, signUp, type SignUpOutcome, type SpotLink } from './reserve-and-charge.ts'
import { type SignUpEffect, type SignUpEvent, type SignUpState, nextState } from './sign-up-machine.ts'
import { type PricedEvent, summarize } from './price-summary.tsx'
import {
  type AppliedCode,
  type Bill,
  type Companion,
  newDraft,
  signUpDraft,
  type SignUpDraft,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-draft.ts'

type SignUpEventFacts = PricedEvent & { id: number }

export interface SignUpOptions {
  event: SignUpEventFacts
  /** The link that led the guest to the form: a waitlist offer, or a spot that another guest passes on. */
  link?: SpotLink
  initial?: Partial<SignUpInput>
  companions?: number
  /** True if the site offers to save a card for the remainder (R42). */
  offersSavedCards?: boolean
  wallets?: boolean
  /** True if the form is open when the page opens, because the page shows nothing but the form. */
  opensAtOnce?: boolean
  onStale: () => void
}

type Facts = Pick<SignUpOptions, 'event' | 'offersSavedCards' | 'wallets' | 'onStale'> & {
  call: Call
  link: SpotLink
}

/**
 * Starts a sign-up that continues while the guest visits another page of the site. A guest who returns sees
 * the state of this sign-up again.
 */
function startSignUp(place: number | string) {
  const stored = signUpDraft(place)
  const restored = stored.read()
  const state = createStore<SignUpState>({ at: 'arriving' })
  let facts: Facts | null = null
  let cardClient: CardClient | null = null
  /**
   * The uuids of reservations that this page has made. They are never stored in the browser, because a
   * duplicated tab would get them too.
   */
  const made = new Set<string>()
  /** The wallet that pays in the running attempt. Null if the guest pays by card. */
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
    payBy: (client: CardClient, values: SignUpValues, bill: Bill) =>
      new Promise<void>((resolve) => {
        if (isPaying()) return resolve()
        wallet = { client, onEnd: resolve }
        send({ type: 'pressed', values, bill })
        if (isPaying()) return
        // The form did not accept the press of the wallet's button. Forgets the wallet, so that a later press of the
        // form's own button does not use it.
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

/** Returns the data for the payment of a draft, with the amount that the page shows. */
function paymentRequest({ event, offersSavedCards, wallets = false, link }: Facts, draft: SignUpDraft) {
  const priced = pricedWith(event, amountsPerGuest(event, draft))
  const keepCard = draft.keepCard && laterCharge(priced, offersSavedCards) !== null
  return { eventId: event.id, dueNow: priced.dueNow, keepCard, wallets, link, draft }
}

async function openPayment({ send, ...facts }: Running, draft: SignUpDraft) {
  const request = paymentRequest(facts, draft)
  // Opens no payment if a discount code makes the sign-up free.
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

/**
 * Checks the applied discount code again, because an admin may have edited the code. Updates the prices if
 * so.
 */
async function refreshCode({ call, send, event, link }: Running, codeNow: () => AppliedCode | null) {
  const code = codeNow()
  if (code === null) return
  const found = await call(checkCode, { body: { eventId: event.id, ...link, code: code.code } })
  if (found.ok && codeNow() === code)
    send({ type: 'chosen', chosen: { code: { ...found.data, pays: code.pays } } })
}

/**
 * Returns for each guest of the party how many cents the guest pays in addition to the price of a stay: the
 * options minus the discount. The payer is first.
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

/**
 * Returns the remainder that the site would charge to a saved card later. Returns null if the site would save
 * no card.
 */
function laterCharge(priced: Priced, offersSavedCards = false): LaterCharge | null {
  const { dueNow, remainder: amount, remainderDue: on } = priced
  return offersSavedCards && dueNow > 0 && !isWholeNow(priced) && on !== null ? { amount, on } : null
}

/** Returns what the guest books: everybody's choices, and the price with its discount. */
function billOf(event: SignUpEventFacts, draft: SignUpDraft, values: SignUpValues): Bill {
  const { priced, discount } = summarize(event, { ...draft, isHeld: draft.uuid !== null })
  const guests = [{ customerName: fullName(values), options: draft.options }, ...draft.companions]
  return {
    guests: guests.map(({ customerName: name, options }) => ({
      name,
      choices: event.options.filter(({ id }) => options.includes(id)).map((option) => option.name),
    })),
    discount,
    cost: Math.max(0, priced.cost),
    remainderDue: priced.remainderDue,
  }
}

/** The draft before the guest opens the form. */
const EMPTY_DRAFT = newDraft('')

const draftOf = (state: SignUpState): SignUpDraft | null => ('draft' in state ? state.draft : null)

/**
 * The sign-ups of this tab, by the event's id or the link's token. On the server this map stays empty,
 * because the server renders for many guests.
 */
const running = new Map<number | string, ReturnType<typeof startSignUp>>()

function runningSignUp(place: number | string) {
  const found = running.get(place) ?? startSignUp(place)
  if (typeof window !== 'undefined') running.set(place, found)
  return found
}

/** Connects a page to its sign-up. Calls `onStale` if the page's data about the event is outdated. */
export function useSignUp({
  link = {},
  initial = {},
  opensAtOnce = false,
  companions,
  ...facts
}: SignUpOptions) {
  // A sign-up by a link has its own draft, apart from the draft of the form on the event's page.
  const place = link.offer ?? link.replacement ?? facts.event.id
  // If the event offers lodging, the amount due is unknown until the guest has chosen. So the payment is
  // opened later, by the press of the button.
  const charged = facts.event.dueNow > 0 && facts.event.options.every(({ kind }) => kind !== 'lodging')
  const call = useCall()
  const { send, restored, ...here } = runningSignUp(place)
  const state = useStore(here.state)
  const open = () =>
    send({ type: 'opened', attempt: newAttempt(), initial, charged, companions: companions ?? 0 })
  const learn = useEffectEvent(() => here.learn({ ...facts, call, link }))
  useEffect(() => learn())
  // Reads the draft of this tab after hydration, because the server cannot see the draft. Reads it before the
  // first paint, so that the form does not flash.
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
  const { event, offersSavedCards } = facts
  const priced = pricedWith(event, amountsPerGuest(event, draft))
  const isChosen = [draft, ...draft.companions].every(
    ({ options }) => !isLodgingMissing(event.options, options),
  )
  const choose = (chosen: Extract<SignUpEvent, { type: 'chosen' }>['chosen']) =>
    send({ type: 'chosen', chosen })
  return {
    state,
    open,
    close: () => send({ type: 'left' }),
    /** Drops a finished sign-up, and starts a sign-up for another guest. */
    startOver: () => send({ type: 'started_over', attempt: newAttempt(), charged }),
    /**
     * Returns the answers that the guest has typed. During hydration, returns those of the draft in this tab.
     */
    typedValues: (): SignUpInput | undefined => {
      if (found !== null) return found.values
      return state.at === 'arriving' && restored?.stage === 'typing' ? restored.values : undefined
    },
    chosenIds: draft.options,
    chooseOptions: (options: number[]) => choose({ options }),
    /** The total price of the party. A lodging that is not chosen yet counts as 0. */
    priced,
    code: draft.code,
    setCode: (code: AppliedCode | null) => choose({ code }),
    /** Tells the server for which sign-up it checks a discount code. */
    codeFor: { eventId: event.id, ...link, ...(draft.attempt ? { attempt: draft.attempt } : {}) },
    /**
     * The remainder that the site would charge to a saved card (R42). Null if the site would save no card, or
     * while a lodging is missing, because the amount is unknown then.
     */
    laterCharge: isChosen ? laterCharge(priced, offersSavedCards) : null,
    keepCard: draft.keepCard,
    setKeepCard: (keepCard: boolean) => choose({ keepCard }),
    companions: draft.companions,
    setCompanions: (next: Companion[]) => send({ type: 'companions_changed', companions: next }),
    isHeld: found !== null && found.uuid !== null,
    saveDraft: (values: SignUpInput) => send({ type: 'typed', values }),
    setCardClient: here.setCardClient,
    submit: (values: SignUpValues) => send({ type: 'pressed', values, bill: billOf(event, draft, values) }),
    /** Signs the guest up and pays by wallet. Resolves when the attempt has ended. */
    payBy: (client: CardClient, values: SignUpValues) =>
      here.payBy(client, values, billOf(event, draft, values)),
  }
}

export type SignUp = ReturnType<typeof useSignUp>
