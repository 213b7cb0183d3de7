import { availability, type Spots } from './availability.ts'
import './availability-chip.css'

/** The availability on a chip of paper, so that its own color reads on any event's color. */
export function AvailabilityChip({ event }: { event: Spots }) {
  const { words, tone } = availability(event)
  return <span className={`chip on-sheet chip-${tone}`}>{words}</span>
}
