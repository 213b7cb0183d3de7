/** A test site for saved cards (R42). Guests save a card for the remainder, and tests move the clock. */
import { eq } from 'drizzle-orm'
import { paymentIntents } from '#platform/database/schema/booking.ts'
import { cardCharges, savedCards } from '#platform/database/schema/payments.ts'
import { ranchInstant } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { withdrawCard } from '#domain/booking/contract/guest.ts'
import type { BookingDeps, FaultPoint } from '#domain/booking/deps.ts'
import { applyPaymentIntent } from '#domain/booking/payments/apply-intent.ts'
import { chargeSavedCards } from '#domain/booking/payments/saved-card.ts'
import { bookingDeps } from './deps.ts'
import { createGuest } from './guest.ts'

/**
 * The first day of the event. The remainder is due 30 days earlier, on 2027-03-15, the day after daylight
 * saving time begins.
 */
export const START = '2027-04-14'

const NOW = new Date('2027-02-01T18:00:00Z')

export type KeptStay = Awaited<ReturnType<Awaited<ReturnType<typeof openSavedCards>>['keep']>>

/**
 * Opens a site for the tests of one file, and empties its tables after each test. Otherwise a test would
 * charge the saved cards of the test before.
 */
export async function openSavedCards() {
  const app = await openTestApp({ now: NOW, emptied: true })
  const { db } = app.services
  const guest = createGuest(app)

  const cardOf = async (reservationId: number) =>
    (await db.select().from(savedCards).where(eq(savedCards.reservationId, reservationId)))[0]
  /** Creates a guest who has paid the deposit and saved the card. */
  const keep = async (method?: string, startDateDate = START) => {
    const { id: eventId } = await makeEvent(db, { startDateDate })
    const held = await guest.hold(eventId, { keepCard: true })
    await guest.pay(held.clientSecret, method)
    await applyPaymentIntent(bookingDeps(app), held.paymentIntent, 'provider')
    return { ...held, eventId, customer: (await cardOf(held.reservationId))?.customer ?? '' }
  }

  /** Announces or charges the saved cards that are due, then runs the queued jobs. Does not deliver webhooks. */
  const work = async (deps: BookingDeps = bookingDeps(app)) => {
    await chargeSavedCards(deps)
    await app.jobs.runDue()
  }
  const workOn = async (day: string, hour = 9, minute = 0) => {
    app.clock.set(ranchInstant(day, hour, minute))
    await work()
  }
  /** Moves the clock to a time at the ranch, and runs all jobs that are due by then. */
  const at = async (day: string, hour = 9, minute = 0) => {
    app.clock.set(ranchInstant(day, hour, minute))
    await app.runJobs()
  }
  const after = async (...minutes: number[]) => {
    for (const one of minutes) {
      app.clock.advance({ minutes: one })
      await app.runJobs()
    }
  }
  /**
   * Returns dependencies of the booking code that throw at the given point, as if the process were killed
   * there.
   */
  const dyingAt = (asked: FaultPoint, changes: Partial<BookingDeps> = {}) =>
    bookingDeps(app, {
      ...changes,
      log: { ...app.services.log, error: () => {} } as never,
      fault: (reached) => {
        if (reached === asked) throw new Error(`killed at ${asked}`)
      },
    })

  const ledger = async () => {
    const read = await app.sandbox?.ledger()
    if (!read) throw new Error('no sandbox')
    return read
  }
  const isForgotten = async (customer: string) => {
    const { customers, cards } = (await ledger()).kept
    return customer !== '' && ![...customers, ...cards].includes(customer)
  }
  /** Returns how many times the site has charged a stay's saved card successfully. */
  const chargesOf = async (reservationId: number) => {
    const own = await db
      .select({ id: cardCharges.id })
      .from(cardCharges)
      .where(eq(cardCharges.reservationId, reservationId))
    const ids = new Set(own.map(({ id }) => String(id)))
    return (await ledger()).charges.filter(({ metadata }) => ids.has(metadata['attempt'] ?? '')).length
  }
  /** Returns how many times the site has charged any saved card successfully. */
  const allCharges = async () =>
    (await ledger()).charges.filter(({ metadata }) => metadata['purpose'] === 'charge').length
  const attempts = async (reservationId: number) => {
    const own = eq(cardCharges.reservationId, reservationId)
    const found = await db.select().from(cardCharges).where(own).orderBy(cardCharges.id)
    return found.map(({ status, chargeOn }) => `${status} ${chargeOn}`)
  }
  const chargedIntent = async (reservationId: number) => {
    const own = eq(cardCharges.reservationId, reservationId)
    const found = await db.select().from(cardCharges).where(own).orderBy(cardCharges.id)
    return found.at(-1)?.intentId ?? ''
  }
  const customerOf = async (intentId: string) => {
    const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, intentId))
    return row?.customer ?? ''
  }
  const withdraw = async (uuid: string) => guest.browser.call(withdrawCard, { query: { uuid } })
  /**
   * Returns the client secret with which the guest's page can pay the remainder. Empty if the guest cannot
   * pay it now.
   */
  const secretOf = async (uuid: string) =>
    (await guest.look(uuid)).invoices.find(({ paid }) => !paid)?.clientSecret ?? ''

  return {
    app,
    guest,
    keep,
    cardOf,
    work,
    workOn,
    at,
    after,
    dyingAt,
    isForgotten,
    chargesOf,
    allCharges,
    attempts,
    chargedIntent,
    customerOf,
    withdraw,
    secretOf,
  }
}
