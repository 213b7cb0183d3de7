/** Two bar charts of the Today page about a year. The data of each chart is also in a table. */
import { useEffect, useId, useRef, useState } from 'react'
import type { Today } from '#domain/desk/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { monthTitle } from '#shared/months.ts'
import { TableHead } from '#app/ui/data-table.tsx'
import { Section } from '#app/ui/panel.tsx'
import type { Scale } from './draw-bars.ts'
import { keepAmounts, Text } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './charts.css?url'

export function Charts({ occupancy, income }: Pick<Today, 'occupancy' | 'income'>) {
  const spots = occupancy.reduce((sum, month) => sum + month.spots, 0)
  const taken = occupancy.reduce((sum, month) => sum + month.taken, 0)
  const cents = income.reduce((sum, month) => sum + month.cents, 0)
  return (
    <Section className="charts" id="charts" title="The year">
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
          title="Income, past 12 months"
          lead={cents === 0 ? 'No income yet.' : `${formatMoney(cents)} after refunds.`}
          months={income.map(({ month }) => month)}
          stacks={[{ name: 'Income', values: income.map((month) => month.cents / 100) }]}
          scale="dollars"
          columns={['Month', 'Income']}
          rows={income.map((month) => [monthTitle(month.month), formatMoney(month.cents)])}
        />
      </div>
    </Section>
  )
}

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`

interface MonthChartProps {
  title: string
  lead: string
  months: string[]
  /** The values by month. If there are several series, each has a name and their bars are stacked. */
  stacks: { name: string; values: number[] }[]
  scale: Scale
  /** Headings of the columns in the chart's table. The first column is the month. */
  columns: string[]
  rows: (readonly [month: string, ...cells: (string | number)[]])[]
}

/**
 * Renders a bar chart, and below the chart a table of its data. The table stays open until the chart is
 * drawn.
 */
function MonthChart({ title, lead, months, stacks, scale, ...table }: MonthChartProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)
  // Each refetch creates new objects. The data is compared as text, so that equal data does not redraw the
  // chart.
  const facts = JSON.stringify({ months, stacks: stacks.map(({ values }) => values), scale })
  useEffect(() => {
    const canvas = place.current
    let erase: (() => void) | undefined
    let left = false
    const draw = async () => {
      const { drawBars } = await import('./draw-bars.ts')
      if (left || !canvas) return
      erase = drawBars(canvas, JSON.parse(facts))
      setDrawn(true)
    }
    // If the chart fails to load, the table still shows all the data.
    draw().catch(() => {})
    return () => {
      left = true
      erase?.()
    }
  }, [facts])
  return (
    <figure
      className={`month-chart month-chart-${scale} ${drawn ? 'month-chart-drawn' : ''}`}
      aria-labelledby={id}
    >
      <figcaption>
        <h3 id={id}>{title}</h3>
        <p className="bars-lead">
          <Text>{lead}</Text>
          {drawn && stacks.length > 1 && (
            <span className="bars-key" aria-hidden="true">
              {stacks.map(({ name }) => (
                <span key={name}>{name}</span>
              ))}
            </span>
          )}
        </p>
      </figcaption>
      <div className="bars" ref={place} aria-hidden="true" />
      <details open={!drawn}>
        <summary>As a table</summary>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <TableHead heads={table.columns} />
          <tbody>
            {table.rows.map(([month, ...cells]) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                {cells.map((cell, at) => (
                  <td key={table.columns[at + 1]}>{keepAmounts(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
