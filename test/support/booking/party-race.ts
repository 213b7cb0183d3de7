/** Simulates many parties that want the last spots and rooms of one event at the same time. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { reservationOptions, reservations } from '#platform/database/schema/booking.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import type { TestApp } from '#test/support/app.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { createGuest } from './guest.ts'

/**
 * Creates an event at 90,000 cents per guest. It has a shared room at no extra price, and `singles` single
 * rooms for 20,000 cents more.
 */
export async function eventWithRooms(
  { services }: Pick<TestApp, 'services'>,
  singles: number,
  changes: Parameters<typeof makeEvent>[1] = {},
) {
  const event = await makeEvent(services.db, changes)
  const made = await services.db
    .insert(eventOptions)
    .values([
      { eventId: event.id, kind: 'lodging', name: 'Shared room', sort: 0 },
      { eventId: event.id, kind: 'lodging', name: 'Own room', price: 20_000, stock: singles, sort: 1 },
    ])
    .returning({ id: eventOptions.id })
  return { ...event, shared: made[0]?.id ?? 0, single: made[1]?.id ?? 0 }
}

/**
 * Lets `count` parties of two to four guests compete for the last 5 of 8 spots and for 3 single rooms.
 * Expects that the site sells no spot or room twice, and never splits a party.
 */
export async function raceOfParties(
  app: TestApp,
  { id, shared, single }: Awaited<ReturnType<typeof eventWithRooms>>,
  count: number,
): Promise<void> {
  const { services } = app
  const guest = createGuest(app)

  await takeSpots(services, id, { spots: 3 })
  const orders = []
  for (let index = 0; index < count; index += 1) {
    const size = 2 + (index % 3)
    const choices = Array.from({ length: size }, (_, place) =>
      place < 2 && index % 2 === 0 ? single : shared,
    )
    const amount = choices.reduce((sum, one) => sum + (one === single ? 55_000 : 45_000), 0)
    const { paymentIntent } = await guest.open(id, amount, ...choices.map((one) => [one]))
    const companions = choices.slice(1).map((one, place) => {
      return { customerName: `Companion ${index} ${place}`, email: null, options: [one] }
    })
    const named = { customerName: `Payer ${index}`, email: `payer-${index}@example.test` }
    orders.push({ eventId: id, amount, paymentIntent, options: choices.slice(0, 1), companions, ...named })
  }
  const answers = await Promise.all(orders.map((order) => guest.order(order)))
  const held = answers.flatMap((made, index) => (made.ok ? [2 + (index % 3)] : []))
  const rows = (await services.db.select().from(reservations).where(eq(reservations.eventId, id))).filter(
    ({ status }) => status === 'pending',
  )
  expect(rows).toHaveLength(held.reduce((sum, size) => sum + size, 0))
  expect(rows.length).toBeGreaterThanOrEqual(4)
  expect(rows.length).toBeLessThanOrEqual(5)
  const parties = Map.groupBy(rows, ({ partyId }) => partyId)
  expect([...parties.values()].map((party) => party.length).toSorted()).toEqual(held.toSorted())
  for (const [payer, party] of parties) {
    const price = party.find((one) => one.id === payer)?.price
    expect(party.reduce((sum, { share }) => sum + (share ?? 0), 0)).toBe(price)
  }
  const taken = await app.services.db
    .select()
    .from(reservationOptions)
    .where(eq(reservationOptions.optionId, single))
  expect(taken.length).toBeLessThanOrEqual(3)
  const codes = answers.flatMap((made) => (made.ok ? [] : [made.code]))
  expect(codes.filter((code) => code !== 'event_full' && code !== 'option_sold_out')).toEqual([])
}
