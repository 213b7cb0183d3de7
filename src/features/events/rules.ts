/** The rules of an event: money, spots, time (R3.2, R3.3, R3.4, R2.2, R37.4). Pure. */
import { addDays, type Day } from '#shared/days.ts'
import { type Cents, halfRoundedUp, LEAST_CHARGE } from '#shared/money.ts'
import { comparable } from '#shared/folding.ts'
import { type Chosen, type EventOption, isOpenLodging, leftOf, type OptionInFull } from './domain/options.ts'

/** The final payment is due this many calendar days before the start (R3.4). */
const REMAINDER_DAYS = 30

interface Priced {
  /** Cents per person; 0 is free, below 0 "not priced here". */
  cost: Cents
  startDateDate: Day
}

export interface PaymentSchedule {
  /** Half the cost, rounded half up. */
  deposit: Cents
  remainder: Cents
  /** Null when nothing remains. */
  remainderDue: Day | null
  /** Cents due when signing up today: the deposit, or the whole from the remainder's due day on. */
  dueNow: Cents
  /** The sum due now is the whole cost, in one invoice. */
  wholeNow: boolean
}

export const remainderDay = (startDateDate: Day): Day => addDays(startDateDate, -REMAINDER_DAYS)

/** A day on which the payments fall as they were told: what was due whole is so still, and a deposit stays a deposit. */
export const dayAsTold = (startDateDate: Day, { whole }: { whole: boolean }): Day =>
  whole ? remainderDay(startDateDate) : addDays(remainderDay(startDateDate), -1)

/** The payments of one guest who signs up on `today`; all zero when the event asks for no money. */
export function paymentSchedule({ cost, startDateDate }: Priced, today: Day): PaymentSchedule {
  if (cost <= 0) return { deposit: 0, remainder: 0, remainderDue: null, dueNow: 0, wholeNow: false }
  const half = halfRoundedUp(cost)
  // No card could pay a smaller rest (R41.4).
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

/** Past from 00:00 at the ranch on the start day: no call to action, no sign-up. */
export const hasHappened = (startDateDate: Day, today: Day): boolean => today >= startDateDate

/** Over from 00:00 at the ranch on the day after the last: it can neither be cancelled nor take new guests any more. */
export const hasEnded = (endDateDate: Day, today: Day): boolean => today > endDateDate

/**
 * The number of an event's changes. Only edits move its days, and its cancellation is no edit. A calendar that has an
 * earlier file takes one with a higher number for newer, and may leave others (RFC 5545 section 3.8.7.4).
 */
export const revisionOf = ({ version, cancelledAt }: { version: number; cancelledAt: Date | null }): number =>
  version - 1 + (cancelledAt === null ? 0 : 1)

/** Passwords are compared trimmed, in any case, and with any quotes, hyphens and blanks (R10.10). */
export const comparablePassword = (password: string): string => comparable(password)

/** The spots of an event that are taken, and its choices in the order of the page. */
export interface Spots {
  taken: number
  /** Guests who hold a spot, as by an offer of the waitlist, and have yet to choose their lodging; 0 where there is none. */
  undecided: number
  options: OptionInFull[]
}

/** Of an event that is not there, or whose spots are not told. */
export const NO_SPOTS: Spots = { taken: 0, undecided: 0, options: [] }

type Lodgings = Pick<Spots, 'undecided'> & { options: readonly EventOption[] }

/** The places of open lodgings that are left beyond those for the undecided; where no lodging must be chosen there is no end of them. */
function lodgingLeft({ undecided, options }: Lodgings): number {
  const lodgings = options.filter(isOpenLodging)
  if (lodgings.length === 0) return Infinity
  return lodgings.reduce((sum, lodging) => sum + (leftOf(lodging) ?? Infinity), -undecided)
}

/**
 * The number of guests who still can come (R37.4): as many as there are spots left, and where a lodging must be chosen no more than are
 * left of it, beyond those for the guests who hold a spot and have yet to choose. Below 0 when more came than there are spots.
 */
export const spotsLeft = (spots: number, { taken, ...lodgings }: Lodgings & Pick<Spots, 'taken'>): number =>
  Math.min(spots - taken, lodgingLeft(lodgings))

type Choices = readonly Pick<Chosen, 'id'>[]

/**
 * With these choices taken, and those `given` back, there is lodging for the undecided: no more is taken than is left beyond theirs. Whoever
 * takes none, or another place for the one that they had, takes nothing from them; nor do so many of the `undecided` who choose now.
 */
export function leavesLodging(
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
 * All that guests chose can be had again, once their hold or stay had ended and it was anybody's. Spots that are kept for the waitlist do not
 * count: whoever has paid, or stood already, goes first (R2.1).
 */
export const areChoicesLeft = (spots: Lodgings, chosen: Choices): boolean =>
  spots.options.every((option) => {
    const wanted = chosen.filter(({ id }) => id === option.id).length
    return wanted <= (leftOf(option) ?? wanted)
  }) && leavesLodging(spots, chosen)
