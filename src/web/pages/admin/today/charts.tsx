/** The year in two drawings, each also a table. */
import type { Today } from '#features/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { MonthChart } from './month-chart.tsx'
import { monthLong } from './words.ts'

export function Charts({ occupancy, income }: Pick<Today, 'occupancy' | 'income'>) {
  const spots = occupancy.reduce((sum, month) => sum + month.spots, 0)
  const taken = occupancy.reduce((sum, month) => sum + month.taken, 0)
  const cents = income.reduce((sum, month) => sum + month.cents, 0)
  return (
    <section className="charts" aria-labelledby="charts">
      <h2 id="charts">The year</h2>
      <div className="charts-both">
        <MonthChart
          title="Spots taken, the next twelve months"
          lead={spots > 0 ? `${taken} of ${spots}, ${percent(taken, spots)}.` : 'No spots on offer yet.'}
          months={occupancy.map(({ month }) => month)}
          stacks={[
            { name: 'Taken', values: occupancy.map((month) => month.taken) },
            { name: 'Free', values: occupancy.map((month) => Math.max(0, month.spots - month.taken)) },
          ]}
          scale="spots"
        >
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Taken</th>
              <th scope="col">Spots</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {occupancy.map((month) => (
              <tr key={month.month}>
                <th scope="row">{monthLong(month.month)}</th>
                <td>{month.taken}</td>
                <td>{month.spots}</td>
                <td>{month.spots > 0 ? percent(month.taken, month.spots) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </MonthChart>
        <MonthChart
          title="Income, the past twelve months"
          lead={cents === 0 ? 'Nothing came in yet.' : `${formatMoney(cents)} after refunds.`}
          months={income.map(({ month }) => month)}
          stacks={[{ name: 'Income', values: income.map((month) => month.cents / 100) }]}
          scale="dollars"
        >
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Income</th>
            </tr>
          </thead>
          <tbody>
            {income.map((month) => (
              <tr key={month.month}>
                <th scope="row">{monthLong(month.month)}</th>
                <td>{formatMoney(month.cents)}</td>
              </tr>
            ))}
          </tbody>
        </MonthChart>
      </div>
    </section>
  )
}

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`
