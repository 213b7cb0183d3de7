import type { KeyboardEvent } from 'react'
import type { Day } from '#shared/days.ts'
import { Icon } from '#ui/icons.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import type { Entry } from './bars.ts'
import { dayWords } from './labels.ts'

interface DayCellProps {
  day: Day
  today: Day
  entries: readonly Entry[]
  /** A family event and a retreat share it. */
  overlap: boolean
  open: boolean
  id: string
  /** The id of the list that it opens. */
  listId: string
  /** It is the one that the tab key reaches. */
  inTabOrder: boolean
  onToggle: () => void
  onFocus: () => void
  onKey: (event: KeyboardEvent) => void
}

/** A day of the month; one with entries opens and closes its list, others do nothing. */
export function DayCell({ day, today, entries, overlap, open, inTabOrder, ...rest }: DayCellProps) {
  const started = useHydrated()
  const full = entries.length > 0
  const opens = full && {
    'aria-expanded': open,
    'aria-controls': open ? rest.listId : undefined,
    'aria-selected': open || undefined,
    'aria-disabled': started ? undefined : true,
    onClick: rest.onToggle,
  }
  return (
    <td
      role={ROLES.cell}
      id={rest.id}
      className={`month-day ${full ? 'month-day-full' : ''} ${open ? 'month-day-open' : ''}`}
      tabIndex={inTabOrder ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      {...opens}
      onFocus={rest.onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return rest.onKey(event)
        event.preventDefault()
        if (full && !event.repeat) rest.onToggle()
      }}
    >
      <span className="visually-hidden">{dayWords(day, { today, entries, overlap })}</span>
      <span className="month-number" aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      {overlap && (
        <span className="month-overlap" aria-hidden="true">
          <Icon name="warning" />
          <span className="month-overlap-word">Overlap</span>
        </span>
      )}
    </td>
  )
}

/** The roles of the grid's parts, said outright: some browsers forget what a table is once its display changes. */
export const ROLES = { grid: 'grid', row: 'row', cell: 'gridcell' } as const
