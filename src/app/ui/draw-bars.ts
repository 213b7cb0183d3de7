/**
 * Draws bar charts. Only this file imports the chart library, so that pages load the library only when they
 * have a chart to draw.
 */
import { BarChart } from 'chartist'
import { monthShort } from '#shared/months.ts'

export type Scale = 'spots' | 'dollars'

export interface Bars {
  months: string[]
  stacks: number[][]
  scale: Scale
}

/** The smallest value for the top of a chart's axis, so that even a year without data has an axis. */
const LEAST: Record<Scale, number> = { spots: 4, dollars: 100 }

/**
 * Draws a chart into an element, and draws it again if the element's width changes. Returns a function that
 * removes the chart.
 */
export function drawBars(canvas: HTMLElement, { months, stacks, scale }: Bars): () => void {
  const sums = months.map((_, nth) => stacks.reduce((sum, stack) => sum + (stack[nth] ?? 0), 0))
  // The script sets this class, so that a browser without scripts reserves no empty space for the chart above
  // the table.
  canvas.classList.add('bars-drawn')
  const chart = new BarChart(
    canvas,
    { labels: months.map(monthShort), series: stacks },
    {
      stackBars: true,
      chartPadding: { top: 8, right: 0, bottom: 0, left: 0 },
      low: Math.min(0, ...sums),
      high: Math.max(LEAST[scale], ...sums),
      axisX: { showGrid: false, offset: 24 },
      axisY: {
        offset: 44,
        onlyInteger: true,
        scaleMinSpace: 36,
        labelInterpolationFnc: (value) => (scale === 'dollars' ? dollars(Number(value)) : String(value)),
      },
    },
    [
      [
        '(max-width: 30rem)',
        { axisX: { labelInterpolationFnc: (month, nth) => (nth % 2 === 0 ? month : null) } },
      ],
    ],
  )
  return () => {
    chart.detach()
    canvas.replaceChildren()
    canvas.classList.remove('bars-drawn')
  }
}

function dollars(value: number): string {
  const sign = value < 0 ? '-' : ''
  const amount = Math.abs(value)
  return amount >= 1000 ? `${sign}$${Math.round(amount / 100) / 10}k` : `${sign}$${amount}`
}
