/** The year in two drawings, each also a table. */
import type { Today } from '#features/today/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { monthLong } from './text.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Scale } from './draw-bars.ts'

export function Charts({ occupancy, income }: Pick<Today, 'occupancy' | 'income'>) {
  const spots = occupancy.reduce((sum, month) => sum + month.spots, 0)
  const taken = occupancy.reduce((sum, month) => sum + month.taken, 0)
  const cents = income.reduce((sum, month) => sum + month.cents, 0)
  return (
    <section className="charts" aria-labelledby="charts">
      <h2 id="charts">The year</h2>
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
          title="Income, past 12 months"
          lead={cents === 0 ? 'No income yet.' : `${formatMoney(cents)} after refunds.`}
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

interface MonthChartProps {
  title: string
  /** The whole in one sentence. */
  lead: string
  months: string[]
  /** Each a series by month, drawn on top of the one before; several need names. */
  stacks: { name: string; values: number[] }[]
  scale: Scale
  /** The table's head and body. */
  children: ReactNode
}

/** Bars by month over the table that they are drawn from: the table is open until the drawing is there. */
function MonthChart({ title, lead, months, stacks, scale, children }: MonthChartProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)
  // The facts are new objects after every look; only new numbers are a new drawing.
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
    // Without it, the table stays: nothing is missing but the drawing.
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
          <span>{lead}</span>
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
          {children}
        </table>
      </details>
    </figure>
  )
}
