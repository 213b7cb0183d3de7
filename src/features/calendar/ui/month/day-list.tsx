import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Day } from '#shared/days.ts'
import { formatDay, formatDayRange, formatDayRangeShort } from '#shared/format-days.ts'
import { eventPath } from '#shared/links.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { type Clash, type Entry, entryWords } from './bars.ts'
import { colorsOf } from './month-grid.tsx'

interface DayListProps {
  id: string
  day: Day
  /** The week of the month below which it stands, from 0. */
  week: number
  /** Of the day. */
  entries: readonly Entry[]
  /** Of the month. */
  overlaps: readonly Clash[]
  onClose: () => void
}

/** Who and what is there on the open day. */
export function DayList({ id, day, week, entries, overlaps, onClose }: DayListProps) {
  const list = useRef<HTMLElement>(null)
  // The list opens below the grid on a phone, maybe out of sight.
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
      <ul>
        {entries.map((entry) => (
          <li key={entry.key} className="day-entry" style={colorsOf(entry)}>
            <span className={`day-entry-mark month-bar month-bar-${entry.kind}`} />
            <div>
              <p className="day-entry-title">
                {entry.urlName === null ? (
                  entry.name
                ) : (
                  <>
                    Retreat: <Link to={eventPath(entry.urlName)}>{entry.name}</Link>
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
                      Overlaps {entryWords(other)}: {formatDayRangeShort(start, end)}
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
