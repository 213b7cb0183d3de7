/** Steps of guests on a waitlist: joining it, and accepting, declining or ignoring an offer. */
import { asc, eq } from 'drizzle-orm'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { openName } from '#platform/sealing.ts'
import { confirmEntry, createWaitlist } from '#domain/booking/waitlist/contract/entries.ts'
import { switchOffers } from '#domain/booking/waitlist/contract/admin.ts'
import { entryToken } from '#test/support/booking/waitlist.ts'
import { declineOffer, getOffer, offerNext } from '#domain/booking/waitlist/contract/offers.ts'
import { createReservation } from '#domain/booking/contract/sign-up.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { DETAILS } from '#test/support/booking/guest.ts'
import { ASKED_CODES, CARDS, EVENTS, PEOPLE, type WaitlistStep } from '../operations.ts'
import {
  addressOf,
  dollars,
  identityOf,
  newAttempt,
  noted,
  pick,
  logLine,
  type HistoryState,
} from '../history-state.ts'
import { codeText, pricedWithCode, pricesOf } from './prices.ts'

type Doing<Name extends WaitlistStep['do']> = Extract<WaitlistStep, { do: Name }>

export async function runWaitlistStep(state: HistoryState, step: WaitlistStep): Promise<void> {
  switch (step.do) {
    case 'wait in line':
      return await joinWaitlist(state, step)
    case 'offer the own spot':
      return await offerOwn(state, step)
    case 'take an offer':
      return await takeOffer(state, step)
    case 'pass an offer on':
      return await passOn(state, step)
  }
}

async function joinWaitlist(
  state: HistoryState,
  { who, event, confirms }: Doing<'wait in line'>,
): Promise<void> {
  const waitlistData = { customerName: who, email: addressOf(who), eventId: state.events[event].id }
  const { browser } = state.people[who].guest
  const joined = await browser.call(createWaitlist, { body: { waitlistData } })
  if (!joined.ok || !confirms) {
    logLine(state, `${who} would wait for ${event}: ${joined.ok ? 'not confirmed' : noted(state, joined)}`)
    return
  }
  const token = await entryToken(state.site.app, waitlistData)
  const placed = await browser.call(confirmEntry, { body: { token } })
  const said = placed.ok ? `number ${placed.data.position ?? 'none'}` : noted(state, placed)
  logLine(state, `${who} waits for ${event}: ${said}`)
}

/**
 * Returns offer number `nth` of all offers. Includes ended offers, because guests still have e-mails with the
 * links to them.
 */
async function chooseOffer({ site }: HistoryState, nth: number) {
  const { db, sealer } = site.app.services
  const all = await db
    .select({ token: waitlistOffers.token, id: waitlistOffers.id, entry: waitlistEntries })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .orderBy(asc(waitlistOffers.id))
  const chosen = pick(all.toReversed(), nth)
  if (!chosen) return undefined
  const called = openName(sealer, 'waitlist_entries', chosen.entry)
  const who = PEOPLE.find((name) => name === called) ?? 'Ana'
  return { ...chosen, who, eventId: chosen.entry.eventId }
}

async function offerOwn(state: HistoryState, { who, stay }: Doing<'offer the own spot'>): Promise<void> {
  const { guest, stays } = state.people[who]
  const uuid = stays[stay]
  if (!uuid) return
  const done = await guest.browser.call(offerNext, { body: { uuid } })
  const said = done.ok ? done.data.nextOffer.state : noted(state, done)
  logLine(state, `${who} offers the own spot to the next in line: ${said}`)
}

async function takeOffer(state: HistoryState, { nth, code, card }: Doing<'take an offer'>): Promise<void> {
  const offer = await chooseOffer(state, nth)
  if (!offer) return
  const { token, id, who, eventId } = offer
  const { guest, stays } = state.people[who]
  const seen = await guest.browser.call(getOffer, { query: { token } })
  if (!seen.ok || seen.data.state !== 'open') {
    logLine(state, `${who} opens offer ${id}: ${seen.ok ? seen.data.state : noted(state, seen)}`)
    return
  }
  const { options: offered } = seen.data.event
  const lodging = offered.filter(({ kind, soldOut }) => kind === 'lodging' && !soldOut)
  const options = lodging
    .toSorted((one, other) => one.price - other.price)
    .slice(0, 1)
    .map(({ id: cheapest }) => cheapest)
  const sums = pricesOf(offered, { options, companions: [] })
  const { dueNow: amount } = await pricedWithCode(state, seen.data.event, { sums, code })
  const opened =
    amount > 0
      ? await guest.browser.call(createPaymentIntent, {
          body: { amount, eventId, offer: token, options: [options], ...ASKED_CODES[code] },
        })
      : null
  if (opened && !opened.ok) {
    logLine(state, `${who} would pay for offer ${id}: ${noted(state, opened)}`)
    return
  }
  const attempt = newAttempt()
  const order = {
    ...DETAILS,
    ...identityOf(who),
    amount,
    eventId,
    options,
    ...ASKED_CODES[code],
    attempt,
  }
  const payment = opened?.data ?? null
  const paymentIntent = payment?.paymentIntent ?? null
  state.people[who].offerForm = {
    event: EVENTS.find((name) => state.events[name].id === eventId) ?? 'leather',
    amount,
    code,
    attempt,
    options,
    companions: [],
    keepCard: false,
    payment,
    offer: token,
  }
  const made = await guest.browser.call(createReservation, {
    body: { createReservationData: { ...order, paymentIntent, offer: token } },
  })
  if (!made.ok) {
    logLine(state, `${who} takes offer ${id}: ${noted(state, made)}`)
    return
  }
  state.linkOwners.set(made.data.uuid, identityOf(who))
  if (!stays.includes(made.data.uuid)) stays.unshift(made.data.uuid)
  const paid = opened ? await guest.pay(opened.data.clientSecret, CARDS[card]) : 'nothing due'
  logLine(state, `${who} takes offer ${id} for ${dollars(amount)}${codeText(code)} with ${card}: ${paid}`)
}

async function passOn(state: HistoryState, { nth }: Doing<'pass an offer on'>): Promise<void> {
  const offer = await chooseOffer(state, nth)
  if (!offer) return
  const { browser } = state.people[offer.who].guest
  const declined = await browser.call(declineOffer, { body: { token: offer.token } })
  logLine(state, `${offer.who} passes offer ${offer.id} on: ${declined.ok ? 'done' : noted(state, declined)}`)
}

/**
 * Stops automatic waitlist offers when the random steps are over. Otherwise each expired offer would lead to
 * another one.
 */
export async function stopOffers({ site, events }: HistoryState): Promise<void> {
  const admin = await site.app.signIn({ admin: true })
  for (const name of EVENTS) await admin.call(switchOffers, { body: { eventId: events[name].id, on: false } })
}
