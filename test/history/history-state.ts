/** The state of one running history: its events and people, and what an observer knows so far. */
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

/** The name and mailbox that a form is sent with. */
export interface GuestIdentity {
  customerName: Person
  email: string
}

export interface Participant {
  name: Person
  guest: ReturnType<typeof createGuest>
  /** Newest first. */
  forms: OpenForm[]
  /** The form of the last offer that they opened. */
  offerForm: OpenForm | null
  /** The uuids of their stays, newest first. */
  stays: string[]
  /** The private page as they last saw it. It stays open until they reload it. */
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
  /** The only leather kit of its event, for $40.00. A guest who signs up without it may choose it later. */
  kit: number
  /**
   * The lodging at roping, which every guest needs: a cabin for $100.00 or a free tent. There is one of each for
   * three spots.
   */
  cabin: number
  tent: number
  people: Record<Person, Participant>
  /** The guest who received each private link in a reply, by its uuid. */
  linkOwners: Map<string, GuestIdentity>
  /** The private links of free spots whose guest confirmed by e-mail. */
  answered: Set<string>
  /** Reservations that an admin canceled or tried to cancel. */
  cancelled: Set<number>
  /**
   * Reservations that an admin created, or whose invoices an admin created. Their first payment need not be a
   * deposit.
   */
  byHand: Set<number>
  /** Invoices that an admin changed, marked unpaid or deleted, or tried to. */
  reworked: Set<number>
  /** Reservations whose cancellation an admin undid, and reservations that an admin moved, or tried to. */
  reinstated: Set<number>
  moved: Set<number>
  /** The events to which an admin moved guests during this step even if they were full, once per guest. */
  overbooked: number[]
  /** Invoices that an admin may have recorded as paid after the cancellation. */
  paidAfterCancel: Set<number>
  /**
   * Reservations whose party or total somebody changed or tried to change. Their payer and first payment may
   * differ from the sign-up.
   */
  regrouped: Set<number>
  /** When guests withdrew their saved cards, by their stays' uuids. */
  withdrawn: Map<string, Date>
  /**
   * Takeovers by the leaver's id. `common` is what both stays' prices have in common, in cents. `wasPaid` is true
   * if the leaver had paid everything.
   */
  takeOvers: Map<number, { takerId: number; common: number; price: number; wasPaid: boolean }>
  /** The most that each taker had paid toward the price at any time, in cents. */
  paidAtMost: Map<number, number>
  /**
   * The cents of each refund that returned an overpayment, by refund id, as the test computed them when it was
   * decided. Failed refunds are missing.
   */
  overpayments: Map<number, number>
  /** Reservations whose links an admin renewed or tried to renew. */
  renewed: Set<number>
  /** Reservations that an admin deleted. */
  deleted: Set<number>
  /** True if one of them was deleted before its money was refunded. */
  deletedWithMoney: boolean
  replies: Reply[]
  /** What has happened so far, one line per event. */
  lines: string[]
  /** How often each event happened. */
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
 * Returns the options that a guest chooses at an event: the most expensive ones if `best`, else as few as
 * possible.
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

/** Returns the address to which an admin corrects another one. */
export const correctedOf = (address: string) => address.replace('@example.', '@corrected.')

export const identityOf = (who: Person): GuestIdentity => ({ customerName: who, email: addressOf(who) })

export const newAttempt = () => `attempt-${randomUUID()}`

/**
 * Returns the nth item, starting again at the front after the last one. A negative `nth` counts from the end.
 * Undefined if the list is empty.
 */
export const pick = <T>(list: readonly T[], nth: number): T | undefined =>
  list.at(nth % Math.max(1, list.length))

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Returns a refusal as text. Another admin's step may have been faster, so refusals are fine. */
export function noted(state: HistoryState, { status, code }: { status: number; code: string }): string {
  if (status >= 500) state.replies.push({ to: 'the admin', status, code })
  return `${status} ${code}`
}
