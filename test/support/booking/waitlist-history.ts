/**
 * Runs random steps on a waitlist of a real test site: guests join, accept, decline or let offers expire,
 * admins change the waitlist, and days pass.
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { createReservationByAdmin, deleteReservation } from '#domain/booking/contract/admin.ts'
import { updateEvent } from '#domain/booking/contract/event.ts'
import type { TestApp } from '#test/support/app.ts'
import { randomFrom } from '#test/support/seeds.ts'
import { declineOffer } from '#domain/booking/waitlist/contract/offers.ts'
import {
  moveEntry,
  putBackEntry,
  removeEntry,
  resizeEntry,
  skipEntry,
  switchOffers,
} from '#domain/booking/waitlist/contract/admin.ts'
import { brokenBetween, type Moment } from './waitlist-invariants.ts'
import { makeWaitlist } from './waitlist.ts'

/** SQL for the number of spots that an offer holds. */
const HELD = sql<number>`(select count(*) from reservations spot where spot.status = 'pending'
  and coalesce(spot.party_id, spot.id) = ${reservations.id})::int`

const NAMES = ['ana', 'ben', 'cleo', 'dan', 'eva'] as const

/**
 * Runs `steps` random steps. Stops at the first step that breaks a rule of the waitlist. Then returns all
 * steps so far and the broken rules. Returns null if no step breaks a rule.
 */
export async function playRandomHistory(app: TestApp, { seed, steps }: { seed: number; steps: number }) {
  const { db } = app.services
  const line = makeWaitlist(app, `${seed}`)
  const draw = drawFrom(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[draw(Math.max(1, list.length))]
  const { eventId } = await line.full({ waiting: ['ana', 'ben'], guests: 2, startDateDate: '2029-07-01' })
  const story: string[] = []
  /**
   * Hash of the e-mail address of the guest whom an admin signed up in the last step, without the waitlist.
   * Null if the last step was another one.
   */
  let signedUp: string | null = null

  const look = async (): Promise<Moment> => {
    const [event] = await db.select().from(events).where(eq(events.id, eventId))
    const entries = await db
      .select()
      .from(waitlistEntries)
      .where(eq(waitlistEntries.eventId, eventId))
      .orderBy(asc(waitlistEntries.position), asc(waitlistEntries.id))
    const offers = await db
      .select({ offer: waitlistOffers, status: reservations.status, held: HELD })
      .from(waitlistOffers)
      .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
      .leftJoin(reservations, eq(reservations.id, waitlistOffers.reservationId))
      .where(eq(waitlistEntries.eventId, eventId))
    const mails = await db
      .select({ reservationId: emails.reservationId })
      .from(emails)
      .innerJoin(reservations, eq(reservations.id, emails.reservationId))
      .where(and(eq(reservations.eventId, eventId), eq(emails.emailType, 'waitlist-offer')))
    const pending = and(eq(reservations.eventId, eventId), eq(reservations.status, 'pending'))
    const held = await db.$count(reservations, pending)
    const stopped = event?.waitlistStoppedAt != null
    return {
      spots: event?.spots ?? 0,
      taken: await line.taken(eventId),
      held,
      stopped,
      entries,
      offers,
      mails,
    }
  }

  const act = async (admin: Awaited<ReturnType<TestApp['signIn']>>): Promise<string> => {
    const { entries, offers } = await look()
    const entry = pick(entries)
    const open = pick(offers.filter(({ offer }) => offer.state === 'open'))
    switch (draw(14)) {
      case 0:
      case 1: {
        const name = NAMES[draw(NAMES.length)] ?? 'ana'
        if (draw(3) === 0) return `${name} asks for a place: ${wordOf(await line.ask(eventId, name))}`
        const size = 1 + draw(3)
        return `${name} joins for ${size}: ${wordOf(await line.join(eventId, name, size))}`
      }
      case 2:
      case 3: {
        if (!open) return ''
        const { id, token } = open.offer
        // The guest may accept fewer spots than were offered.
        const others = Math.max(0, open.held - 1 - draw(2))
        const companions = Array.from({ length: others }, (_, nth) => ({ customerName: `Along ${nth}` }))
        const paid = await line.accept(eventId, token, { companions }).then(() => 'paid', String)
        return `offer ${id} of ${open.held} is accepted for ${1 + others}: ${paid}`
      }
      case 4: {
        if (!open) return ''
        const { id, token } = open.offer
        return `offer ${id} is declined: ${wordOf(await line.browser.call(declineOffer, { body: { token } }))}`
      }
      case 5: {
        const hours = [1, 11, 25][draw(3)] ?? 1
        app.clock.advance({ minutes: hours * 60 })
        return `${hours} hours pass`
      }
      case 6: {
        const standing = await db
          .select()
          .from(reservations)
          .where(and(eq(reservations.eventId, eventId), eq(reservations.status, 'confirmed')))
        const stay = pick(standing)
        if (!stay) return ''
        const query = { id: stay.id, force: 'true' as const }
        return `stay ${stay.id} is deleted: ${wordOf(await admin.call(deleteReservation, { query }))}`
      }
      case 7: {
        const spots = draw(5)
        const updateEventData = { id: eventId, spots }
        return `${spots} spots: ${wordOf(await admin.call(updateEvent, { body: { updateEventData } }))}`
      }
      case 8: {
        if (!entry) return ''
        const to = draw(2) === 0 ? 'up' : 'down'
        return `entry ${entry.id} goes ${to}: ${wordOf(await admin.call(moveEntry, { body: { id: entry.id, to } }))}`
      }
      case 9: {
        if (!entry) return ''
        const call = entry.state === 'waiting' || entry.state === 'offered' ? skipEntry : putBackEntry
        return `${call.name} ${entry.id}: ${wordOf(await admin.call(call, { body: { id: entry.id } }))}`
      }
      case 10: {
        if (!entry) return ''
        return `entry ${entry.id} is removed: ${wordOf(await admin.call(removeEntry, { query: { id: entry.id } }))}`
      }
      case 11: {
        const name = NAMES[draw(NAMES.length)] ?? 'ana'
        const guest = { eventId, customerName: `${name} Doe`, email: line.address(name) }
        const createReservationData = { ...guest, shouldSendEmail: false, allowOverbooking: true }
        const added = await admin.call(createReservationByAdmin, { body: { createReservationData } })
        if (added.ok) signedUp = app.services.sealer.lookup(guest.email)
        return `${name} is signed up by an admin: ${wordOf(added)}`
      }
      case 12: {
        if (!entry) return ''
        const body = { id: entry.id, size: 1 + draw(3) }
        return `entry ${entry.id} wants ${body.size}: ${wordOf(await admin.call(resizeEntry, { body }))}`
      }
      default: {
        const on = draw(3) > 0
        return `offers ${on ? 'on' : 'off'}: ${wordOf(await admin.call(switchOffers, { body: { eventId, on } }))}`
      }
    }
  }

  for (let step = 0; step < steps; step += 1) {
    const before = await look()
    signedUp = null
    // Signs the admin in for every step, because sessions expire over the days that pass.
    const told = await act(await app.signIn({ admin: true }))
    if (told === '') continue
    const between = await look()
    await app.runJobs()
    const after = await look()
    story.push(told)
    const broken = brokenBetween({ before, between, after, signedUp })
    if (broken.length > 0) return [`seed ${seed}`, ...story, ...broken].join('\n')
  }
  return null
}

const wordOf = (reply: { ok: true } | { ok: false; code: string }) => (reply.ok ? 'done' : reply.code)

/**
 * Returns a function that draws random whole numbers from 0 to below a bound. The same seed gives the same
 * numbers.
 */
function drawFrom(seed: number): (below: number) => number {
  const random = randomFrom(seed)
  return (below) => Math.floor(random() * below)
}
