import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Day } from '#shared/days.ts'
import { formatDay, formatDayRange } from '#shared/format-days.ts'
import { eventPath } from '#shared/links.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icons.tsx'
import { type Clash, type Entry, isOf, overlapsWith } from './bars.ts'
import { colorsOf } from './week-bars.tsx'

interface DayListProps {
  id: string
  day: Day
  /** The week of the month below which it stands, from 0. */
  week: number
  entries: readonly Entry[]
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
                <EntryTitle entry={entry} />
              </p>
              <p className="note">{formatDayRange(entry.start, entry.end)}</p>
              {overlaps
                .filter((overlap) => isOf(entry, overlap) && overlap.start <= day && day <= overlap.end)
                .map((overlap) => (
                  <p key={overlap.key} className="overlap">
                    <Icon name="warning" />
                    {overlapsWith(entry, overlap)}
                  </p>
                ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A retreat that the reader has no page of comes without the name of one. */
function EntryTitle({ entry }: { entry: Entry }) {
  if (entry.kind === 'event' || entry.retreat.name === null) return entry.title
  const { urlName } = entry.retreat
  return <>Retreat: {urlName === null ? entry.title : <Link to={eventPath(urlName)}>{entry.title}</Link>}</>
}
