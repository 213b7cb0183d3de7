/** Bar charts by month. */
import { useEffect, useId, useRef, useState } from 'react'
import { TableHead } from './data-table.tsx'
import type { Scale } from './draw-bars.ts'
import { keepAmounts, Text } from './text.tsx'
import { Stylesheet } from './stylesheet.tsx'
import sheet from './month-chart.css?url'

interface MonthChartProps {
  title: string
  lead: string
  months: string[]
  /** The values by month. If there are several series, each has a name and their bars are stacked. */
  stacks: { name: string; values: number[] }[]
  scale: Scale
  /**
   * Headings of the columns in the chart's table. The first column is the month. Leave out columns and rows if the
   * page has a table with the chart's data.
   */
  columns?: string[]
  rows?: (readonly [month: string, ...cells: (string | number)[]])[]
}

/**
 * Renders a bar chart, and below the chart a table of its data. The table stays open until the chart is
 * drawn.
 */
export function MonthChart({ title, lead, months, stacks, scale, columns, rows }: MonthChartProps) {
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
      <Stylesheet href={sheet} />
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
      {columns && rows && (
        <details open={!drawn}>
          <summary>As a table</summary>
          <table>
            <caption className="visually-hidden">{title}</caption>
            <TableHead heads={columns} />
            <tbody>
              {rows.map(([month, ...cells]) => (
                <tr key={month}>
                  <th scope="row">{keepAmounts(month)}</th>
                  {cells.map((cell, at) => (
                    <td key={columns[at + 1]}>{keepAmounts(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  )
}
