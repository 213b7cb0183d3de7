import { Icon } from '#ui/icons.tsx'
import type { Clash } from './bars.ts'
import { overlapWords } from './words.ts'

/** What the family planned while guests are there, in words for everyone. */
export function OverlapList({ overlaps }: { overlaps: readonly Clash[] }) {
  if (overlaps.length === 0) return null
  return (
    <ul className="overlaps" aria-label="Overlaps this month">
      {overlaps.map((overlap) => (
        <li key={overlap.key} className="overlap">
          <Icon name="warning" />
          {overlapWords(overlap)}
        </li>
      ))}
    </ul>
  )
}
