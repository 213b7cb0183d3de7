import type { ReactNode } from 'react'
import './availability-chip.css'

/** `open`: green; `few`: amber; `none`: the color of errors (DESIGN.md). */
export type AvailabilityTone = 'open' | 'few' | 'none'

/** A paper chip, so that its own color reads on any event's color: `<AvailabilityChip tone="few">Only 3 Spaces Left</AvailabilityChip>` */
export function AvailabilityChip({ tone, children }: { tone: AvailabilityTone; children: ReactNode }) {
  return <span className={`chip on-sheet chip-${tone}`}>{children}</span>
}
