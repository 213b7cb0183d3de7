import { formatDay, formatTime, ranchDay } from '#shared/days.ts'
import { Stylesheet } from '#ui/stylesheet.tsx'
import type { AuditEntryShown } from '../contract.ts'
import sheet from './audit-list.css?url'
import { whatWords, whoWords } from './words.ts'

/** Who changed what and when, newest first; names of fields, never their values. */
export function AuditList({ entries }: { entries: AuditEntryShown[] }) {
  return (
    <>
      <Stylesheet href={sheet} />
      <ol className="audit">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>{whatWords(entry)}</span>
            <span className="note">
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
