import type { AuditEntryShown } from '#features/audit/contract.ts'
import { AuditSentence } from '#features/audit/ui/audit-history.tsx'
import { actorLabel, type HistoryScope } from '#features/audit/ui/labels.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay, formatTime } from '#shared/format-days.ts'

interface HistoryDaysProps {
  /** Newest first. */
  entries: AuditEntryShown[]
  scope: HistoryScope
}

/** The entries under the days of the ranch on which they were made. */
export function HistoryDays({ entries, scope }: HistoryDaysProps) {
  return byDay(entries).map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`}>{formatDay(day)}</h2>
      <ol className="history-list">
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} scope={scope} />
        ))}
      </ol>
    </section>
  ))
}

function Entry({ entry, scope }: { entry: AuditEntryShown; scope: HistoryScope }) {
  const { at } = entry
  return (
    <li>
      <time className="history-time" dateTime={at}>
        {formatTime(new Date(at))}
      </time>
      <span className="history-what">
        <AuditSentence entry={entry} scope={scope} />
      </span>
      <span className="history-who">{actorLabel(entry)}</span>
    </li>
  )
}

const byDay = (entries: AuditEntryShown[]): [Day, AuditEntryShown[]][] => [
  ...Map.groupBy(entries, ({ at }) => ranchDay(new Date(at))),
]
