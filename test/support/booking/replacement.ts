/** Creates a guest who passes on a spot, and another guest who books it by the link. */
import { randomUUID } from 'node:crypto'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { getTakeOver, passOn } from '#domain/booking/contract/replacement.ts'
import { createGuest, type Guest } from './guest.ts'
import { payWhole, WHOLE } from './stay.ts'

/**
 * The time of the tests, 21 ranch days before `START`. Within 30 days of the start, the whole price is due
 * immediately.
 */
export const NOW = new Date('2027-05-06T18:00:00Z')
export const START = '2027-05-27'

/**
 * Opens a site at the time `NOW` for the tests of one file. It has a guest who passes on a spot, and a guest
 * who may take the spot.
 */
export async function openPassingOn() {
  const app = await openTestApp({ now: NOW })
  const guest = createGuest(app)
  /** Creates an event that starts in 21 days. It has a single spot, so one paid stay fills it. */
  const event = (changes: Parameters<typeof makeEvent>[1] = {}) =>
    makeEvent(app.services.db, { startDateDate: START, spots: 1, ...changes })
  const stay = async (changes = {}) => {
    const { id: eventId } = await event(changes)
    return { eventId, ...(await payWhole(guest, eventId)) }
  }
  return { app, guest, taker: createGuest(app), event, stay }
}

/** Lets a guest create the link by which another guest can take over the spot. Returns the link's token. */
export async function makeLinkOf(guest: Guest, uuid: string): Promise<string> {
  const made = await guest.browser.call(passOn, { body: { uuid } })
  if (!made.ok || made.data.passOn.token === null) throw new Error(`no link: ${made.ok ? '' : made.code}`)
  return made.data.passOn.token
}

export async function lookAt(guest: Guest, token: string) {
  const found = await guest.browser.call(getTakeOver, { query: { token } })
  if (!found.ok) throw new Error(found.code)
  return found.data
}

/**
 * Signs a guest up by another guest's link to take over the spot. Opens the payment, but does not pay yet.
 */
export async function bookBy(guest: Guest, replacement: string, eventId: number) {
  const body = { amount: WHOLE, eventId, replacement }
  const intent = await guest.browser.call(createPaymentIntent, { body })
  if (!intent.ok) throw new Error(`no payment was opened: ${intent.code}`)
  const { paymentIntent } = intent.data
  const order = { eventId, amount: WHOLE, paymentIntent, replacement, email: 'next@example.test' }
  const made = await guest.order({ ...order, attempt: randomUUID() })
  if (!made.ok) throw new Error(`no reservation: ${made.code}`)
  return { ...made.data, ...intent.data }
}
