/** The bar charts of the Outlook page. The data of each chart is also in a table. */
import { Link } from 'react-router'
import type { Outlook } from '#domain/desk/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { monthTitle } from '#shared/months.ts'
import { paths } from '#app/paths.ts'
import { MonthChart } from '#app/ui/month-chart.tsx'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './charts.css?url'

export function Charts({ occupancy, income, deposits }: Omit<Outlook, 'day'>) {
  const spots = occupancy.reduce((sum, month) => sum + month.spots, 0)
  const taken = occupancy.reduce((sum, month) => sum + month.taken, 0)
  const cents = income.reduce((sum, month) => sum + month.cents, 0)
  return (
    <Section className="charts" id="charts" title="By month">
      <Stylesheet href={sheet} />
      <div className="charts-both">
        <MonthChart
          title="Spots taken, next 12 months"
          lead={spots > 0 ? `${taken} of ${spots}, ${percent(taken, spots)}.` : 'No coming events yet.'}
          months={occupancy.map(({ month }) => month)}
          stacks={[
            { name: 'Taken', values: occupancy.map((month) => month.taken) },
            { name: 'Free', values: occupancy.map((month) => Math.max(0, month.spots - month.taken)) },
          ]}
          scale="spots"
          columns={['Month', 'Taken', 'Spots', 'Share']}
          rows={occupancy.map(({ month, taken: some, spots: all }) => [
            monthTitle(month),
            some,
            all,
            all > 0 ? percent(some, all) : '–',
          ])}
        />
        <MonthChart
          title="Deposits, next 12 months"
          lead={describeDeposits(deposits)}
          months={deposits.months.map(({ month }) => month)}
          stacks={[{ name: 'Deposits', values: deposits.months.map((month) => month.cents / 100) }]}
          scale="dollars"
          columns={['Retreats in', 'Deposits']}
          rows={deposits.months.map((month) => [monthTitle(month.month), formatMoney(month.cents)])}
        />
        <MonthChart
          title="Income, past 12 months"
          lead={cents === 0 ? 'No income yet.' : `${formatMoney(cents)} after refunds.`}
          months={income.map(({ month }) => month)}
          stacks={[{ name: 'Income', values: income.map((month) => month.cents / 100) }]}
          scale="dollars"
          columns={['Month', 'Income']}
          rows={income.map((month) => [monthTitle(month.month), formatMoney(month.cents)])}
        />
      </div>
      <p className="more">
        <Link to={paths.year}>Year report</Link>
      </p>
    </Section>
  )
}

/** Says what the venue owes to guests: deposits for retreats ahead, and refunds. */
function describeDeposits({ total, refunds }: Outlook['deposits']): string {
  const held = total === 0 ? 'No deposits.' : `${formatMoney(total)} for retreats ahead.`
  return refunds === 0 ? held : `${held} Refunds not made yet: ${formatMoney(refunds)}.`
}

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`
