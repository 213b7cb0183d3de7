/** Rules for the money, spots and dates of an event (R3.2, R3.3, R3.4, R2.2, R37.4). Pure. */
import { addDays, type Day } from '#shared/days.ts'
import { type Cents, halfRoundedUp, LEAST_CHARGE } from '#shared/money.ts'
import { comparable } from '#shared/folding.ts'
import {
  type Chosen,
  type EventOption,
  isOpenLodging,
  leftOf,
  type OptionWithTexts,
} from './domain/options.ts'

/** The remainder is due this many calendar days before the start (R3.4). */
const REMAINDER_DAYS = 30

interface Priced {
  /** The cost in cents per guest. 0 means free. Below 0, the site shows no price. */
  cost: Cents
  startDateDate: Day
}

export interface PaymentSchedule {
  /** The deposit in cents: half the cost, rounded half up. */
  deposit: Cents
  remainder: Cents
  /** The remainder's due day. Null if nothing is left to pay after the deposit. */
  remainderDue: Day | null
  /**
   * Cents that a guest must pay when signing up today: the deposit, or the full price from the remainder's due day
   * on.
   */
  dueNow: Cents
  /** True if the full price is due at sign-up, as one invoice. */
  wholeNow: boolean
}

export const remainderDay = (startDateDate: Day): Day => addDays(startDateDate, -REMAINDER_DAYS)

/**
 * Returns a day for which `paymentSchedule` makes one invoice (`whole`), or a deposit and a remainder. So a guest who
 * already has invoices keeps that split, whatever day it is today.
 */
export const signUpDayForPlan = (startDateDate: Day, { whole }: { whole: boolean }): Day =>
  whole ? remainderDay(startDateDate) : addDays(remainderDay(startDateDate), -1)

/**
 * Returns what a guest who signs up on the day `today` has to pay. All amounts are zero if the event costs nothing.
 */
export function paymentSchedule({ cost, startDateDate }: Priced, today: Day): PaymentSchedule {
  if (cost <= 0) return { deposit: 0, remainder: 0, remainderDue: null, dueNow: 0, wholeNow: false }
  const half = halfRoundedUp(cost)
  // A remainder below the least amount of a card payment could not be paid. Then the deposit is the full price
  // (R41.4).
  const deposit = cost - half < LEAST_CHARGE ? cost : half
  const remainder = cost - deposit
  const dueDay = remainderDay(startDateDate)
  const wholeNow = remainder === 0 || today >= dueDay
  return {
    deposit,
    remainder,
    remainderDue: remainder > 0 ? dueDay : null,
    dueNow: wholeNow ? cost : deposit,
    wholeNow,
  }
}

/**
 * Returns true from the first minute of the event's start day at the ranch. From then on, guests can no longer sign
 * up.
 */
export const hasHappened = (startDateDate: Day, today: Day): boolean => today >= startDateDate

/**
 * Returns true from the day after the event's last day at the ranch. From then on, nobody can cancel the event or add
 * guests.
 */
export const hasEnded = (endDateDate: Day, today: Day): boolean => today > endDateDate

/**
 * Returns the number of changes to an event: its edits, plus one if it was canceled. Calendar programs need a higher
 * number after every change, and may ignore an event without one (RFC 5545 section 3.8.7.4).
 */
export const revisionOf = ({ version, cancelledAt }: { version: number; cancelledAt: Date | null }): number =>
  version - 1 + (cancelledAt === null ? 0 : 1)

/**
 * Returns a password in a form for comparison: without spaces around it, in lower case, with uniform quotes, hyphens
 * and spaces (R10.10).
 */
export const comparablePassword = (password: string): string => comparable(password)

/** The number of taken spots of an event, and its options in the order of the event's page. */
export interface Spots {
  taken: number
  /**
   * Number of guests who hold a spot but have not chosen lodging yet, for example because of a waitlist offer. 0 if
   * the event has no lodging.
   */
  undecided: number
  options: OptionWithTexts[]
}

/** What pages show as the spots of an event that does not exist, or whose spots must stay hidden. */
export const NO_SPOTS: Spots = { taken: 0, undecided: 0, options: [] }

type Lodgings = Pick<Spots, 'undecided'> & { options: readonly EventOption[] }

/**
 * Returns how much open lodging is left, minus one for each guest who has not chosen lodging yet. Infinity if the
 * event has no open lodging.
 */
function lodgingLeft({ undecided, options }: Lodgings): number {
  const lodgings = options.filter(isOpenLodging)
  if (lodgings.length === 0) return Infinity
  return lodgings.reduce((sum, lodging) => sum + (leftOf(lodging) ?? Infinity), -undecided)
}

/**
 * Returns how many more guests can sign up (R37.4): as many as spots are not taken, or as lodging is available if
 * that is less.
 * Subtracts lodging for guests who have a spot but have not chosen lodging yet. Negative if the event is overbooked.
 */
export const spotsLeft = (spots: number, { taken, ...lodgings }: Lodgings & Pick<Spots, 'taken'>): number =>
  Math.min(spots - taken, lodgingLeft(lodgings))

type Choices = readonly Pick<Chosen, 'id'>[]

/**
 * Returns true if the choice `chosen` leaves enough lodging for guests who have a spot but no lodging yet. `given` are
 * the options that the choosing guests give up, so a mere change of lodging is always possible. `undecided` is how many
 * of the choosing guests had no lodging yet.
 */
export function leavesLodgingForUndecided(
  spots: Lodgings,
  chosen: Choices,
  { given = [], undecided = 0 }: { given?: Choices; undecided?: number } = {},
): boolean {
  const open = new Set(spots.options.filter(isOpenLodging).map(({ id }) => id))
  const count = (choices: Choices) => choices.filter(({ id }) => open.has(id)).length
  const taken = count(chosen) - count(given) - undecided
  return taken <= 0 || taken <= lodgingLeft(spots)
}

/**
 * Returns true if guests can have their former options again after their hold or stay ended. Does not check spots:
 * these guests may even take spots that are reserved for the waitlist, because they paid or had a spot before (R2.1).
 */
export const areChoicesLeft = (spots: Lodgings, chosen: Choices): boolean =>
  spots.options.every((option) => {
    const wanted = chosen.filter(({ id }) => id === option.id).length
    return wanted <= (leftOf(option) ?? wanted)
  }) && leavesLodgingForUndecided(spots, chosen)

/** The host link of an event still works on the day after the event, because some guests leave late. */
const DAYS_AFTER = 1

/** Returns the last ranch day on which an event's host link works. */
export const lastHostDay = (endDateDate: Day): Day => addDays(endDateDate, DAYS_AFTER)
