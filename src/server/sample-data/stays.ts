/** Sample guests sign up, make manual payments, and enter their details. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import {
  createReservationByAdmin,
  getReservationByAdmin,
  updateReservationByAdmin,
} from '#domain/booking/contract/admin.ts'
import { updateReservation, viewedDirections } from '#domain/booking/contract/guest.ts'
import { createInvoice, type HandMethod, updateInvoice } from '#domain/booking/contract/invoices.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { createReservation } from '#domain/booking/contract/sign-up.ts'
import { paymentSchedule, remainderDay } from '#domain/events/rules.ts'
import { onlyRow } from '#platform/database/database.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { addDays, type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import type { SampleEvent } from './events.ts'
import type { SampleGuest } from './guests.ts'
import type { SampleContext, Step } from './sample-runner.ts'

/** A sample event while its steps run. Its id is set once the event was created. */
export interface Retreat {
  sample: SampleEvent
  startDateDate: Day
  id: number
  /** The guests' stays at this event, in the order of sign-up. */
  stays: SampleStay[]
  /** People on the waitlist. Those who have not confirmed their address come last. */
  waitlist: SampleGuest[]
}

/** A sample guest's stay. Its id and uuid are set once the guest has signed up. */
export interface SampleStay {
  guest: SampleGuest
  id: number
  uuid: string
}

interface SampleVenue {
  today: Day
  retreatOf(urlName: string): Retreat
}

/**
 * A guest who signs up. `formOf` is the event whose form the guest sends. For a guest whom an admin moves
 * later, that is another event.
 */
interface SigningUp {
  retreat: Retreat
  formOf: Retreat
  index: number
  stay: SampleStay
  signUpDay: Day
  today: Day
}

/** Returns the steps of all guests' stays at an event. */
export function stepsOfStays(retreat: Retreat, { today, retreatOf }: SampleVenue): Step[] {
  const { guests, party = [], moved } = retreat.sample
  const due = remainderDay(retreat.startDateDate)
  return retreat.stays.flatMap((stay, index) => {
    if (party.indexOf(index) > 0) return []
    const formOf = moved?.guest === index ? retreatOf(moved.from) : retreat
    // Guests sign up early enough that the price of each is split into a deposit and a remainder.
    const signUpDay = addDays(due < today ? due : today, -3 - 3 * (guests - index))
    return stepsOfStay({ retreat, formOf, index, stay, signUpDay, today })
  })
}

/**
 * Returns the steps of one stay. The sample data has no card payments, because with real Stripe keys nobody
 * could have made them. Usually guests call, and an admin signs them up. Free events, companions and codes
 * need the sign-up form. An admin then records a manual payment of the deposit while the spot is held.
 */
function stepsOfStay(arriving: SigningUp): Step[] {
  const { retreat, index, stay, signUpDay } = arriving
  const { event, friend, coded, party = [] } = retreat.sample
  const at = ranchInstant(signUpDay, 10 + (index % 8))
  const byForm = event.cost === 0 || index === coded?.guest || index === party[0]
  const signUp = index === friend ? signUpFriend : byForm ? signUpByForm : signUpByPhone
  const asksLater = isAskedLater(arriving)
  const companions = index === party[0] ? party.slice(1) : []
  return [
    { at, act: (context) => signUp(context, arriving) },
    ...(byForm || asksLater ? [] : stepsOfDetails(arriving, stay)),
    ...stepsOfRemainder(arriving),
    ...stepsOfExtra(arriving),
    ...[index, ...companions].flatMap((nth) => stepsOfDirections(arriving, nth)),
    // One companion enters no details: the payer got that companion's private link to pass it on, and nobody
    // has opened it yet.
    ...companions
      .filter((nth) => nth !== retreat.sample.linkForwarded)
      .flatMap((nth) => stepsOfDetails(arriving, stayOf(retreat, nth))),
  ]
}

/** Returns true for some guests of later retreats, who have not entered their details yet. */
const isAskedLater = ({ retreat, index }: SigningUp) => retreat.sample.startsIn > 40 && index % 5 === 4

/** Returns the step in which a guest enters the details by the private link, a day after the sign-up. */
const stepsOfDetails = ({ signUpDay }: SigningUp, stay: SampleStay): Step[] => [
  { at: ranchInstant(addDays(signUpDay, 1), 19), act: (context) => enterDetails(context, stay) },
]

/**
 * Returns the step in which a guest opens the directions, two days after the sign-up. Every third guest does
 * not, nor does the companion whose link was passed on.
 */
function stepsOfDirections({ retreat, signUpDay }: SigningUp, index: number): Step[] {
  const stay = stayOf(retreat, index)
  const at = ranchInstant(addDays(signUpDay, 2), 20)
  const neverOpens = index % 3 === 1 || index === retreat.sample.linkForwarded
  return neverOpens ? [] : [{ at, act: (context) => viewDirections(context, stay) }]
}

/**
 * Returns the step in which the remainder is paid. Everything that is due is paid, except by one guest of a
 * coming event. A few guests pay early.
 */
function stepsOfRemainder({ retreat, index, stay, signUpDay, today }: SigningUp): Step[] {
  const { sample, startDateDate } = retreat
  const due = remainderDay(startDateDate)
  const isDue = due <= today
  const forgot = isDue && startDateDate > today && index === 2
  const isEarly = !isDue && index % 4 === 0
  if ((sample.event.cost ?? 0) <= 0 || index === sample.friend || forgot || (!isDue && !isEarly)) return []
  const [dayAfter, beforeReminders] = [addDays(signUpDay, 1), addDays(due, -8)]
  const day = isEarly || dayAfter > beforeReminders ? dayAfter : beforeReminders
  const method = index % 2 === 0 ? 'cash' : 'transfer'
  return [{ at: ranchInstant(day, 12), act: (context) => takePayment(context, stay, method) }]
}

/** Number of the guest who orders an extra, if the event has one. */
const EXTRA_GUEST = 1

/**
 * Returns the steps of the extra charge. It was paid on the first day of a past event. For a coming event, it
 * was invoiced a few days ago.
 */
function stepsOfExtra({ retreat, index, stay, today }: SigningUp): Step[] {
  const { sample, startDateDate } = retreat
  if (!sample.extra || index !== EXTRA_GUEST) return []
  const charge = { ...sample.extra, partOfPrice: false, due: startDateDate }
  const isOver = startDateDate < today
  const paid = isOver ? ({ paid: true, paymentMethod: 'cash' } as const) : {}
  return [
    {
      at: isOver ? ranchInstant(startDateDate, 17) : ranchInstant(addDays(today, -4), 17),
      act: async ({ admin }) => {
        await admin(createInvoice, {
          body: { createInvoiceData: { reservationId: stay.id, ...charge, ...paid } },
        })
      },
    },
  ]
}

export function stayOf({ stays, sample }: Retreat, index: number): SampleStay {
  const found = stays[index]
  if (!found) throw new Error(`No guest ${index} of ${sample.event.urlName}`)
  return found
}

const methodOf = (index: number): HandMethod => (index % 3 === 0 ? 'transfer' : 'check')

/**
 * Sends the sign-up form with all details, as the guest does. Then an admin records a manual payment for the held
 * spot, unless nothing must be paid now.
 */
async function signUpByForm(
  context: SampleContext,
  { retreat, formOf, index, stay }: SigningUp,
): Promise<void> {
  const { party = [], coded, linkForwarded } = retreat.sample
  const companions = (index === party[0] ? party.slice(1) : []).map((nth) => {
    const { customerName, email } = stayOf(retreat, nth).guest
    return { customerName, email: nth === linkForwarded ? null : email }
  })
  const code = coded?.guest === index ? coded : undefined
  const cost = (formOf.sample.event.cost ?? 0) - (code?.off ?? 0)
  const { dueNow } = paymentSchedule({ ...formOf, cost }, ranchDay(context.now()))
  const amount = dueNow * (1 + companions.length)
  const order = {
    eventId: formOf.id,
    amount,
    attempt: randomUUID(),
    code: code?.code ?? null,
    pays: code?.pays ?? null,
  }
  const intent =
    amount > 0
      ? await context.guest(createPaymentIntent, { body: { ...order, companions: companions.length } })
      : null
  const { notes, ...told } = stay.guest
  const { reservationId, uuid } = await context.guest(createReservation, {
    body: {
      createReservationData: {
        ...told,
        safetyConsent: true,
        photoConsent: true,
        ...order,
        paymentIntent: intent?.paymentIntent ?? null,
        companions,
      },
    },
  })
  Object.assign(stay, { id: reservationId, uuid })
  if (amount > 0) await takePayment(context, stay, methodOf(index))
  if (companions.length > 0) await meetCompanions(context, retreat)
  if (notes !== null)
    await context.admin(updateReservationByAdmin, {
      body: { updateReservationData: { id: reservationId, notes } },
    })
}

/**
 * Copies the ids and uuids of the companions' reservations to their sample stays. The reply lists the guests of a
 * party in the order of `retreat.sample.party`, the payer first.
 */
async function meetCompanions(context: SampleContext, retreat: Retreat): Promise<void> {
  const [payer = 0, ...others] = retreat.sample.party ?? []
  const { party } = await context.admin(getReservationByAdmin, { query: { id: stayOf(retreat, payer).id } })
  for (const [nth, { id }] of (party?.members.slice(1) ?? []).entries()) {
    const { uuid } = await context.admin(getReservationByAdmin, { query: { id } })
    Object.assign(stayOf(retreat, others[nth] ?? -1), { id, uuid })
  }
}

/**
 * Lets an admin sign up a guest who calls and sends the deposit. If the guest will enter the details soon,
 * the site sends no e-mail that asks for them.
 */
async function signUpByPhone(context: SampleContext, arriving: SigningUp): Promise<void> {
  const { formOf, index, stay } = arriving
  const { customerName, email, notes } = stay.guest
  const shouldSendEmail = isAskedLater(arriving)
  const told = { customerName, email, notes, shouldSendEmail, paymentMethod: methodOf(index) }
  const made = await context.admin(createReservationByAdmin, {
    body: { createReservationData: { eventId: formOf.id, ...told } },
  })
  Object.assign(stay, { id: made.reservationId, uuid: made.uuid })
}

async function signUpFriend(
  context: SampleContext,
  { retreat: { id: eventId }, stay }: SigningUp,
): Promise<void> {
  const { customerName } = stay.guest
  const free = { totalDue: 0, email: null, notes: 'A friend of the house, by phone.' }
  const made = await context.admin(createReservationByAdmin, {
    body: { createReservationData: { eventId, customerName, ...free } },
  })
  Object.assign(stay, { id: made.reservationId, uuid: made.uuid })
}

/** Lets an admin record a manual payment for the stay's next unpaid invoice. */
async function takePayment(
  { db, admin }: SampleContext,
  stay: SampleStay,
  paymentMethod: HandMethod,
): Promise<void> {
  const { id, due, reservationId, extra, unpaid } = invoices
  const [next] = await db
    .select({ id })
    .from(invoices)
    .where(and(eq(reservationId, stay.id), eq(extra, false), unpaid))
    .orderBy(asc(due))
    .limit(1)
  if (!next) throw new Error(`Nothing is to be paid for reservation ${stay.id}`)
  await admin(updateInvoice, { body: { updateInvoiceData: { ...next, paid: true, paymentMethod } } })
}

async function enterDetails({ guest }: SampleContext, stay: SampleStay): Promise<void> {
  const { customerName: _known, email: _fixed, notes: _ofAdmin, ...told } = stay.guest
  const data = { ...told, safetyConsent: true as const, photoConsent: true, uuid: stay.uuid }
  await guest(updateReservation, { body: { updateReservationData: data } })
}

/** Opens the directions with the guest's own token, which is in the e-mailed link. */
async function viewDirections({ db, guest }: SampleContext, stay: SampleStay): Promise<void> {
  const { name } = onlyRow(
    await db
      .select({ name: reservations.attendeeToken })
      .from(reservations)
      .where(eq(reservations.id, stay.id)),
  )
  await guest(viewedDirections, { body: { name } })
}
