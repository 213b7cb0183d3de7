/**
 * Guests' steps. Each guest has their own browser. No step closes a form, because a form that no later step
 * uses has the same effect.
 */
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { changeOptions, getReservation, withdrawCard } from '#domain/booking/contract/guest.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { priceOfChoices } from '#domain/events/domain/offered-options.ts'
import { isWholeNow } from '#app/public/event/price.tsx'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { confirmSpots } from '#domain/booking/contract/confirm-spots.ts'
import { mailboxToken } from '#domain/booking/domain/mailbox.ts'
import { savedCards } from '#platform/database/schema/payments.ts'
import type { Result } from '#shared/client.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { ASKED_CODES, CARDS, type Card, type EventName, type GuestStep, type Person } from '../operations.ts'
import {
  addressOf,
  choicesAt,
  dollars,
  type GuestIdentity,
  identityOf,
  newAttempt,
  type OpenForm,
  type Participant,
  logLine,
  type HistoryState,
} from '../history-state.ts'
import { codeText, peopleOf, pricedWithCode, pricesOf } from './prices.ts'
import { runTakeOverStep } from './replacement.ts'
import { runSelfCancelStep } from './self-cancel.ts'

type Doing<Name extends GuestStep['do']> = Extract<GuestStep, { do: Name }>

export async function runGuestStep(state: HistoryState, step: GuestStep): Promise<void> {
  switch (step.do) {
    case 'open':
      await open(state, step)
      return
    case 'reload':
      return await reload(state, step)
    case 'bring others':
      return await bringOthers(state, step)
    case 'sign up':
      await signUp(state, step)
      return
    case 'fill in a copied tab':
      return await fillInCopiedTab(state, step)
    case 'pay':
      return await pay(state, step)
    case 'book':
      return await book(state, step)
    case 'keep a card':
      return await saveCard(state, step)
    case 'answer the bank':
      return await answerBank(state, step)
    case 'look':
      return await look(state, step)
    case 'ask for an invoice':
      return await askForInvoice(state, step)
    case 'pay an invoice':
      return await payInvoice(state, step)
    case 'choose':
      return await choose(state, step)
    case 'make a link':
    case 'take over':
    case 'take the link back':
      return await runTakeOverStep(state, step)
    case 'answer by mail':
      return await answerByMail(state, step)
    case 'withdraw the card':
      return await withdrawSavedCard(state, step)
    case 'cancel the own stay':
      return await runSelfCancelStep(state, step)
  }
}

/** Confirms held spots by the link in the guest's e-mail. Does nothing if the guest got no such e-mail. */
async function answerByMail(state: HistoryState, { who, stay }: Doing<'answer by mail'>): Promise<void> {
  const { guest, stays } = state.people[who]
  const uuid = stays[stay]
  if (!uuid) return
  const { db, sealer } = state.site.app.services
  const mailed = await db
    .select({ id: emails.id })
    .from(emails)
    .innerJoin(reservations, eq(reservations.id, emails.reservationId))
    .where(and(eq(reservations.uuid, uuid), eq(emails.emailType, 'confirm-spots')))
  if (mailed.length === 0) return
  const { email } = state.linkOwners.get(uuid) ?? identityOf(who)
  const token = mailboxToken(sealer, { uuid, email })
  state.answered.add(uuid)
  const done = await guest.browser.call(confirmSpots, { body: { token } })
  logLine(state, `${who} answers by mail: ${noted(state, `${who} answering by mail`, done) ?? 'confirmed'}`)
}

/**
 * Records a refusal by the site for the checks, and returns it as text. Returns null if the call succeeded.
 */
function noted<E extends Endpoint>(state: HistoryState, to: string, reply: Result<E>): string | null {
  if (reply.ok) return null
  state.replies.push({ to, status: reply.status, code: reply.code })
  return `${reply.status} ${reply.code}`
}

const formOf = (state: HistoryState, { who, form }: { who: Person; form: number }) =>
  state.people[who].forms[form]

async function open(
  state: HistoryState,
  { who, event: name, companions: many, keepCard, code }: Omit<Doing<'open'>, 'do'>,
): Promise<boolean> {
  const { guest, forms } = state.people[who]
  const eventUrlName = state.events[name].urlName
  const event = await guest.browser.call(getEvent, { query: { eventUrlName } })
  if (!event.ok || event.data.locked) {
    logLine(state, `${who} opens ${name}: ${noted(state, `${who} opening ${name}`, event) ?? 'locked'}`)
    return false
  }
  const { isFull, hasHappened, options: offered } = event.data
  if (isFull || hasHappened) {
    logLine(state, `${who} opens ${name}, which is ${isFull ? 'full' : 'over'}`)
    return false
  }
  const { options, companions } = peopleOf(offered, { who, many })
  const priced = await pricedWithCode(state, event.data, {
    sums: pricesOf(offered, { options, companions }),
    code,
  })
  const { dueNow: amount } = priced
  const keeps = keepCard && amount > 0 && !isWholeNow(priced)
  const form = {
    event: name,
    amount,
    code,
    attempt: newAttempt(),
    options,
    companions,
    keepCard: keeps,
    payment: null,
  }
  return await askForPayment(state, form, { who, forms })
}

/** Opens a payment for a form if the event has a price, and adds the form to the guest's open forms. */
async function askForPayment(
  state: HistoryState,
  form: OpenForm,
  {
    who,
    forms,
    other = false,
  }: { who: Person; forms: OpenForm[]; /** True if the code has changed. */ other?: boolean },
): Promise<boolean> {
  const { event, amount, code, options, companions, keepCard } = form
  if (amount === 0) {
    forms.unshift(form)
    logLine(state, `${who} opens ${event}, which is free${codeText(code)}`)
    return true
  }
  const eventId = state.events[event].id
  const made = await state.people[who].guest.browser.call(createPaymentIntent, {
    body: {
      amount,
      eventId,
      companions: companions.length,
      options: [options, ...companions.map((one) => one.options)],
      ...ASKED_CODES[code],
      ...(keepCard && { keepCard }),
      // With the attempt key, the site knows which held spots belong to this form, and counts them as free
      // for it.
      ...(other && { attempt: form.attempt }),
    },
  })
  // The event starts so soon that there is no remainder, so the site saves no card.
  if (!made.ok && keepCard && made.code === 'invalid') {
    logLine(state, `${who} opens ${event}, which keeps no card any more`)
    return false
  }
  if (!made.ok) {
    logLine(state, `${who} opens ${event}: ${noted(state, `${who} opening ${event}`, made)}`)
    return false
  }
  forms.unshift({ ...form, payment: made.data })
  const kept = keepCard ? ', whose card is to be kept' : ''
  logLine(
    state,
    `${who} opens ${event}: ${dollars(amount)} with ${made.data.paymentIntent}${kept}${codeText(code)}`,
  )
  return true
}

// Reloads a form. It keeps its attempt key but opens a new payment.
async function reload(state: HistoryState, step: Doing<'reload'>): Promise<void> {
  const form = formOf(state, step)
  if (!form) return
  const { who, code } = step
  const { guest, forms } = state.people[who]
  const eventUrlName = state.events[form.event].urlName
  const event = await guest.browser.call(getEvent, { query: { eventUrlName } })
  if (!event.ok || event.data.locked) return
  logLine(state, `${who} reloads the form of ${form.event}${codeText(code)}`)
  const sums = pricesOf(event.data.options, form)
  const other = form.code !== code
  const amount = !other ? form.amount : (await pricedWithCode(state, event.data, { sums, code })).dueNow
  await askForPayment(state, { ...form, code, amount }, { who, forms, other })
}

async function bringOthers(state: HistoryState, step: Doing<'bring others'>): Promise<void> {
  const form = formOf(state, step)
  if (!form) return
  const { who, code, companions: many } = step
  const { guest, forms } = state.people[who]
  const eventUrlName = state.events[form.event].urlName
  const event = await guest.browser.call(getEvent, { query: { eventUrlName } })
  if (!event.ok || event.data.locked) return
  logLine(state, `${who} brings ${many} with the form of ${form.event}`)
  const own = [form, ...form.companions].flatMap(({ options }) => options)
  const people = peopleOf(event.data.options, { who, many, own })
  const sums = pricesOf(event.data.options, people)
  const { dueNow: amount } = await pricedWithCode(state, event.data, { sums, code })
  const changed = { ...form, ...people, code, amount, payment: null }
  if (await askForPayment(state, changed, { who, forms, other: true }))
    await signUp(state, { who, form: 0, payment: 'own' })
}

async function signUp(state: HistoryState, step: Omit<Doing<'sign up'>, 'do'>): Promise<boolean> {
  const { who } = step
  const form = formOf(state, step)
  if (!form) return false
  const payment = paymentOf(state, step)
  const { attempt, amount, event, options, companions } = form
  // The site's page never sends the form of a priced event without a payment. So the test does not either.
  if (amount > 0 && !payment) return false
  const someone = state.people[who]
  const made = await someone.guest.order({
    eventId: state.events[event].id,
    amount,
    attempt,
    options,
    companions,
    ...ASKED_CODES[form.code],
    paymentIntent: payment?.paymentIntent ?? null,
    ...identityOf(who),
  })
  const whose = step.payment === 'own' ? '' : ` with the payment ${step.payment}`
  if (!made.ok) {
    logLine(
      state,
      `${who} signs up for ${event}${whose}: ${noted(state, `${who} signing up for ${event}`, made)}`,
    )
    return false
  }
  const { uuid, holdExpiresAt, reservationId } = made.data
  if (await isLinkMailedOnly(state, { uuid, email: addressOf(who), event })) {
    logLine(state, `${who} signs up for ${event}${whose} once more: the link goes to the mailbox alone`)
    return false
  }
  const until = holdExpiresAt === null ? 'no hold' : `held until ${holdExpiresAt.slice(11, 16)}`
  const party = companions.length === 0 ? '' : `, ${companions.length} come along`
  logLine(state, `${who} signs up for ${event}${whose}: reservation ${reservationId}, ${until}${party}`)
  keepStay(state, { who, uuid, holder: identityOf(who) })
  await keepCompanion(state, someone, { payerId: reservationId })
  return true
}

/**
 * Returns true if the link in the site's reply belongs to no reservation. The site replies with such a link
 * if the e-mail address already has a spot at the free event (docs/decisions/0051).
 */
async function isLinkMailedOnly(
  { site, events }: HistoryState,
  { uuid, email, event }: { uuid: string; email: string; event: EventName },
): Promise<boolean> {
  const { db, sealer } = site.app.services
  if ((await db.$count(reservations, eq(reservations.uuid, uuid))) > 0) return false
  const theirs = inArray(reservations.emailHash, sealer.lookups(email))
  const here = eq(reservations.eventId, events[event].id)
  return (await db.$count(reservations, and(theirs, here, eq(reservations.status, 'confirmed')))) > 0
}

function keepStay(
  state: HistoryState,
  { who, uuid, holder }: { who: Person; uuid: string; holder: GuestIdentity },
): void {
  const someone = state.people[who]
  state.linkOwners.set(uuid, holder)
  someone.stays = [uuid, ...someone.stays.filter((known) => known !== uuid)]
}

/** Adds the first companion's private link to the payer's links, as if both used the same browser. */
async function keepCompanion(
  { site }: HistoryState,
  someone: Participant,
  { payerId }: { payerId: number },
): Promise<void> {
  const [companion] = await site.app.services.db
    .select({ uuid: reservations.uuid })
    .from(reservations)
    .where(and(eq(reservations.partyId, payerId), ne(reservations.id, payerId)))
    .orderBy(asc(reservations.id))
    .limit(1)
  if (!companion) return
  const [own, ...others] = someone.stays.filter((uuid) => uuid !== companion.uuid)
  someone.stays = [...(own ? [own] : []), companion.uuid, ...others]
}

/**
 * Sends a form from a copied tab. The copy lacks the private link of the hold, which is only in the memory of
 * the original page (R44.6).
 */
async function fillInCopiedTab(state: HistoryState, step: Doing<'fill in a copied tab'>): Promise<void> {
  const { who, of, own, form: which } = step
  const form = which === 'of the offer' ? state.people[of].offerForm : formOf(state, { who: of, form: which })
  if (!form || who === of) return
  const { event, amount, code, options, companions, attempt, offer, keepCard } = form
  const { guest, forms } = state.people[who]
  const eventId = state.events[event].id
  let { payment } = form
  if (step.payment === 'another' && amount > 0) {
    const wanted = [options, ...companions.map((one) => one.options)]
    const made = await guest.browser.call(createPaymentIntent, {
      body: {
        amount,
        eventId,
        companions: companions.length,
        options: wanted,
        ...ASKED_CODES[code],
        ...(offer && { offer }),
        ...(keepCard && { keepCard }),
      },
    })
    if (!made.ok) {
      logLine(state, `${who} opens a copy of ${of}'s form: ${noted(state, `${who} opening a copy`, made)}`)
      return
    }
    payment = made.data
  }
  if (amount > 0 && !payment) return
  const holder = {
    customerName: own === 'mailbox' ? of : who,
    email: addressOf(own === 'name' ? of : who),
  }
  const made = await guest.order({
    eventId,
    amount,
    attempt,
    options,
    companions,
    ...ASKED_CODES[code],
    ...(offer && { offer }),
    paymentIntent: payment?.paymentIntent ?? null,
    ...holder,
  })
  const line = `${who} fills in a copy of ${of}'s form of ${event} with another ${own}`
  if (!made.ok) {
    logLine(state, `${line}: ${noted(state, `${who} filling in a copy`, made)}`)
    return
  }
  const { uuid, reservationId } = made.data
  logLine(state, `${line}: reservation ${reservationId}`)
  if (await isLinkMailedOnly(state, { uuid, email: holder.email, event })) return
  const known = state.linkOwners.get(uuid)
  if (known && (known.customerName !== holder.customerName || known.email !== holder.email))
    throw new Error(`${holder.customerName} (${holder.email}) is given the private link of another guest`)
  keepStay(state, { who, uuid, holder })
  if (!offer) forms.unshift({ ...form, payment })
}

function paymentOf(
  state: HistoryState,
  { who, form, payment }: Omit<Doing<'sign up'>, 'do'>,
): OpenForm['payment'] {
  if (payment === 'own') return formOf(state, { who, form })?.payment ?? null
  if (payment === 'of the form before') return formOf(state, { who, form: form + 1 })?.payment ?? null
  return formOf(state, { who: payment, form: 0 })?.payment ?? null
}

async function pay(state: HistoryState, step: Omit<Doing<'pay'>, 'do'>): Promise<void> {
  const form = formOf(state, step)
  if (!form?.payment) return
  await charge(state, step, { ...form.payment, what: form.event })
}

async function charge(
  state: HistoryState,
  { who, card }: { who: Person; card: Card },
  { clientSecret, what }: { clientSecret: string; what: string },
): Promise<void> {
  const control = state.site.app.sandbox?.control
  const before = await control?.read()
  if (card === '4242 (the bank thinks)') await control?.set({ keepProcessing: true })
  const said = await state.people[who].guest.pay(clientSecret, CARDS[card])
  await control?.set({ keepProcessing: before?.keepProcessing ?? false })
  logLine(state, `${who} pays for ${what} with ${card}: ${said}`)
}

async function book(state: HistoryState, { who, card, ...form }: Doing<'book'>): Promise<void> {
  if (!(await open(state, { who, ...form }))) return
  if (!(await signUp(state, { who, form: 0, payment: 'own' }))) return
  await pay(state, { who, form: 0, card })
}

async function saveCard(state: HistoryState, { who, card, ...form }: Doing<'keep a card'>): Promise<void> {
  if (!(await open(state, { who, ...form, companions: 0, keepCard: true }))) return
  if (!(await signUp(state, { who, form: 0, payment: 'own' }))) return
  await pay(state, { who, form: 0, card })
  await answerBank(state, { do: 'answer the bank', who, form: 0, passes: true })
}

async function answerBank(state: HistoryState, step: Doing<'answer the bank'>): Promise<void> {
  const form = formOf(state, step)
  if (!form?.payment) return
  const answer = step.passes ? 'complete' : 'fail'
  const said = await state.site.app.sandbox?.control.authenticate(form.payment.paymentIntent, answer)
  if (typeof said === 'object')
    logLine(state, `${step.who} ${step.passes ? 'passes' : 'fails'} the bank's question: ${said.status}`)
}

async function look(state: HistoryState, { who, stay }: Doing<'look'>): Promise<void> {
  const someone = state.people[who]
  const uuid = someone.stays[stay]
  if (!uuid) return
  const found = await someone.guest.browser.call(getReservation, { query: { uuid } })
  if (!found.ok) {
    logLine(state, `${who} looks at the private page: ${noted(state, `${who} looking`, found)}`)
    return
  }
  if (found.data.uuid !== uuid)
    throw new Error(`the link ${uuid} shows ${who} the link of the same stay that has replaced it`)
  someone.page = found.data
  const { id, status, totalPaid, eventName } = found.data
  logLine(state, `${who} looks at reservation ${id} of ${eventName}: ${status}, ${dollars(totalPaid)} paid`)
}

async function choose(state: HistoryState, { who, stay, kit }: Doing<'choose'>): Promise<void> {
  const { stays, guest } = state.people[who]
  const uuid = stays[stay]
  if (!uuid) return
  const found = await guest.browser.call(getReservation, { query: { uuid } })
  if (!found.ok || choicesAt(state, found.data.event.id, true).length === 0) return
  const options = choicesAt(state, found.data.event.id, kit)
  const { offered, options: own } = found.data
  const difference = priceOfChoices(offered, options) - own.reduce((sum, { price }) => sum + price, 0)
  const done = await guest.browser.call(changeOptions, { body: { uuid, options, difference } })
  logLine(
    state,
    `${who} wants ${kit ? 'a kit or the cabin' : 'no kit or a tent'}: ${done.ok ? 'done' : noted(state, `${who} choosing`, done)}`,
  )
}

/** Returns the first of these stays that has a saved card. Undefined if none has. */
async function withCard({ site }: HistoryState, stays: string[]): Promise<string | undefined> {
  const [row] = await site.app.services.db
    .select({ uuid: reservations.uuid })
    .from(savedCards)
    .innerJoin(reservations, eq(reservations.id, savedCards.reservationId))
    .where(and(inArray(reservations.uuid, stays), isNull(savedCards.endedAt)))
    .orderBy(asc(reservations.id))
    .limit(1)
  return row?.uuid
}

async function withdrawSavedCard(
  state: HistoryState,
  { who, stay }: Doing<'withdraw the card'>,
): Promise<void> {
  const { stays, guest } = state.people[who]
  const uuid = (await withCard(state, stays)) ?? stays[stay]
  if (!uuid) return
  const seen = await guest.browser.call(getReservation, { query: { uuid } })
  const done = await guest.browser.call(withdrawCard, { query: { uuid } })
  // The page offers the button for deleting a card only if a card is saved.
  if (done.ok && seen.ok && seen.data.keptCard) state.withdrawn.set(uuid, state.site.app.services.now())
  const said = noted(state, `${who} withdrawing the card`, done) ?? 'done'
  logLine(state, `${who} wants no card kept any more: ${said}`)
}

async function askForInvoice(state: HistoryState, { who }: Doing<'ask for an invoice'>): Promise<void> {
  const { page, guest } = state.people[who]
  const invoice = page?.invoices.find((one) => !one.paid)
  if (!page || !invoice) return
  const { id: invoiceId, amount } = invoice
  const made = await guest.browser.call(createPaymentIntent, { body: { amount, invoiceId, uuid: page.uuid } })
  if (made.ok) invoice.clientSecret = made.data.clientSecret
  const said = noted(state, `${who} asking for invoice ${invoiceId}`, made)
  logLine(state, `${who} asks for a payment of invoice ${invoiceId}: ${said ?? 'opened'}`)
}

async function payInvoice(state: HistoryState, { who, card }: Doing<'pay an invoice'>): Promise<void> {
  if (state.people[who].page === null) await look(state, { do: 'look', who, stay: 0 })
  const invoice = state.people[who].page?.invoices.find((one) => one.clientSecret !== null)
  if (!invoice?.clientSecret) return
  await charge(state, { who, card }, { clientSecret: invoice.clientSecret, what: `invoice ${invoice.id}` })
}
