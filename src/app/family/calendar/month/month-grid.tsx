/**
 * Renders the days of a month as a grid, and moves the keyboard focus from day to day, as in the WAI-ARIA
 * Authoring Practices ("Grid").
 */
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { addDays, type Day } from '#shared/days.ts'
import { addMonths, firstOf, lastOf, type Month, monthOf, sameDayIn, weekday } from '#shared/months.ts'
import { Icon, Logo } from '#app/ui/icons.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { secondaryColor, readableTextColor } from '#domain/calendar/rules.ts'
import { type Bar, type Clash, describeDay, dayEntries, type Entry, entryTitle, type Week } from './bars.ts'
import { Text } from '#app/ui/text.tsx'

type ActiveDay = ReturnType<typeof useActiveDay>

interface Board {
  /** The HTML id of the month on the page. `cellId` derives the id of each day from it. */
  id: string
  month: Month
  today: Day
  onMonth: (month: Month) => void
}

const cellId = (id: string, day: Day) => `${id}-${day}`

/**
 * Keeps exactly one day of the month in the tab order (a roving tabindex). Arrow keys may move the focus to
 * another month.
 */
export function useActiveDay({ id, month, today, onMonth }: Board) {
  const [{ wanted, following }, setWanted] = useState({ wanted: today, following: false })
  const there = monthOf(wanted) === month
  // Moves the focus in a layout effect. If it moved later, a key that the visitor presses in between would
  // reach no day.
  useLayoutEffect(() => {
    if (following && there) document.getElementById(cellId(id, wanted))?.focus()
  }, [id, wanted, following, there])
  return {
    /** The day that the Tab key reaches. There is only one. */
    day: there ? wanted : monthOf(today) === month ? today : firstOf(month),
    /**
     * Returns the day from which the next key press moves. This is the day to which the last key led, even if
     * the month of that day is still loading.
     */
    from: (focused: Day) => (following ? wanted : focused),
    /** Moves the focus to this day as soon as the page shows its month. */
    goTo: (day: Day) => {
      setWanted({ wanted: day, following: true })
      if (monthOf(day) !== month) onMonth(monthOf(day))
    },
    /** Makes this day the one that Tab reaches, without moving the focus. */
    rest: (day: Day) => setWanted({ wanted: day, following: false }),
  }
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>

const DAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const MONTHS: Record<string, number> = { PageUp: -1, PageDown: 1 }

/**
 * Returns the day to which a key leads, or null for a key without a meaning in the calendar. Arrow keys, Page
 * Up and Page Down may leave the month. With Shift, Page Up and Page Down move by a year. Home and End stay
 * within the days of the week that belong to the month. With Ctrl, Home and End move to the month's first or
 * last day.
 */
export function dayForKey(day: Day, { key, ctrlKey, shiftKey, altKey, metaKey }: Key): Day | null {
  if (altKey || metaKey) return null
  const month = monthOf(day)
  const months = MONTHS[key]
  if (months !== undefined)
    return ctrlKey ? null : sameDayIn(addMonths(month, shiftKey ? 12 * months : months), day)
  if (shiftKey) return null
  if (key === 'Home') return ctrlKey ? firstOf(month) : later(addDays(day, -weekday(day)), firstOf(month))
  if (key === 'End') return ctrlKey ? lastOf(month) : earlier(addDays(day, 6 - weekday(day)), lastOf(month))
  const days = DAYS[key]
  return days === undefined || ctrlKey ? null : addDays(day, days)
}

const earlier = (a: Day, b: Day) => (a < b ? a : b)
const later = (a: Day, b: Day) => (a > b ? a : b)

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

interface MonthGridProps {
  /**
   * The HTML id of the month on the page. `<id>-title` is the id of its heading, and `<id>-day` of the list
   * below a pressed day.
   */
  id: string
  month: Month
  today: Day
  weeks: readonly Week[]
  entries: readonly Entry[]
  overlaps: readonly Clash[]
  open: Day | null
  /** Called when a visitor presses a day that has entries. */
  onToggle: (day: Day) => void
  active: ActiveDay
  busy: boolean
}

/**
 * Sets ARIA roles explicitly, because some browsers drop the roles of a table when CSS changes its display.
 */
const ROLES = { grid: 'grid', row: 'row', cell: 'gridcell' } as const

/**
 * Renders the days as a grid of the WAI-ARIA Authoring Practices: Tab reaches the grid once, and arrow keys
 * move inside the grid. Pressing a day opens or closes the list of its entries. Pressing a day without
 * entries does nothing.
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
    const entries = dayEntries(rest.entries, day)
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
        <span className="visually-hidden">{describeDay(day, entries, { today, overlap })}</span>
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
                <Text>{name[0]}</Text>
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

/**
 * Renders the retreat logo once, as a symbol that all bars reference. A full month has fifty bars, and a logo
 * in each bar would make up most of the page.
 */
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
 * Renders the bars across a week. The bars are only visual: screen readers read the text of the day, and a
 * press on a bar reaches the day below the bar.
 */
function WeekBars({ week: { bars, lanes, more, days } }: { week: Week }) {
  return (
    <tr className="month-bars" aria-hidden="true">
      {bars.map((bar) => (
        <td
          key={bar.entry.key}
          className={barClass(bar, bar.lane >= lanes)}
          style={{
            gridRow: bar.lane + 1,
            gridColumn: `${bar.column + 1} / span ${bar.days}`,
            ...entryColors(bar.entry),
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
              <Text>+{count}</Text>
              <span className="month-more-word"> more</span>
            </td>
          ),
      )}
    </tr>
  )
}

function barClass({ entry, before, after }: Bar, over: boolean): string {
  const classes = ['month-bar', `month-bar-${entry.kind}`]
  if (before) classes.push('month-bar-before')
  if (after) classes.push('month-bar-after')
  if (over) classes.push('month-bar-over')
  return classes.join(' ')
}

/** Returns as CSS variables an entry's chosen color and a lighter color, each with a readable text color. */
export function entryColors({ color }: Entry): CSSProperties {
  if (color === null) return {}
  const secondary = secondaryColor(color)
  return {
    '--primary': color,
    '--on-primary': readableTextColor(color),
    '--secondary': secondary,
    '--on-secondary': readableTextColor(secondary),
  }
}
