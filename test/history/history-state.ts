/** The state of one running history: its events and people, and what the test has observed so far. */
import { randomUUID } from 'node:crypto'
import type { Reservation } from '#domain/booking/contract/reservation.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { makeEvent, type EventRow } from '#test/support/factories.ts'
import { createGuest } from '../support/booking/guest.ts'
import { type AskedCodeName, EVENTS, PEOPLE, type EventName, type Person } from './operations.ts'
import type { HistorySite } from './site.ts'

/** A sign-up form in one tab of a browser. */
export interface OpenForm {
  event: EventName
  /** The amount due now according to the form, in cents. */
  amount: number
  code: AskedCodeName
  attempt: string
  /** The ids of the chosen options. */
  options: number[]
  companions: { customerName: string; email: string | null; options: number[] }[]
  /** True if the guest agreed to save the card for the remainder. */
  keepCard: boolean
  payment: { paymentIntent: string; clientSecret: string } | null
  /** The token of the offer that the form accepts. */
  offer?: string
}

/** The name and the e-mail address in a form that a guest sends. */
export interface GuestIdentity {
  customerName: Person
  email: string
}

export interface Participant {
  name: Person
  guest: ReturnType<typeof createGuest>
  /** The person's open forms, newest first. */
  forms: OpenForm[]
  /** The form of the last waitlist offer that the person opened. */
  offerForm: OpenForm | null
  /** The uuids of the person's stays, newest first. */
  stays: string[]
  /** The private page as the person last saw it. It stays open until the person reloads it. */
  page: Reservation | null
}

/** A refusal that the site returned. */
export interface Reply {
  to: string
  status: number
  code: string
}

export interface HistoryState {
  site: HistorySite
  events: Record<EventName, EventRow>
  /**
   * The only leather kit of its event, for $40.00. A guest who signs up without the kit may choose it later.
   */
  kit: number
  /**
   * The lodging at the event "roping", where every guest needs one: a cabin for $100.00 or a free tent. The
   * event has three spots but only one cabin and one tent.
   */
  cabin: number
  tent: number
  people: Record<Person, Participant>
  /** For each private link, by its uuid: the guest who received it in a reply of the site. */
  linkOwners: Map<string, GuestIdentity>
  /** The private links of spots that need no payment and that the guest has confirmed by e-mail. */
  answered: Set<string>
  /** Reservations that an admin canceled or tried to cancel. */
  cancelled: Set<number>
  /**
   * Reservations that an admin created, or whose invoices an admin created. The first payment for these may be
   * another invoice than a deposit.
   */
  byHand: Set<number>
  /** Invoices that an admin changed, marked as unpaid or deleted, or tried to. */
  reworked: Set<number>
  /** Reservations whose cancellation an admin undid, and reservations that an admin moved, or tried to. */
  reinstated: Set<number>
  moved: Set<number>
  /** The events to which an admin moved guests during this step even if they were full, once per guest. */
  overbooked: number[]
  /** Invoices that an admin may have recorded as paid after the cancellation. */
  paidAfterCancel: Set<number>
  /**
   * Reservations whose party or total somebody changed or tried to change. Their payer and their first payment
   * may differ from those of the sign-up.
   */
  regrouped: Set<number>
  /** When guests withdrew their saved cards, by their stays' uuids. */
  withdrawn: Map<string, Date>
  /**
   * Spots that a taker has taken over, by the id of the leaver's reservation. `common` is the part of the price
   * in cents that both stays have in common. `wasPaid` is true if the leaver had paid everything.
   */
  takeOvers: Map<number, { takerId: number; common: number; price: number; wasPaid: boolean }>
  /** The most that each taker had paid toward the price at any time, in cents. */
  paidAtMost: Map<number, number>
  /**
   * For each refund, by its id: the cents that returned an overpayment. The test computed them when the refund
   * was decided. Failed refunds are missing.
   */
  overpayments: Map<number, number>
  /** Reservations whose links an admin renewed or tried to renew. */
  renewed: Set<number>
  /** Reservations that an admin deleted. */
  deleted: Set<number>
  /** True if an admin deleted a reservation before its money was refunded. */
  deletedWithMoney: boolean
  replies: Reply[]
  /** What has happened so far, one line per event. */
  lines: string[]
  /** How often each counted situation occurred. */
  counts: Map<string, number>
}

/** How many sign-ups may use the code TENTH. */
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
      { ...lodging, name: 'Tent', price: 0, stock: 1, sort: 1 },
    ])
    .returning({ id: eventOptions.id })
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
 * Returns the options that a guest chooses at an event: the most expensive ones if `best` is true, and
 * otherwise as few as possible.
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

/** Appends a line to the history's log, after the clock's time. */
export function logLine(state: HistoryState, line: string): void {
  state.lines.push(`[${clockText(state.site.app.clock.now())}] ${line}`)
}

export function countEvent(state: HistoryState, what: string): void {
  state.counts.set(what, (state.counts.get(what) ?? 0) + 1)
}

const clockText = (now: Date) => now.toISOString().slice(5, 16).replace('T', ' ')

export const addressOf = (who: Person) => `${who.toLowerCase()}@example.test`

/** Returns the corrected form of an e-mail address, as an admin types it. */
export const correctedOf = (address: string) => address.replace('@example.', '@corrected.')

export const identityOf = (who: Person): GuestIdentity => ({ customerName: who, email: addressOf(who) })

export const newAttempt = () => `attempt-${randomUUID()}`

/**
 * Returns the nth item, starting again at the first item after the last one. A negative `nth` counts from the
 * end. Undefined if the list is empty.
 */
export const pick = <T>(list: readonly T[], nth: number): T | undefined =>
  list.at(nth % Math.max(1, list.length))

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Returns a refusal as text. Refusals are allowed, because a step of another admin may have been faster. */
export function noted(state: HistoryState, { status, code }: { status: number; code: string }): string {
  if (status >= 500) state.replies.push({ to: 'the admin', status, code })
  return `${status} ${code}`
}
