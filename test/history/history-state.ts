/** Who and what takes part in one history, and what an onlooker knows of it. */
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
  /** Cents that it says are due now. */
  amount: number
  code: AskedCodeName
  attempt: string
  /** The ids of what is chosen with it. */
  options: number[]
  companions: { customerName: string; email: string | null; options: number[] }[]
  /** The card is to be kept for the rest. */
  keepCard: boolean
  payment: { paymentIntent: string; clientSecret: string } | null
  /** The token of the offer that it takes. */
  offer?: string
}

/** Name and mailbox, as a form is sent with them. */
export interface GuestIdentity {
  customerName: Person
  email: string
}

export interface Participant {
  name: Person
  guest: ReturnType<typeof createGuest>
  /** Newest first. */
  forms: OpenForm[]
  /** The form of the offer that they took last. */
  offerForm: OpenForm | null
  /** The uuids of their stays, newest first. */
  stays: string[]
  /** The private page as they last saw it: it stays open for as long as they like. */
  page: Reservation | null
}

/** A reply of the site to somebody. */
export interface Reply {
  to: string
  status: number
  code: string
}

export interface HistoryState {
  site: HistorySite
  events: Record<EventName, EventRow>
  /** The one leather kit that there is, $40.00 at that event; who opens its form or an offer without it may choose it later. */
  kit: number
  /** Where to sleep at roping, of which everybody needs one: a cabin for $100.00 or a tent, one of each for three spots. */
  cabin: number
  tent: number
  people: Record<Person, Participant>
  /** The guest to whom a reply gave this private link, by its uuid. */
  linkOwners: Map<string, GuestIdentity>
  /** The private links of the free spots whose mailbox has answered. */
  answered: Set<string>
  /** The reservations that an admin has cancelled, or tried to. */
  cancelled: Set<number>
  /** The reservations that an admin has made, or whose invoices an admin has: what is paid first says nothing of them. */
  byHand: Set<number>
  /** The invoices that an admin has changed, taken back or deleted, or tried to. */
  reworked: Set<number>
  /** The reservations whose cancellation an admin has undone, and those that an admin has moved, or tried to. */
  reinstated: Set<number>
  moved: Set<number>
  /** Within this step: the events that an admin has moved somebody to although they may be full, once for each guest. */
  overbooked: number[]
  /** The invoices whose money an admin may have taken after the stay was cancelled. */
  paidAfterCancel: Set<number>
  /** The reservations whose party an admin or a guest has changed, or whose total an admin has, or tried to: who pays, and what was paid first, says nothing of them. */
  regrouped: Set<number>
  /** When guests were told that their cards are kept no more, by the uuids of their stays. */
  withdrawn: Map<string, Date>
  /** Whose spot was taken over, by whom: the cents of what both have, the taker's price, and whether the leaver had paid everything. */
  takeOvers: Map<number, { takerId: number; common: number; price: number; wasPaid: boolean }>
  /** The most that a taker has paid toward the price at any moment. */
  paidAtMost: Map<number, number>
  /** Refund id → the cents of it that returned an overpayment, by the test's own sums when it was decided; of those that count. */
  overpayments: Map<number, number>
  /** The reservations whose links an admin has renewed, or tried to. */
  renewed: Set<number>
  /** The reservations that an admin has deleted. */
  deleted: Set<number>
  /** One of them although its money had not been refunded. */
  deletedWithMoney: boolean
  replies: Reply[]
  /** What has happened, a line each. */
  lines: string[]
  /** How often each thing came about. */
  counts: Map<string, number>
}

/** How many sign-ups the code TENTH is for. */
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

/** What is chosen at an event that has choices, by who wants the best of it or the least. */
export function choicesAt({ events, kit, cabin, tent }: HistoryState, eventId: number, best: boolean): number[] {
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

/** Writes down what happened; the clock's time stands before it. */
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

/** The nth of a list, counted round, from its end when below 0; undefined when it is empty. */
export const pick = <T>(list: readonly T[], nth: number): T | undefined =>
  list.at(nth % Math.max(1, list.length))

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** A refused call, in a line: another admin's step may have been faster, and that is an answer. */
export function noted(state: HistoryState, { status, code }: { status: number; code: string }): string {
  if (status >= 500) state.replies.push({ to: 'the admin', status, code })
  return `${status} ${code}`
}
