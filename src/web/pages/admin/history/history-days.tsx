import { Link } from 'react-router'
import type { AuditEntryShown } from '#features/audit/contract.ts'
import { whatWords, whoWords } from '#features/audit/ui/labels.ts'
import { type Day, formatDay, formatTime, ranchDay } from '#shared/days.ts'
import { paths } from '#web/paths.ts'

interface HistoryDaysProps {
  /** Newest first. */
  entries: AuditEntryShown[]
  /** The pages of events, by number. */
  urlNames: Record<string, string>
}

/** The entries under the days of the ranch on which they were made. */
export function HistoryDays({ entries, urlNames }: HistoryDaysProps) {
  return byDay(entries).map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`}>{formatDay(day)}</h2>
      <ol className="history-list">
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} urlName={urlNames[entry.eventId ?? 0]} />
        ))}
      </ol>
    </section>
  ))
}

function Entry({ entry, urlName }: { entry: AuditEntryShown; urlName: string | undefined }) {
  const { at, eventName } = entry
  return (
    <li>
      <time className="history-time" dateTime={at}>
        {formatTime(new Date(at))}
      </time>
      <span className="history-what">
        {whatWords(entry)}
        {eventName && (
          <span className="history-event">
            {urlName === undefined ? eventName : <Link to={paths.event(urlName)}>{eventName}</Link>}
          </span>
        )}
      </span>
      <span className="history-who">{whoWords(entry)}</span>
    </li>
  )
}

function byDay(entries: AuditEntryShown[]): [Day, AuditEntryShown[]][] {
  const days = new Map<Day, AuditEntryShown[]>()
  for (const entry of entries) {
    const day = ranchDay(new Date(entry.at))
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}
