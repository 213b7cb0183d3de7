/** Renders the family calendar of one month. */
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Day } from '#shared/days.ts'
import { formatDay, formatDayRange, formatDayRangeShort } from '#shared/format-days.ts'
import { eventPath } from '#shared/links.ts'
import { addMonths, isMonth, type Month, monthOf, monthTitle } from '#shared/months.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Icon, LoadingRing } from '#app/ui/icons.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import type { CalendarEvent, Retreat } from '#domain/calendar/contract.ts'
import {
  type Clash,
  monthClashes,
  monthEntries,
  dayEntries,
  type Entry,
  describeEntry,
  layOutWeeks,
} from './bars.ts'
import { entryColors, LogoOnce, MonthGrid, useActiveDay } from './month-grid.tsx'
import barsSheet from './month-bars.css?url'
import boardSheet from './month-board.css?url'
import printSheet from './month-print.css?url'
import { Text } from '#app/ui/text.tsx'

interface MonthBoardProps {
  /** The month to show. The function `isMonth` must accept it. */
  month: Month
  /** Today at the ranch, by the server's clock. */
  today: Day
  events: readonly CalendarEvent[]
  /** The retreats that touch the month. The calendar ignores retreats of other months. */
  retreats: readonly Retreat[]
  onMonth: (month: Month) => void
  /** True while the page is loading the month's entries. */
  busy: boolean
}

/**
 * Renders the month's title, the buttons "Previous", "Today" and "Next", the grid of days, the entries of the
 * pressed day, and the overlaps.
 */
export function MonthBoard(props: MonthBoardProps) {
  const { month, today, busy } = props
  const id = useId()
  const [open, setOpen] = useState<Day | null>(null)
  const turnTo = (to: Month) => {
    if (!isMonth(to) || to === month) return
    setOpen(null)
    props.onMonth(to)
  }
  const active = useActiveDay({ id, month, today, onMonth: turnTo })

  const entries = monthEntries(month, props.events, props.retreats)
  const weeks = layOutWeeks(month, entries)
  const overlaps = monthClashes(month, entries)
  const openEntries = open === null ? [] : dayEntries(entries, open)
  const close = (day: Day) => {
    setOpen(null)
    active.goTo(day)
  }
  const press = (to: Month) => {
    active.rest(today)
    turnTo(to)
  }

  return (
    <section className="month-board" aria-labelledby={`${id}-title`}>
      <Stylesheet href={boardSheet} />
      <Stylesheet href={barsSheet} />
      <Stylesheet href={printSheet} />
      <LogoOnce />
      <div className="month-head">
        <h2 id={`${id}-title`} className="month-title" aria-live="polite">
          {monthTitle(month)}
        </h2>
        {busy && <LoadingRing size={28} label="Loading the month" />}
        <div className="month-turn needs-script screen-only">
          <Button look="plain" onClick={() => press(addMonths(month, -1))}>
            <Icon name="before" />
            Previous
          </Button>
          <Button look="plain" onClick={() => press(monthOf(today))}>
            Today
          </Button>
          <Button look="plain" onClick={() => press(addMonths(month, 1))}>
            Next
            <Icon name="after" />
          </Button>
        </div>
      </div>
      <div className="month-sheet">
        <MonthGrid
          id={id}
          month={month}
          today={today}
          weeks={weeks}
          entries={entries}
          overlaps={overlaps}
          open={openEntries.length > 0 ? open : null}
          onToggle={(day) => setOpen(day === open ? null : day)}
          active={active}
          busy={busy}
        />
        {open !== null && openEntries.length > 0 && (
          <DayList
            key={open}
            id={`${id}-day`}
            day={open}
            week={weeks.findIndex(({ days }) => days.includes(open))}
            entries={openEntries}
            overlaps={overlaps}
            onClose={() => close(open)}
          />
        )}
      </div>
      {/* Lists family events that overlap retreats as text, because not everyone sees the colors. */}
      {overlaps.length > 0 && (
        <ul className="plain-list overlaps" aria-label="Overlaps this month">
          {overlaps.map(({ event, retreat, start, end }) => (
            <li key={`${event.key} ${retreat.key}`} className="overlap">
              <Icon name="warning" />
              <Text>
                {describeEntry(event)} and {describeEntry(retreat)} overlap: {formatDayRangeShort(start, end)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface DayListProps {
  id: string
  day: Day
  /** The week below which the list of entries appears, counted from 0. */
  week: number
  entries: readonly Entry[]
  overlaps: readonly Clash[]
  onClose: () => void
}

/** Renders the entries of the day that the visitor has pressed, and what each entry overlaps. */
export function DayList({ id, day, week, entries, overlaps, onClose }: DayListProps) {
  const list = useRef<HTMLElement>(null)
  // Scrolls to the list of entries, because on a phone it opens below the grid and may be off screen.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const today = overlaps.filter(({ start, end }) => start <= day && day <= end)
  return (
    <section
      ref={list}
      id={id}
      className="day-list"
      style={{ '--week': String(week) }}
      aria-labelledby={`${id}-title`}
    >
      <div className="day-list-head">
        <h3 id={`${id}-title`}>{formatDay(day)}</h3>
        <IconButton label="Close the day" icon="close" onClick={onClose} />
      </div>
      <ul className="plain-list">
        {entries.map((entry) => (
          <li key={entry.key} className="day-entry" style={entryColors(entry)}>
            <span className={`day-entry-mark month-bar month-bar-${entry.kind}`} />
            <div>
              <p className="day-entry-title">
                {entry.urlName === null ? (
                  entry.name
                ) : (
                  <>
                    <Text>{entry.mark ?? 'Retreat'}:</Text>{' '}
                    <Link to={eventPath(entry.urlName)}>{entry.name}</Link>
                  </>
                )}
              </p>
              <p className="note">{formatDayRange(entry.start, entry.end)}</p>
              {today
                .filter(({ event, retreat }) => event === entry || retreat === entry)
                .map(({ event, retreat, start, end }) => {
                  const other = event === entry ? retreat : event
                  return (
                    <p key={other.key} className="overlap">
                      <Icon name="warning" />
                      <Text>
                        Overlaps {describeEntry(other)}: {formatDayRangeShort(start, end)}
                      </Text>
                    </p>
                  )
                })}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
