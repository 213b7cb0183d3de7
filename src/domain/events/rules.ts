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
  /** In cents per guest. 0 is free; below 0, the site does not show a price. */
  cost: Cents
  startDateDate: Day
}

export interface PaymentSchedule {
  /** In cents, half the cost, rounded half up. */
  deposit: Cents
  remainder: Cents
  /** The due day of the remainder. Null if nothing remains. */
  remainderDue: Day | null
  /** In cents, due at sign-up today: the deposit, or the full price from the remainder's due day on. */
  dueNow: Cents
  /** True if the full cost is due now, in one invoice. */
  wholeNow: boolean
}

export const remainderDay = (startDateDate: Day): Day => addDays(startDateDate, -REMAINDER_DAYS)

/**
 * Returns a day on which `paymentSchedule` splits the price as it was split at sign-up. Later price changes then keep
 * one invoice as one, and a deposit as a deposit.
 */
export const signUpDayForPlan = (startDateDate: Day, { whole }: { whole: boolean }): Day =>
  whole ? remainderDay(startDateDate) : addDays(remainderDay(startDateDate), -1)

/** Returns the payments of one guest who signs up on `today`. All are zero if the event costs nothing. */
export function paymentSchedule({ cost, startDateDate }: Priced, today: Day): PaymentSchedule {
  if (cost <= 0) return { deposit: 0, remainder: 0, remainderDue: null, dueNow: 0, wholeNow: false }
  const half = halfRoundedUp(cost)
  // No card could pay a smaller remainder (R41.4).
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

/** Returns true from 00:00 at the ranch on the start day. Sign-up and its button end then. */
export const hasHappened = (startDateDate: Day, today: Day): boolean => today >= startDateDate

/**
 * Returns true from 00:00 at the ranch on the day after the last. The event can then neither be canceled nor take
 * guests.
 */
export const hasEnded = (endDateDate: Day, today: Day): boolean => today > endDateDate

/**
 * Returns the number of changes to an event: its edits, plus one if it was canceled. Calendar apps need a higher
 * number for every change and may ignore a file without one (RFC 5545 section 3.8.7.4).
 */
export const revisionOf = ({ version, cancelledAt }: { version: number; cancelledAt: Date | null }): number =>
  version - 1 + (cancelledAt === null ? 0 : 1)

/**
 * Returns a password in the form used for comparison: trimmed, in one case, with uniform quotes, hyphens and blanks
 * (R10.10).
 */
export const comparablePassword = (password: string): string => comparable(password)

/** The taken spots of an event, and its options in page order. */
export interface Spots {
  taken: number
  /**
   * Guests who hold a spot, for example by a waitlist offer, and still have to choose lodging. 0 if the event has
   * none.
   */
  undecided: number
  options: OptionWithTexts[]
}

/** Used for an event that does not exist, or whose spots are not shown. */
export const NO_SPOTS: Spots = { taken: 0, undecided: 0, options: [] }

type Lodgings = Pick<Spots, 'undecided'> & { options: readonly EventOption[] }

/** Returns how much open lodging is left beyond the share of undecided guests. Infinity if no lodging is required. */
function lodgingLeft({ undecided, options }: Lodgings): number {
  const lodgings = options.filter(isOpenLodging)
  if (lodgings.length === 0) return Infinity
  return lodgings.reduce((sum, lodging) => sum + (leftOf(lodging) ?? Infinity), -undecided)
}

/**
 * Returns how many more guests can sign up (R37.4). Free spots limit this, and so does lodging if it is required.
 * Lodging for undecided guests does not count as left. Negative if the event is overbooked.
 */
export const spotsLeft = (spots: number, { taken, ...lodgings }: Lodgings & Pick<Spots, 'taken'>): number =>
  Math.min(spots - taken, lodgingLeft(lodgings))

type Choices = readonly Pick<Chosen, 'id'>[]

/**
 * Returns whether enough lodging remains for undecided guests after a guest takes `chosen` and frees `given`.
 * Swapping one lodging for another takes nothing from them. `undecided` counts guests who choose with this call.
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
 * Returns whether guests can get their former choices back after their hold or reservation ended. Ignores spots
 * reserved for the waitlist: guests who have paid, or had a spot before, go first (R2.1).
 */
export const areChoicesLeft = (spots: Lodgings, chosen: Choices): boolean =>
  spots.options.every((option) => {
    const wanted = chosen.filter(({ id }) => id === option.id).length
    return wanted <= (leftOf(option) ?? wanted)
  }) && leavesLodgingForUndecided(spots, chosen)

/** A host's link opens on the day after the event too, because some guests leave late. */
const DAYS_AFTER = 1

/** Returns the last ranch day on which the link of an event's host opens. */
export const lastHostDay = (endDateDate: Day): Day => addDays(endDateDate, DAYS_AFTER)
