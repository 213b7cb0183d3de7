import type { CSSProperties, KeyboardEvent } from 'react'
import type { Day } from '#shared/days.ts'
import type { Month } from '#shared/months.ts'
import { Icon, Logo } from '#ui/icons.tsx'
import { useHydrated } from '#ui/tab-state.ts'
import { secondaryColor, wordsOn } from '#features/calendar/rules.ts'
import { type ActiveDay, cellId, dayForKey } from './active-day.ts'
import { type Bar, type Clash, dayWords, entriesOn, type Entry, entryTitle, type Week } from './bars.ts'

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
  const press = (event: KeyboardEvent, day: Day, full: boolean) => {
    if (event.key === 'Escape' && open !== null) onToggle(open)
    const toggles = event.key === 'Enter' || event.key === ' '
    const to = dayForKey(active.from(day), event)
    if (to !== null) active.goTo(to)
    else if (toggles && full && !event.repeat) onToggle(day)
    if (toggles || to !== null) event.preventDefault()
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
        onKeyDown={(event) => press(event, day, full)}
      >
        <span className="visually-hidden">{dayWords(day, entries, { today, overlap })}</span>
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

const LOGO = 'month-logo'

/** The logo that the bars repeat, once on the page. A full month has fifty bars with it, and would be mostly logos. */
export function LogoOnce() {
  return (
    <svg className="month-logo" width={0} height={0} aria-hidden="true">
      <symbol id={LOGO} viewBox="0 0 65 50">
        <Logo />
      </symbol>
    </svg>
  )
}

/**
 * The bars across a week. For the eye alone: screen readers hear the same from the days' own words, and a press goes
 * through to the day below.
 */
function WeekBars({ week: { bars, lanes, more, days } }: { week: Week }) {
  return (
    <tr className="month-bars" aria-hidden="true">
      {bars.map((bar) => (
        <td
          key={bar.entry.key}
          className={classOf(bar, bar.lane >= lanes)}
          style={{
            gridRow: bar.lane + 1,
            gridColumn: `${bar.column + 1} / span ${bar.days}`,
            ...colorsOf(bar.entry),
          }}
        >
          {bar.before && <Icon name="before" />}
          {bar.entry.kind === 'retreat' && (
            <svg viewBox="0 0 65 50" width="65" height="50">
              <use href={`#${LOGO}`} />
            </svg>
          )}
          <span className="month-bar-title">{entryTitle(bar.entry)}</span>
          {bar.after && <Icon name="after" />}
        </td>
      ))}
      {more.map(
        (count, column) =>
          count > 0 && (
            <td
              key={days[column]}
              className="month-more"
              style={{ gridRow: lanes + 1, gridColumn: column + 1 }}
            >
              +{count}
              <span className="month-more-word"> more</span>
            </td>
          ),
      )}
    </tr>
  )
}

function classOf({ entry, before, after }: Bar, over: boolean): string {
  const classes = ['month-bar', `month-bar-${entry.kind}`]
  if (before) classes.push('month-bar-before')
  if (after) classes.push('month-bar-after')
  if (over) classes.push('month-bar-over')
  return classes.join(' ')
}

/** The color as chosen and the lighter one, each with the words that read on it. */
export function colorsOf({ color }: Entry): CSSProperties {
  if (color === null) return {}
  const secondary = secondaryColor(color)
  return {
    '--primary': color,
    '--on-primary': wordsOn(color),
    '--secondary': secondary,
    '--on-secondary': wordsOn(secondary),
  }
}
