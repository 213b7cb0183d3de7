/** A guest passes on a stay, and somebody else books by the link; or the guest takes the link back. */
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { getTakeOver, passOn, takeBack } from '#domain/booking/contract/replacement.ts'
import { ASKED_CODES, CARDS, type EventName, EVENTS, type GuestStep } from '../operations.ts'
import { dollars, holderOf, newAttempt, noted, type OpenForm, tell, type World } from '../world.ts'
import { codeText, peopleOf, pricedWithCode, sumsOf } from './priced.ts'

type Doing<Name extends GuestStep['do']> = Extract<GuestStep, { do: Name }>
type TakeOverStep = Doing<'make a link' | 'take over' | 'take the link back'>

export async function takeTakeOverStep(world: World, step: TakeOverStep): Promise<void> {
  if (step.do === 'take the link back') return await takeLinkBack(world, step)
  const token = await makeLink(world, step.do === 'make a link' ? { from: step.who, stay: step.stay } : step)
  if (step.do === 'make a link') return
  if (token === null) return
  const form = await openForm(world, step, token)
  if (form) await book(world, step, { ...form, token })
}

async function takeLinkBack(world: World, { who, stay }: Doing<'take the link back'>): Promise<void> {
  const { guest, stays } = world.people[who]
  const uuid = stays[stay]
  if (!uuid) return
  const done = await guest.browser.call(takeBack, { query: { uuid } })
  tell(world, `${who} takes the link back: ${done.ok ? done.data.passOn.state : noted(world, done)}`)
}

async function makeLink(
  world: World,
  { from, stay }: Pick<Doing<'take over'>, 'from' | 'stay'>,
): Promise<string | null> {
  const { guest, stays } = world.people[from]
  const uuid = stays[stay]
  if (!uuid) return null
  const made = await guest.browser.call(passOn, { body: { uuid } })
  tell(world, `${from} passes on a stay: ${made.ok ? made.data.passOn.state : noted(world, made)}`)
  return made.ok ? made.data.passOn.token : null
}

async function openForm(
  world: World,
  { who, code }: Doing<'take over'>,
  token: string,
): Promise<{ form: OpenForm; eventId: number } | null> {
  const { browser } = world.people[who].guest
  const found = await browser.call(getTakeOver, { query: { token } })
  if (!found.ok || found.data.state !== 'open') {
    tell(world, `${who} opens the link: ${found.ok ? found.data.state : noted(world, found)}`)
    return null
  }
  const { event } = found.data
  const eventId = event.id
  const people = peopleOf(event.options, { who, many: 0 })
  const { dueNow: amount } = await pricedWithCode(world, event, { sums: sumsOf(event.options, people), code })
  const form = {
    event: nameOf(world, eventId),
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
  tell(world, `${who} asks for a payment by the link: ${noted(world, made)}`)
  return null
}

const nameOf = (world: World, eventId: number): EventName =>
  EVENTS.find((name) => world.events[name].id === eventId) ?? 'leather'

interface Opened {
  form: OpenForm
  eventId: number
  token: string
}

async function book(
  world: World,
  { who, from, card }: Doing<'take over'>,
  { form, eventId, token }: Opened,
): Promise<void> {
  const someone = world.people[who]
  const { amount, attempt, payment, event, options, code } = form
  // Later steps may reload, send and pay it as any other form.
  someone.forms.unshift(form)
  const made = await someone.guest.order({
    eventId,
    amount,
    attempt,
    options,
    ...ASKED_CODES[code],
    paymentIntent: payment?.paymentIntent ?? null,
    replacement: token,
    ...holderOf(who),
  })
  if (!made.ok) {
    tell(world, `${who} signs up in place of ${from}: ${noted(world, made)}`)
    return
  }
  const { uuid, reservationId } = made.data
  world.given.set(uuid, holderOf(who))
  someone.stays = [uuid, ...someone.stays.filter((known) => known !== uuid)]
  tell(
    world,
    `${who} signs up for ${event} in place of ${from}: reservation ${reservationId}${codeText(code)}`,
  )
  if (!payment || card === 'later') return
  const said = await someone.guest.pay(payment.clientSecret, CARDS[card])
  tell(world, `${who} pays ${dollars(amount)} for the spot with ${card}: ${said}`)
}
