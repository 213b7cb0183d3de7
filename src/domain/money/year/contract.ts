/** API contract of the year report (R49.8), for admins only. */
import { z } from 'zod'
import { endpoint, csvReply } from '#shared/endpoint.ts'
import { day } from '#shared/fields.ts'
import { isYear } from './domain/figures.ts'

const cents = () => z.int().meta({ title: 'Cents' })

const figures = z.object({
  /** Income of stays, in the month in which they began. Without taxes. */
  retreatIncome: cents(),
  /** What was kept of canceled stays. */
  cancellationIncome: cents(),
  /** Discounts of stays that used a code, in the month in which they were confirmed. The income is after discounts. */
  discounts: cents(),
  /** Refunds in the month of their decision, made or not. Leaves out refunds that failed or were withdrawn. */
  refunds: cents(),
  /** Fees of the card provider. */
  fees: cents(),
  /** Taxes that the prices of these stays included. */
  tax: cents(),
  /** Guests of events that have begun. All their nights count in the month in which the event began. */
  guests: z.int(),
  nights: z.int(),
  /** Spots of events that have begun. */
  spots: z.int(),
  /** Whole percents of the spots that guests took. Null without spots. */
  fillRate: z.int().nullable(),
})

const month = z.string().regex(/^\d{4}-\d{2}$/)
const year = () =>
  z.string().refine(isYear, 'Please enter a year as yyyy, such as 2027').meta({ example: '2027' })

const yearReport = z.object({
  year: year(),
  months: z.array(figures.extend({ month })),
  /**
   * By event, in the order of their start. `eventId` is null for what belongs to no event. `name` is also null for an
   * event that was deleted.
   */
  events: z.array(
    figures.extend({
      eventId: z.int().nullable(),
      name: z.string().nullable(),
      urlName: z.string().nullable(),
      startDateDate: day().nullable(),
    }),
  ),
  /** The whole year. Both the months and the events add up to it. */
  total: figures,
  /** The last closed month, as `yyyy-mm`. Amounts of closed months never change. Null if no month is closed. */
  closedThrough: month.nullable().meta({ example: '2027-04' }),
})
export type YearReport = z.output<typeof yearReport>

const query = z.object({
  /** The year as `yyyy`. Without it, the present year. */
  year: year().optional(),
})

export const getYear = endpoint({
  name: 'year.get',
  route: 'GET auth/year',
  summary:
    'Returns the report of one year (ranch time) by month and by event: income, what was kept of canceled stays, discounts, refunds, fees, taxes, guests, nights and spots. Without `year`, returns the present year',
  needs: 'money.see',
  query,
  reply: yearReport,
})

export const exportYear = endpoint({
  name: 'year.export',
  route: 'GET auth/year/export',
  summary:
    'Returns the report of one year as a CSV table without names. Without `year`, uses the present year',
  needs: 'money.see',
  gives: 'csv',
  query,
  reply: csvReply,
})
