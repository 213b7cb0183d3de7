/** Bars by month over the table that they are drawn from: the table is open until the drawing is there. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Scale } from './draw-bars.ts'
import './charts.css'

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

export function MonthChart({ title, lead, months, stacks, scale, children }: MonthChartProps) {
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
          <caption className="unseen">{title}</caption>
          {children}
        </table>
      </details>
    </figure>
  )
}
