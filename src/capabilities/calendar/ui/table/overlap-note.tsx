import { formatDayRangeShort } from '../../../../shared/days.ts'
import { Icon } from '../../../../shared/ui/icons.tsx'
import type { Retreat } from '../../contract.ts'

/** Which retreats have the ranch while an event of the family goes on. */
export function OverlapNote({ retreats }: { retreats: readonly Retreat[] }) {
  if (retreats.length === 0) return null
  const words = retreats.map(({ name, start, end }) => {
    return `${name ?? 'a private retreat'} (${formatDayRangeShort(start, end)})`
  })
  return (
    <p className="overlap">
      <Icon name="warning" /> Overlaps {words.join(', ')}
    </p>
  )
}
