/** The state of a running random test: its events and guests, and what the test has observed. */
import { randomUUID } from 'node:crypto'
import type { Reservation } from '#domain/booking/contract/reservation.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { lodgingRooms, rooms } from '#platform/database/schema/rooms.ts'
import { makeEvent, type EventRow } from '#test/support/factories.ts'
import { createGuest } from '../support/booking/guest.ts'
import { type AskedCodeName, EVENTS, PEOPLE, type EventName, type Person } from './operations.ts'
import type { HistorySite } from './site.ts'

/** A sign-up form that a guest has open in one tab. */
export interface OpenForm {
  event: EventName
  amount: number
  code: AskedCodeName
  attempt: string
  options: number[]
  companions: { customerName: string; email: string | null; options: number[] }[]
  /** True if the guest agreed to save the card for the remainder. */
  keepCard: boolean
  payment: { paymentIntent: string; clientSecret: string } | null
  /** The token of the waitlist offer that the form accepts. */
  offer?: string
}

/** The name and the e-mail address that a guest sends with a form. */
export interface GuestIdentity {
  customerName: Person
  email: string
}

export interface Participant {
  name: Person
  guest: ReturnType<typeof createGuest>
  forms: OpenForm[]
  /** The form of the waitlist offer that this guest opened last. */
  offerForm: OpenForm | null
  /** The uuids of this guest's stays, newest first. */
  stays: string[]
  /** The private page as the site sent it to this guest the last time. It may be outdated. */
  page: Reservation | null
}

export interface Reply {
  to: string
  status: number
  code: string
}

export interface HistoryState {
  site: HistorySite
  events: Record<EventName, EventRow>
  /**
   * Id of the option "leather kit", which costs $40.00. There is only one. A guest may choose it at sign-up
   * or later.
   */
  kit: number
  /**
   * Id of the cabin of the event "roping", which costs $100.00. Guests of that event need lodging: this cabin
   * or a free tent. There is one of each, but there are three spots.
   */
  cabin: number
  tent: number
  people: Record<Person, Participant>
  /** The guest who received each private link in a reply of the site. The key is the uuid in the link. */
  linkOwners: Map<string, GuestIdentity>
  /** Private links of guests who have confirmed their held spots by the button in the e-mail. */
  answered: Set<string>
  /**
   * Reservations that an admin canceled or tried to cancel. The cancellation may succeed even if its reply is
   * lost.
   */
  cancelled: Set<number>
  /**
   * Reservations that an admin created, or to which an admin added an invoice. Their first payment may be for
   * another invoice than a deposit.
   */
  byHand: Set<number>
  /**
   * Invoices that an admin changed, marked as unpaid or deleted. Also contains invoices for which the admin's
   * request may have failed.
   */
  reworked: Set<number>
  /**
   * Reservations whose cancellation an admin undid or tried to undo. Their invoices may differ from those of
   * the sign-up.
   */
  reinstated: Set<number>
  /**
   * Reservations that an admin moved to another event or tried to move. Their invoices may differ from those of
   * the sign-up.
   */
  moved: Set<number>
  /** Ids of full events to which an admin moved guests in this step. Contains an id once for each guest. */
  overbooked: number[]
  /** Invoices that an admin added already paid, perhaps after the stay was canceled. */
  paidAfterCancel: Set<number>
  /**
   * Reservations whose party or total an admin or guest changed or tried to change. Their payer and first
   * payment may differ from those of the sign-up.
   */
  regrouped: Set<number>
  /** When each guest deleted the saved card. The key is the uuid of the stay. */
  withdrawn: Map<string, Date>
  /**
   * Spots that another guest took over. The key is the id of the leaver's reservation. `common` is how much
   * of the price both stays share, in cents. `wasPaid` is true if the leaver had paid in full.
   */
  takeOvers: Map<number, { takerId: number; common: number; price: number; wasPaid: boolean }>
  /**
   * The most that each taker of a spot had paid toward the price at any time, in cents. The key is the
   * reservation's id.
   */
  paidAtMost: Map<number, number>
  /**
   * The cents of each refund that returned an overpayment when the refund was decided. The test computes
   * them. The key is the refund's id. Failed refunds are missing.
   */
  overpayments: Map<number, number>
  /** Reservations whose private links an admin renewed or tried to renew. */
  renewed: Set<number>
  /** Reservations that an admin deleted. */
  deleted: Set<number>
  /** True if an admin deleted a reservation before the site had refunded all of its payments. */
  deletedWithMoney: boolean
  replies: Reply[]
  lines: string[]
  /** How often the test has seen each situation, by the situation's name. */
  counts: Map<string, number>
}

/** How many sign-ups may use the discount code TENTH. */
export const TENTHS = 2

export async function startHistory(site: HistorySite): Promise<HistoryState> {
  await site.reset()
  const { db } = site.app.services
  const places: Record<EventName, Parameters<typeof makeEvent>[1]> = {
    leather: { cost: 90_001, spots: 3, startDateDate: '2027-07-01' },
    cooking: { cost: 48_001, spots: 1, startDateDate: '2027-05-01' },
    'open day': { cost: 0, spots: 1, startDateDate: '2027-07-08' },
    roping: { cost: 90_001, spots: 3, startDateDate: '2027-12-07' },
  }
  const events = {} as HistoryState['events']
  for (const name of EVENTS) {
    const urlName = name.replace(' ', '-')
    events[name] = await makeEvent(db, { ...places[name], name, urlName, showWaitlist: true })
  }
  const [kit] = await db
    .insert(eventOptions)
    .values({
      eventId: events.leather.id,
      kind: 'extra',
      name: 'Leather kit',
      price: 4_000,
      stock: 1,
      sort: 0,
    })
    .returning({ id: eventOptions.id })
  const lodging = { eventId: events.roping.id, kind: 'lodging' } as const
  const [cabin, tent] = await db
    .insert(eventOptions)
    .values([
      { ...lodging, name: 'Cabin', price: 10_000, stock: 1, sort: 0 },
      // The stock of the tent follows from its bed.
      { ...lodging, name: 'Tent', price: 0, perRoom: 1, sort: 1 },
    ])
    .returning({ id: eventOptions.id })
  await db.delete(rooms)
  const [room] = await db
    .insert(rooms)
    .values({ name: 'Tent', beds: ['queen'] })
    .returning({ id: rooms.id })
  const named = { eventId: events.roping.id, roomId: room?.id ?? 0, optionId: tent?.id ?? 0 }
  await db.insert(lodgingRooms).values(named)
  await db.insert(codes).values([
    { code: 'TENTH', kind: 'percent', value: 10, uses: TENTHS },
    { code: 'FRIENDS', kind: 'amount', value: 10_000 },
    { code: 'OPEN', kind: 'open', value: 0, suggestion: 40_000 },
  ])
  const people = Object.fromEntries(PEOPLE.map((name) => [name, newParticipant(site, name)]))
  return {
    site,
    events,
    kit: kit?.id ?? 0,
    cabin: cabin?.id ?? 0,
    tent: tent?.id ?? 0,
    people: people as HistoryState['people'],
    linkOwners: new Map(),
    answered: new Set(),
    cancelled: new Set(),
    byHand: new Set(),
    reinstated: new Set(),
    moved: new Set(),
    overbooked: [],
    reworked: new Set(),
    paidAfterCancel: new Set(),
    regrouped: new Set(),
    withdrawn: new Map(),
    takeOvers: new Map(),
    paidAtMost: new Map(),
    overpayments: new Map(),
    renewed: new Set(),
    deleted: new Set(),
    deletedWithMoney: false,
    replies: [],
    lines: [],
    counts: new Map(),
  }
}

/**
 * Returns the options that a guest chooses. If `best` is true, these are the most expensive ones. Otherwise
 * the guest chooses only what the event requires.
 */
export function choicesAt(
  { events, kit, cabin, tent }: HistoryState,
  eventId: number,
  best: boolean,
): number[] {
  if (eventId === events.leather.id) return best ? [kit] : []
  return eventId === events.roping.id ? [best ? cabin : tent] : []
}

const newParticipant = ({ app }: HistorySite, name: Person): Participant => ({
  name,
  guest: createGuest(app, app.browser()),
  forms: [],
  offerForm: null,
  stays: [],
  page: null,
})

/** Adds a line to the report that a failing test prints, with the time of the test's clock. */
export function logLine(state: HistoryState, line: string): void {
  state.lines.push(`[${clockText(state.site.app.clock.now())}] ${line}`)
}

export function countEvent(state: HistoryState, what: string): void {
  state.counts.set(what, (state.counts.get(what) ?? 0) + 1)
}

const clockText = (now: Date) => now.toISOString().slice(5, 16).replace('T', ' ')

export const addressOf = (who: Person) => `${who.toLowerCase()}@example.test`

/** Returns the e-mail address that an admin types to correct a mistyped one. */
export const correctedOf = (address: string) => address.replace('@example.', '@corrected.')

export const identityOf = (who: Person): GuestIdentity => ({ customerName: who, email: addressOf(who) })

export const newAttempt = () => `attempt-${randomUUID()}`

/**
 * Returns item number `nth` of a list. After the last item comes the first one again. A negative number
 * counts from the end. Undefined if the list is empty.
 */
export const pick = <T>(list: readonly T[], nth: number): T | undefined =>
  list.at(nth % Math.max(1, list.length))

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/**
 * Records a refusal by the site and returns it as text. A refusal is no failure of the test, because a
 * simultaneous step may have been faster.
 */
export function noted(state: HistoryState, { status, code }: { status: number; code: string }): string {
  if (status >= 500) state.replies.push({ to: 'the admin', status, code })
  return `${status} ${code}`
}
