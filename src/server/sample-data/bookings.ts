/** The sample people, and their reservations with invoices, payments and mails. Pure: dates and ids come in. */
import { addDays, type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import type { SEALED_FIELDS } from '#shared/guest-details.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import type { BookedInvoice, BookedMail, Booking } from './booking-rows.ts'
import type { SampleEvent } from './events.ts'

/** The facts that the sample bookings of all events share. */
export interface SampleContext {
  now: Date
  /** Of the Terms of Stay that the sample guests agreed to. */
  termsHash: string
  /** The next of the sample people. */
  nextGuest: () => SampleGuest
}

/** The bookings of one event, first come first. */
export const sampleBookings = (sample: SampleEvent, house: SampleContext): Booking[] =>
  Array.from({ length: sample.guests }, (_, index) => booking(sample, index, house))

function booking(sample: SampleEvent, index: number, { now, termsHash, nextGuest }: SampleContext): Booking {
  const today = ranchDay(now)
  const { name } = sample.event
  const off = sample.coded?.guest === index ? sample.coded.off : 0
  const cost = (sample.event.cost ?? 0) - off
  const startDateDate = addDays(today, sample.startsIn)
  const remainderDay = addDays(startDateDate, -30)
  // The guests signed up in good time, so that each has a deposit and a remainder.
  const latest = remainderDay < today ? remainderDay : today
  const signUpDay = addDays(latest, -3 - 3 * (sample.guests - index))
  const signedUpAt = ranchInstant(signUpDay, 10 + (index % 8))
  const detailsMissing = sample.startsIn > 40 && index % 5 === 4
  const isFriend = index === sample.friend
  const stay = cost > 0 && !isFriend ? invoicesOf({ cost, startDateDate, signUpDay, today, index }) : []
  const invoices = index === EXTRA_GUEST ? [...stay, ...extraOf(sample, startDateDate, today)] : stay
  const reminded = invoices.find((invoice) => invoice.remindedAt)
  const confirmation: BookedMail = detailsMissing
    ? { type: 'signup-success-simple', subject: `You’re signed up: ${name}`, sentAt: signedUpAt }
    : { type: 'invoice-success', subject: `You're in: ${name}`, sentAt: signedUpAt }
  const mails = isFriend ? [] : [confirmation]
  if (sample.startsIn < 0) {
    const sentAt = ranchInstant(addDays(startDateDate, -7), 8)
    mails.push({ type: 'welcome-info', subject: `Before you come: ${name}`, sentAt })
  }
  if (reminded?.remindedAt) {
    mails.push({ type: 'invoice-remind', subject: `Still to pay: ${name}`, sentAt: reminded.remindedAt })
  }
  if (index === sample.cameBack) {
    const failure = 'there is no such address (550 5.1.1)'
    const sentAt = ranchInstant(addDays(today, -1), 9)
    mails.push({ type: 'info-remind', subject: `Still to fill in: ${name}`, sentAt, failure })
  }
  const directionsViewedAt = index % 3 === 1 ? null : ranchInstant(addDays(signUpDay, 2), 20)
  return {
    status: 'confirmed',
    guest: isFriend
      ? { ...nextGuest(), email: null, notes: 'A friend of the house, by phone.' }
      : nextGuest(),
    signedUpAt,
    termsHash: detailsMissing ? null : termsHash,
    directionsViewedAt,
    purgedAt: purgeDayOf(sample, startDateDate),
    price: isFriend ? 0 : Math.max(0, cost),
    invoices,
    mails,
    history: [{ action: 'reservation.confirmed', at: signedUpAt }],
  }
}

/** The default of `PURGE_AFTER_DAYS`, as it would have been for an event that is long over. */
const PURGED_AFTER_DAYS = 14

const purgeDayOf = ({ purged, days }: SampleEvent, startDateDate: Day): Date | null =>
  purged ? ranchInstant(addDays(startDateDate, days - 1 + PURGED_AFTER_DAYS), 3) : null

interface Facts {
  cost: number
  startDateDate: Day
  signUpDay: Day
  today: Day
  index: number
}

function invoicesOf({ cost, startDateDate, signUpDay, today, index }: Facts): BookedInvoice[] {
  const plan = paymentSchedule({ cost, startDateDate }, signUpDay)
  const remainderDay = plan.remainderDue ?? signUpDay
  const upcoming = startDateDate > today
  const remainderPaid = remainderPayment({ remainderDay, today, index, signUpDay, upcoming })
  const overdue = remainderDay <= today && !remainderPaid
  return [
    {
      purpose: 'deposit',
      amount: plan.deposit,
      due: signUpDay,
      paid: { method: index % 3 === 0 ? 'transfer' : 'check', paidAt: ranchInstant(signUpDay, 18) },
      remindedAt: null,
    },
    {
      purpose: 'remainder',
      amount: plan.remainder,
      due: remainderDay,
      paid: remainderPaid,
      remindedAt: overdue ? ranchInstant(remainderDay, 9) : null,
    },
  ]
}

/** The guest who has asked for something beyond the stay, where an event has it. */
const EXTRA_GUEST = 1

/** Paid on its day, which is the event's first. */
function extraOf({ extra }: SampleEvent, due: Day, today: Day): BookedInvoice[] {
  const paid = due < today ? { method: 'cash' as const, paidAt: ranchInstant(due, 17) } : null
  return extra ? [{ purpose: 'other', extra: true, ...extra, due, paid, remindedAt: null }] : []
}

interface RemainderFacts extends Omit<Facts, 'cost' | 'startDateDate'> {
  remainderDay: Day
  upcoming: boolean
}

/** The payment of a sample remainder: what was due is paid, but by one guest still to come; a few have paid early. */
function remainderPayment({ remainderDay, today, index, signUpDay, upcoming }: RemainderFacts) {
  const isDue = remainderDay <= today
  const forgot = isDue && upcoming && index === 2
  const early = !isDue && index % 4 === 0
  if (forgot || (!isDue && !early)) return null
  const paidAt = ranchInstant(early ? addDays(signUpDay, 1) : addDays(remainderDay, -1), 12)
  return { method: index % 2 === 0 ? 'cash' : 'transfer', paidAt } as const
}

// The sample people: names from two lists, addresses that cannot exist, telephone numbers set aside for fiction.

const FIRST =
  'Ada Ben Carla Dev Elena Felix Gwen Hugo Iris Jonah Kira Leo Mina Noel Opal Priya Quinn Rosa Seth Tess Umar Vera Wes Yolanda'.split(
    ' ',
  )
const LAST =
  'Abbott Baca Chen Delgado Ellis Fontaine Garcia Hale Ivers Jaramillo Kline Lujan Mora Nolan Okafor Pruitt Quintana Rhodes Salazar Tafoya Ueda Vance Whitlock'.split(
    ' ',
  )
const STREETS = ['Sample Street', 'Example Avenue', 'Placeholder Lane']
const TOWNS = ['Albuquerque, NM 87101', 'Denver, CO 80201', 'Tucson, AZ 85701', 'Austin, TX 78701']
const ALLERGIES = ['None', 'None', 'Peanuts', 'None', 'Shellfish', 'None', 'Gluten, but not severely']
const CONDITIONS = ['None', 'None', 'None', 'Asthma; carries an inhaler', 'None', 'A bad knee']
const REMARKS = [null, null, 'Arriving after dark.', null, 'Would like a room near a friend.']
const NOTES = [null, null, null, 'Called to ask about the road.', null, null, 'Came last year.']

/** The lists have 24 and 23 names, so the first 552 people all have names of their own. */
export function sampleGuest(index: number) {
  const [first, last] = [pick(FIRST, index), pick(LAST, index * 7)]
  return {
    customerName: `${first} ${last}`,
    email: `${first}.${last}@example.test`.toLowerCase(),
    nickname: index % 9 === 0 ? first.slice(0, 3) : null,
    phone: phone(index),
    address: `${100 + index} ${pick(STREETS, index)}\n${pick(TOWNS, index)}`,
    emergencyContactName: `${pick(FIRST, index + 11)} ${last}`,
    emergencyContactPhone: phone(index + 50),
    foodAllergies: pick(ALLERGIES, index),
    medicalConditions: pick(CONDITIONS, index),
    otherInformation: pick(REMARKS, index),
    notes: pick(NOTES, index),
  } satisfies Record<(typeof SEALED_FIELDS)[number], string | null>
}

export type SampleGuest = ReturnType<typeof sampleGuest>

/** 555-0100 to 555-0199 belong to nobody. */
const phone = (index: number): string => `505-555-01${String(index % 100).padStart(2, '0')}`

const pick = <Item>(list: readonly Item[], index: number): Item => list[index % list.length] as Item
