import { formatDayRangeShort } from '#shared/days.ts'
import { Icon } from '#ui/icons.tsx'
import type { Retreat } from '#features/calendar/contract.ts'

/** Retreats that a note names: an event of years has all of them in it. */
const MOST_NAMED = 4

/** Which retreats have the ranch while an event of the family goes on. */
export function OverlapNote({ retreats }: { retreats: readonly Retreat[] }) {
  if (retreats.length === 0) return null
  const more = retreats.length - MOST_NAMED
  const words = retreats.slice(0, MOST_NAMED).map(({ name, start, end }) => {
    return `${name ?? 'a private retreat'} (${formatDayRangeShort(start, end)})`
  })
  return (
    <p className="overlap">
      <Icon name="warning" /> Overlaps {words.join(', ')}
      {more > 0 && ` and ${more} more`}
    </p>
  )
}
