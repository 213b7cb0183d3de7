/** Creates a full event with a waitlist through the API, and reads what guests and admins see of it. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { reservations } from '#platform/database/schema/booking.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { createReservation } from '#domain/booking/contract/sign-up.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { createGuest, DETAILS } from '#test/support/booking/guest.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { countTaken, makeEvent, takeSpots } from '#test/support/factories.ts'
import { confirmEntry, createWaitlist } from '#domain/booking/waitlist/contract/entries.ts'
import { readWaitlist } from '#domain/booking/waitlist/admin-waitlist.ts'

type EventChanges = NonNullable<Parameters<typeof makeEvent>[1]>

export type Line = ReturnType<typeof makeWaitlist>

interface Mail {
  subject: string
  to: string
  text: string
}

/**
 * Returns functions for tests of one waitlist. `of` becomes a part of the e-mail addresses, so that two
 * waitlists never share one.
 */
export function makeWaitlist(app: TestApp, of = '') {
  const { db, sealer } = app.services
  const guest = createGuest(app)
  const browser = guest.browser
  let place = 0
  /**
   * Returns the e-mail address of a guest at the latest event. Guests with the same name may wait at several
   * events.
   */
  const address = (name: string) => `${name}-${of}-${place}@example.test`
  const entryOf = (eventId: number, name: string) => ({
    customerName: `${name} Doe`,
    email: address(name),
    eventId,
  })
  const join = (eventId: number, name: string, size = 1) =>
    joinWaitlist(app, { ...entryOf(eventId, name), size }, browser)
  const ask = (eventId: number, name: string) => sendWaitlistForm(app, entryOf(eventId, name), browser)
  const order = (eventId: number, token: string, paymentIntent: string | null, changes: OfferTaken = {}) => {
    const taken = { amount: 45_000, attempt: randomUUID(), offer: token, ...changes }
    const createReservationData = { ...DETAILS, paymentIntent, eventId, ...taken }
    return browser.call(createReservation, { body: { createReservationData } })
  }
  return {
    guest,
    browser,
    address,
    join,
    ask,
    order,
    /**
     * Creates a full event, by default with one guest. Adds an entry to its waitlist for each name in
     * `waiting`, in that order.
     */
    async full({ waiting, guests = 1, ...changes }: { waiting: string[]; guests?: number } & EventChanges) {
      place += 1
      const { id: eventId } = await makeEvent(db, { spots: guests, showWaitlist: true, ...changes })
      await takeSpots(app.services, eventId, { spots: guests })
      for (const name of waiting) await join(eventId, name)
      const taken = await db
        .select()
        .from(reservations)
        .where(eq(reservations.eventId, eventId))
        .orderBy(asc(reservations.id))
      return { eventId, guests: taken.map(({ id }) => id) }
    },
    /** Returns each entry's name and status, such as `"ana offered"`, in the order that admins see. */
    async states(eventId: number): Promise<string[]> {
      const { entries } = await readWaitlist(db, sealer, { eventId })
      return entries.map(({ customerName, state }) => `${customerName.split(' ')[0]} ${state}`)
    },
    taken: (eventId: number) => countTaken(db, eventId),
    /** Returns the token of a guest's newest offer. */
    async tokenOf(eventId: number, name: string): Promise<string> {
      const found = await db
        .select({ token: waitlistOffers.token, id: waitlistOffers.id })
        .from(waitlistOffers)
        .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
        .where(
          and(
            eq(waitlistEntries.eventId, eventId),
            eq(waitlistEntries.emailHash, sealer.lookup(address(name))),
          ),
        )
        .orderBy(asc(waitlistOffers.id))
      const last = found.at(-1)
      if (!last) throw new Error(`${name} has no offer`)
      return last.token
    },
    /**
     * Accepts an offer: opens the payment, sends the form and pays. Pays a deposit of 45,000 cents for each
     * guest unless `changes` has another amount.
     */
    async accept(eventId: number, token: string, { companions = [], ...changes }: OfferTaken = {}) {
      const amount = changes.amount ?? 45_000 * (1 + companions.length)
      const body = { amount, eventId, offer: token, companions: companions.length }
      const opened = await browser.call(createPaymentIntent, { body })
      if (!opened.ok) throw new Error(`no intent: ${opened.code}`)
      const made = await order(eventId, token, opened.data.paymentIntent, { ...changes, amount, companions })
      if (!made.ok) throw new Error(`no reservation: ${made.code}`)
      await guest.pay(opened.data.clientSecret)
      return { uuid: made.data.uuid, ...opened.data }
    },
    /** Returns the captured e-mails to the guest with this name, newest first. */
    async mailsTo(name: string): Promise<Mail[]> {
      const reply = await app.request('/dev/mail.json')
      const mails = (await reply.json()) as Mail[]
      return mails.filter(({ to }) => to.includes(address(name)))
    },
  }
}

interface Joining {
  customerName: string
  email: string
  eventId: number
  size?: number
}

interface OfferTaken {
  code?: string
  pays?: number
  email?: string
  amount?: number
  companions?: { customerName: string; email?: string | null }[]
}

/** Returns the token of the link by which a guest confirms a waitlist entry. */
export async function entryToken({ services: { db, sealer } }: TestApp, { email, eventId }: Joining) {
  const [entry] = await db
    .select({ uuid: waitlistEntries.uuid })
    .from(waitlistEntries)
    .where(
      and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.emailHash, sealer.lookups(email))),
    )
  return entry?.uuid ?? ''
}

/** Sends the waitlist form. The entry is not confirmed yet. */
export const sendWaitlistForm = (app: TestApp, waitlistData: Joining, browser: TestBrowser = app.browser()) =>
  browser.call(createWaitlist, { body: { waitlistData } })

/**
 * Joins the waitlist and confirms the e-mail address. Returns the reply to the confirmation. If joining
 * failed, returns the reply to that.
 */
export async function joinWaitlist(
  app: TestApp,
  waitlistData: Joining,
  browser: TestBrowser = app.browser(),
) {
  const joined = await sendWaitlistForm(app, waitlistData, browser)
  if (!joined.ok) return joined
  const placed = await browser.call(confirmEntry, { body: { token: await entryToken(app, waitlistData) } })
  return placed.ok ? joined : placed
}
