import { formatDay, formatTime, ranchDay } from '../../../shared/days.ts'
import { Stylesheet } from '../../../shared/ui/stylesheet.tsx'
import type { AuditEntryShown } from '../contract.ts'
import sheet from './audit-list.css?url'
import { whatWords, whoWords } from './words.ts'

interface AuditListProps {
  entries: AuditEntryShown[]
  /** Each entry tells the event that it belongs to: for the list of the whole site. */
  withEvents?: boolean
}

/** Who changed what and when, newest first; names of fields, never their values. */
export function AuditList({ entries, withEvents = false }: AuditListProps) {
  return (
    <>
      <Stylesheet href={sheet} />
      <ol className="audit">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className="audit-what">
              {whatWords(entry)}
              {withEvents && entry.eventName && <> ({entry.eventName})</>}
            </span>
            <span className="audit-who note">
              {whoWords(entry)}, <time dateTime={entry.at}>{whenWords(new Date(entry.at))}</time>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function whenWords(at: Date): string {
  return `${formatDay(ranchDay(at))}, ${formatTime(at)}`
}
