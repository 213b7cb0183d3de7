/** The report of a year: a chart of the income, and tables by month and by retreat. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { YearReport } from '#domain/money/year/contract.ts'
import { eventLabel } from '#domain/money/year/domain/figures.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { monthTitle } from '#shared/months.ts'
import { plural } from '#shared/text.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { MonthChart } from '#app/ui/month-chart.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Money, Text } from '#app/ui/text.tsx'
import { paths } from '#app/paths.ts'
import sheet from './year.css?url'

type Figures = YearReport['total']
/** A row of a table, named by a month or a retreat. The last row is the whole year. */
type Row = Figures & { key: string; name: ReactNode }

export function YearView({ report }: { report: YearReport }) {
  const { year, months, events, total, closedThrough } = report
  const whole: Row = { ...total, key: 'year', name: 'Whole year' }
  return (
    <>
      <Stylesheet href={sheet} />
      <Panel labelledBy="year-title" title={year}>
        <MonthChart
          title={`Income in ${year}`}
          lead={describeYear(total)}
          months={months.map(({ month }) => month)}
          stacks={[
            { name: 'Retreats', values: months.map((month) => month.retreatIncome / 100) },
            { name: 'Kept of canceled stays', values: months.map((month) => month.cancellationIncome / 100) },
          ]}
          scale="dollars"
        />
        <p className="note">
          Income counts in the month in which a retreat begins, without taxes and after discounts. Refunds
          count when they are decided.
          {closedThrough && (
            <Text> Amounts through {monthTitle(closedThrough)} are closed and never change.</Text>
          )}
        </p>
      </Panel>
      <Panel labelledBy="year-months" title="By month">
        <DataTable
          caption="By month"
          compact
          className="year-table"
          columns={MONTHS}
          rows={[...months.map((of) => ({ ...of, key: of.month, name: monthTitle(of.month) })), whole]}
          rowKey={keyOf}
        />
        <p className="note">
          Guests and nights count in the month in which their retreat begins, and only once it has begun.
        </p>
      </Panel>
      <Panel labelledBy="year-retreats" title="By retreat">
        {events.length === 0 ? (
          <p>No retreats and no money yet.</p>
        ) : (
          <DataTable
            caption="By retreat"
            compact
            className="year-table"
            columns={RETREATS}
            rows={[...events.map(toRow), whole]}
            rowKey={keyOf}
          />
        )}
      </Panel>
    </>
  )
}

function describeYear({ retreatIncome, cancellationIncome, guests, nights, fillRate }: Figures): string {
  const income = retreatIncome + cancellationIncome
  const earned = income === 0 ? 'No income yet.' : `${formatMoney(income)}.`
  if (fillRate === null) return earned
  return `${earned} ${plural(guests, 'guest')}, ${plural(nights, 'night')}, ${fillRate}% of spots filled.`
}

const keyOf = ({ key }: Row) => key

const toRow = (event: YearReport['events'][number]): Row => ({
  ...event,
  key: String(event.eventId),
  name:
    event.urlName === null || event.startDateDate === null ? (
      eventLabel(event)
    ) : (
      <>
        <Link to={paths.eventGuests(event.urlName)}>{event.name}</Link>
        <span className="note year-day">{formatDay(event.startDateDate)}</span>
      </>
    ),
})

/** A column of numbers. Leaves zeros out, so that the rows of a phone stay short. */
const number = (
  name: Exclude<keyof Figures, 'fillRate'>,
  head: string,
  { width, cell }: { width: string; cell: (value: number) => ReactNode },
): Column<Row> => ({
  name,
  head,
  width,
  number: true,
  cell: (row) => (row[name] === 0 ? '' : cell(row[name])),
})

const money = (name: Exclude<keyof Figures, 'fillRate'>, head: string) =>
  number(name, head, { width: 'minmax(0, 2fr)', cell: (cents: Cents) => <Money cents={cents} /> })

const count = (name: 'guests' | 'nights', head: string) =>
  number(name, head, { width: 'minmax(0, 1fr)', cell: String })

const columnsOf = (head: string): Column<Row>[] => [
  { name: 'name', head, names: true, width: 'minmax(6rem, 3fr)', cell: ({ name }) => name },
  { ...money('retreatIncome', 'Income'), compact: 'amount' },
  money('cancellationIncome', 'Canceled'),
  money('discounts', 'Discounts'),
  money('refunds', 'Refunds'),
  money('fees', 'Fees'),
  money('tax', 'Taxes'),
  count('guests', 'Guests'),
  count('nights', 'Nights'),
  {
    name: 'fillRate',
    head: 'Filled',
    width: 'minmax(0, 1fr)',
    number: true,
    cell: ({ fillRate }) => (fillRate === null ? '' : `${fillRate}%`),
  },
]
const MONTHS = columnsOf('Month')
const RETREATS = columnsOf('Retreat')
