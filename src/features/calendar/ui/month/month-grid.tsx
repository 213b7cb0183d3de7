import type { KeyboardEvent } from 'react'
import type { Day } from '#shared/days.ts'
import type { Month } from '#shared/months.ts'
import { type ActiveDay, cellId, dayForKey } from './active-day.ts'
import { type Clash, type Entry, entriesOn, type Week } from './bars.ts'
import { DayCell, ROLES } from './day-cell.tsx'
import { WeekBars } from './week-bars.tsx'

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

/** The days as a grid of the WAI-ARIA Authoring Practices: one stop for the tab key, arrows within. */
export function MonthGrid({ id, month, today, weeks, active, open, onToggle, ...rest }: MonthGridProps) {
  const followKey = (event: KeyboardEvent, day: Day) => {
    if (event.key === 'Escape' && open !== null) onToggle(open)
    const to = dayForKey(active.from(day), event)
    if (to === null) return
    event.preventDefault()
    active.goTo(to)
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
                <DayCell
                  key={day}
                  day={day}
                  today={today}
                  entries={entriesOn(rest.entries, day)}
                  overlap={rest.overlaps.some(({ start, end }) => start <= day && day <= end)}
                  open={day === open}
                  id={cellId(id, day)}
                  listId={`${id}-day`}
                  inTabOrder={day === active.day}
                  onToggle={() => onToggle(day)}
                  onFocus={() => active.rest(day)}
                  onKey={(event) => followKey(event, day)}
                />
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
