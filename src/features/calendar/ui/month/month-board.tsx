/** The family's calendar by the month. */
import { useId, useState } from 'react'
import type { Day } from '#shared/days.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import { addMonths, isMonth, type Month, monthOf, monthTitle } from '#shared/months.ts'
import { Button } from '#ui/button.tsx'
import { Icon, LoadingRing } from '#ui/icons.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import type { CalendarEvent, Retreat } from '#features/calendar/contract.ts'
import { useActiveDay } from './active-day.ts'
import { clashesOn, entriesOf, entriesOn, entryWords, layOut } from './bars.ts'
import { DayList } from './day-list.tsx'
import barsSheet from './month-bars.css?url'
import boardSheet from './month-board.css?url'
import { LogoOnce, MonthGrid } from './month-grid.tsx'
import printSheet from './month-print.css?url'

interface MonthBoardProps {
  /** The month shown, one that `isMonth` takes. */
  month: Month
  /** Today at the ranch, as the server says. */
  today: Day
  events: readonly CalendarEvent[]
  /** The retreats that touch the month; others do no harm. */
  retreats: readonly Retreat[]
  /** Another month is wanted. */
  onMonth: (month: Month) => void
  /** The month's entries are on their way. */
  busy: boolean
}

/** The month's title, three buttons, the grid of days, the open day's list, and what overlaps. */
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

  const entries = entriesOf(month, props.events, props.retreats)
  const weeks = layOut(month, entries)
  const overlaps = clashesOn(month, entries)
  const openEntries = open === null ? [] : entriesOn(entries, open)
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
        <div className="month-turn">
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
      {/* The family's plans while guests are there, in words for everyone. */}
      {overlaps.length > 0 && (
        <ul className="overlaps" aria-label="Overlaps this month">
          {overlaps.map(({ event, retreat, start, end }) => (
            <li key={`${event.key} ${retreat.key}`} className="overlap">
              <Icon name="warning" />
              {entryWords(event)} and {entryWords(retreat)} overlap: {formatDayRangeShort(start, end)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
