/** Rules of the year report (R49.8): adds up money, discounts and guests by month and by event. Pure. */
import { type Day, daysBetween } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { addMonths, type Month, monthOf } from '#shared/months.ts'

/** Returns true for a year that the report can show, as `yyyy`. */
export const isYear = (text: string): boolean => /^2\d{3}$/.test(text)

/** What the report adds up. Amounts are cents. */
const COUNTED = [
  'retreatIncome',
  'cancellationIncome',
  'discounts',
  'refunds',
  'fees',
  'tax',
  'guests',
  'nights',
  'spots',
] as const

type Counts = Record<(typeof COUNTED)[number], number>

export interface Figures extends Counts {
  /** Whole percents of the spots that guests took. Null without spots. */
  fillRate: number | null
}

interface Named {
  /** Null for money that belongs to no event. */
  eventId: number | null
  /** Null if the event was deleted, or without an event. */
  name: string | null
  urlName: string | null
  startDateDate: Day | null
}

/** Money of one event in one month. */
export interface EventMoney extends Named {
  month: Month
  retreatIncome: Cents
  cancellationIncome: Cents
  refunds: Cents
  fees: Cents
  tax: Cents
}

/** Discounts for one event in one month. */
export interface EventDiscounts extends Named {
  month: Month
  discounts: Cents
}

/** An event that has begun, with the number of guests who came. */
export interface BegunEvent {
  eventId: number
  name: string
  urlName: string
  startDateDate: Day
  endDateDate: Day
  spots: number
  guests: number
}

export interface YearFacts {
  money: readonly EventMoney[]
  discounts: readonly EventDiscounts[]
  begun: readonly BegunEvent[]
}

interface YearReport {
  months: (Figures & { month: Month })[]
  /** Events by their start. Deleted events follow, then what belongs to no event. */
  events: (Figures & Named)[]
  total: Figures
}

/** Returns the name of a row: of an event, a deleted event, or no event. */
export const eventLabel = ({ eventId, name }: Pick<Named, 'eventId' | 'name'>): string =>
  name ?? (eventId === null ? 'Without a retreat' : `Deleted retreat ${eventId}`)

type Part = Partial<Counts> & Named & { month: Month }

/** Returns the report. The months, and also the events, add up to the total. */
export function yearReport(year: string, { money, discounts, begun }: YearFacts): YearReport {
  const parts: Part[] = [
    ...money,
    ...discounts,
    ...begun.map(({ endDateDate, ...event }) => ({
      ...event,
      month: monthOf(event.startDateDate),
      nights: event.guests * daysBetween(event.startDateDate, endDateDate),
    })),
  ]
  const byEvent = [...Map.groupBy(parts, ({ eventId }) => eventId).values()]
  return {
    months: Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index)).map((month) => ({
      month,
      ...figuresOf(parts.filter((part) => part.month === month)),
    })),
    events: byEvent
      .flatMap((of) => {
        const [first] = of
        if (!first) return []
        const { eventId, name, urlName, startDateDate } = first
        return [{ eventId, name, urlName, startDateDate, ...figuresOf(of) }]
      })
      .filter((event) => COUNTED.some((what) => event[what] !== 0))
      .toSorted(byStart),
    total: figuresOf(parts),
  }
}

function figuresOf(parts: readonly Part[]): Figures {
  const sum = (what: keyof Counts) => parts.reduce((all, part) => all + (part[what] ?? 0), 0)
  const counts = Object.fromEntries(COUNTED.map((what) => [what, sum(what)])) as Counts
  const { guests, spots } = counts
  return { ...counts, fillRate: spots > 0 ? Math.round((100 * guests) / spots) : null }
}

const LAST = '9999-99-99'

function byStart(one: Named, other: Named): number {
  const [day, otherDay] = [one.startDateDate ?? LAST, other.startDateDate ?? LAST]
  if (day !== otherDay) return day < otherDay ? -1 : 1
  return (one.eventId ?? Infinity) - (other.eventId ?? Infinity)
}
