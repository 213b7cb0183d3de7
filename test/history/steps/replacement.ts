/**
 * Steps of passing on a spot. A guest creates the link, another guest signs up by it, or the first guest
 * withdraws it.
 */
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { getTakeOver, passOn, takeBack } from '#domain/booking/contract/replacement.ts'
import { ASKED_CODES, CARDS, type EventName, EVENTS, type GuestStep } from '../operations.ts'
import {
  dollars,
  identityOf,
  newAttempt,
  noted,
  type OpenForm,
  logLine,
  type HistoryState,
} from '../history-state.ts'
import { codeText, peopleOf, pricedWithCode, pricesOf } from './prices.ts'

type Doing<Name extends GuestStep['do']> = Extract<GuestStep, { do: Name }>
type ReplacementStep = Doing<'make a link' | 'take over' | 'take the link back'>

export async function runTakeOverStep(state: HistoryState, step: ReplacementStep): Promise<void> {
  if (step.do === 'take the link back') return await takeLinkBack(state, step)
  const token = await makeLink(state, step.do === 'make a link' ? { from: step.who, stay: step.stay } : step)
  if (step.do === 'make a link') return
  if (token === null) return
  const form = await openForm(state, step, token)
  if (form) await book(state, step, { ...form, token })
}

async function takeLinkBack(state: HistoryState, { who, stay }: Doing<'take the link back'>): Promise<void> {
  const { guest, stays } = state.people[who]
  const uuid = stays[stay]
  if (!uuid) return
  const done = await guest.browser.call(takeBack, { query: { uuid } })
  logLine(state, `${who} takes the link back: ${done.ok ? done.data.passOn.state : noted(state, done)}`)
}

async function makeLink(
  state: HistoryState,
  { from, stay }: Pick<Doing<'take over'>, 'from' | 'stay'>,
): Promise<string | null> {
  const { guest, stays } = state.people[from]
  const uuid = stays[stay]
  if (!uuid) return null
  const made = await guest.browser.call(passOn, { body: { uuid } })
  logLine(state, `${from} passes on a stay: ${made.ok ? made.data.passOn.state : noted(state, made)}`)
  return made.ok ? made.data.passOn.token : null
}

async function openForm(
  state: HistoryState,
  { who, code }: Doing<'take over'>,
  token: string,
): Promise<{ form: OpenForm; eventId: number } | null> {
  const { browser } = state.people[who].guest
  const found = await browser.call(getTakeOver, { query: { token } })
  if (!found.ok || found.data.state !== 'open') {
    logLine(state, `${who} opens the link: ${found.ok ? found.data.state : noted(state, found)}`)
    return null
  }
  const { event } = found.data
  const eventId = event.id
  const people = peopleOf(event.options, { who, many: 0 })
  const { dueNow: amount } = await pricedWithCode(state, event, {
    sums: pricesOf(event.options, people),
    code,
  })
  const form = {
    event: nameOf(state, eventId),
    amount,
    code,
    attempt: newAttempt(),
    ...people,
    keepCard: false,
    payment: null,
  }
  if (amount === 0) return { form, eventId }
  const made = await browser.call(createPaymentIntent, {
    body: { amount, eventId, replacement: token, options: [people.options], ...ASKED_CODES[code] },
  })
  if (made.ok) return { form: { ...form, payment: made.data }, eventId }
  logLine(state, `${who} asks for a payment by the link: ${noted(state, made)}`)
  return null
}

const nameOf = (state: HistoryState, eventId: number): EventName =>
  EVENTS.find((name) => state.events[name].id === eventId) ?? 'leather'

interface Opened {
  form: OpenForm
  eventId: number
  token: string
}

async function book(
  state: HistoryState,
  { who, from, card }: Doing<'take over'>,
  { form, eventId, token }: Opened,
): Promise<void> {
  const someone = state.people[who]
  const { amount, attempt, payment, event, options, code } = form
  // Adds the form to the guest's open forms. Later steps may reload this form, send it and pay for it.
  someone.forms.unshift(form)
  const made = await someone.guest.order({
    eventId,
    amount,
    attempt,
    options,
    ...ASKED_CODES[code],
    paymentIntent: payment?.paymentIntent ?? null,
    replacement: token,
    ...identityOf(who),
  })
  if (!made.ok) {
    logLine(state, `${who} signs up in place of ${from}: ${noted(state, made)}`)
    return
  }
  const { uuid, reservationId } = made.data
  state.linkOwners.set(uuid, identityOf(who))
  someone.stays = [uuid, ...someone.stays.filter((known) => known !== uuid)]
  logLine(
    state,
    `${who} signs up for ${event} in place of ${from}: reservation ${reservationId}${codeText(code)}`,
  )
  if (!payment || card === 'later') return
  const said = await someone.guest.pay(payment.clientSecret, CARDS[card])
  logLine(state, `${who} pays ${dollars(amount)} for the spot with ${card}: ${said}`)
}
