/** Writes the year report as CSV. Pure. */
import { asText, BYTE_ORDER_MARK, csvRows, defused } from '#platform/csv.ts'
import { type Cents, plainDollars } from '#shared/money.ts'
import type { YearReport } from './contract.ts'
import { eventLabel, type Figures } from './domain/figures.ts'

const HEAD = [
  'Part',
  'Name',
  'Retreat income ($)',
  'Kept of canceled stays ($)',
  'Discounts ($)',
  'Refunds ($)',
  'Fees ($)',
  'Taxes ($)',
  'Guests',
  'Nights',
  'Spots',
  'Fill rate (%)',
]

const dollars = (cents: Cents) => (cents < 0 ? `-${plainDollars(-cents)}` : plainDollars(cents))

const cellsOf = (of: Figures) => [
  ...[of.retreatIncome, of.cancellationIncome, of.discounts, of.refunds, of.fees, of.tax].map(dollars),
  of.guests,
  of.nights,
  of.spots,
  of.fillRate ?? '',
]

/**
 * Returns the report as a table. The first column says whether a row is a month, a retreat or the whole year, so that a
 * spreadsheet can add up only one kind.
 */
export const yearTable = ({ year, months, events, total }: YearReport): string =>
  BYTE_ORDER_MARK +
  csvRows(
    [
      HEAD,
      ...months.map(({ month, ...of }) => ['Month', asText(month), ...cellsOf(of)]),
      ...events.map((event) => ['Retreat', defused(asText(eventLabel(event))), ...cellsOf(event)]),
      ['Year', year, ...cellsOf(total)],
    ],
    { defuse: false },
  )
