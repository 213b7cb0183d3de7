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
