import type { KeyboardEvent } from 'react'
import type { Day } from '#shared/days.ts'
import type { Month } from '#shared/months.ts'
import { type ActiveDay, cellId, dayForKey } from './active-day.ts'
import { type Clash, dayWords, entriesOn, type Entry, type Week } from './bars.ts'
import { WeekBars } from './week-bars.tsx'
import { Icon } from '#ui/icons.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

interface MonthGridProps {
  /** Of the board: `<id>-title` is its heading, `<id>-day` the open day's list. */
  id: string
  month: Month
  today: Day
  weeks: readonly Week[]
  entries: readonly Entry[]
  overlaps: readonly Clash[]
  open: Day | null
  /** A day with entries was pressed. */
  onToggle: (day: Day) => void
  active: ActiveDay
  busy: boolean
}

/** The roles of the grid's parts, said outright: some browsers forget what a table is once its display changes. */
const ROLES = { grid: 'grid', row: 'row', cell: 'gridcell' } as const

/**
 * The days as a grid of the WAI-ARIA Authoring Practices: one stop for the tab key, arrows within. A day with entries opens and
 * closes its list, others do nothing.
 */
export function MonthGrid({ id, month, today, weeks, active, open, onToggle, ...rest }: MonthGridProps) {
  const started = useHydrated()
  const followKey = (event: KeyboardEvent, day: Day) => {
    if (event.key === 'Escape' && open !== null) onToggle(open)
    const to = dayForKey(active.from(day), event)
    if (to === null) return
    event.preventDefault()
    active.goTo(to)
  }
  const cell = (day: Day) => {
    const entries = entriesOn(rest.entries, day)
    const overlap = rest.overlaps.some(({ start, end }) => start <= day && day <= end)
    const full = entries.length > 0
    const isOpen = day === open
    const opens = full && {
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-day` : undefined,
      'aria-selected': isOpen || undefined,
      'aria-disabled': started ? undefined : true,
      onClick: () => onToggle(day),
    }
    return (
      <td
        key={day}
        role={ROLES.cell}
        id={cellId(id, day)}
        className={`month-day ${full ? 'month-day-full' : ''} ${isOpen ? 'month-day-open' : ''}`}
        tabIndex={day === active.day ? 0 : -1}
        aria-current={day === today ? 'date' : undefined}
        {...opens}
        onFocus={() => active.rest(day)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return followKey(event, day)
          event.preventDefault()
          if (full && !event.repeat) onToggle(day)
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
  return (
    <table
      role={ROLES.grid}
      className="month-grid"
      aria-labelledby={`${id}-title`}
      aria-busy={rest.busy || undefined}
    >
      <thead>
        <tr role={ROLES.row} className="month-days">
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="month-weekday">
              <span className="visually-hidden">{name}</span>
              <span aria-hidden="true">
                {name[0]}
                <span className="month-weekday-rest">{name.slice(1, 3)}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {weeks.map((week, at) => (
        <tbody key={week.days[0]} className="month-week" style={{ '--week': String(at) }}>
          <tr role={ROLES.row} className="month-days">
            {week.days.map((day) =>
              day.startsWith(month) ? (
                cell(day)
              ) : (
                <td key={day} role={ROLES.cell} aria-disabled="true" className="month-day month-day-outside">
                  <span className="month-number">{Number(day.slice(8))}</span>
                </td>
              ),
            )}
          </tr>
          <WeekBars week={week} />
        </tbody>
      ))}
    </table>
  )
}
