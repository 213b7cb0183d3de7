import { useState } from 'react'
import type { Failed } from '#shared/client.ts'
import { useCall } from '#ui/api.tsx'
import { formatDay, formatTime, ranchDay } from '#shared/days.ts'
import { Button } from '#ui/button.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { type AuditEntryShown, listAudit } from '../contract.ts'
import sheet from './audit-history.css?url'
import { AuditSentence } from './audit-sentence.tsx'
import { actorLabel, type HistoryScope } from './labels.ts'

interface AuditHistoryProps {
  /** Whose: of an event with all its guests, or of one reservation with its money and mails. */
  of: { eventId: number } | { reservationId: number }
  /** The subject's version: when another one than was shown, there is more to show. */
  version?: number
  className?: string
}

interface Read {
  entries: AuditEntryShown[]
  nextCursor: number | null
  version: number | undefined
}

const HEADING = 'history'

/** Who changed what; asked for when somebody wants to know. */
export function AuditHistory({ of, version, className }: AuditHistoryProps) {
  const call = useCall()
  const [read, setRead] = useState<Read | null>(null)
  const [state, setState] = useState<{ busy: boolean; failed: Failed | null }>({
    busy: false,
    failed: null,
  })
  const keepFocus = useFocusKept(HEADING)
  const ask = async (cursor?: number) => {
    setState({ busy: true, failed: null })
    const page = await call(listAudit, { query: { ...of, cursor } })
    setState({ busy: false, failed: page.ok ? null : page })
    if (!page.ok) return
    const { entries, nextCursor } = page.data
    keepFocus()
    // Earlier ones come after those that are shown; all others begin anew.
    setRead((now) =>
      cursor !== undefined && now
        ? { ...now, entries: [...now.entries, ...entries], nextCursor }
        : { entries, nextCursor, version },
    )
  }
  const outdated = read !== null && read.version !== version
  return (
    <section className={className} aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        History
      </h2>
      {read?.entries.length === 0 && <p>No changes yet.</p>}
      {outdated && (
        <Button look="plain" busy={state.busy} onClick={() => void ask()}>
          Show the newest
        </Button>
      )}
      {read && <AuditList entries={read.entries} scope={'eventId' in of ? 'event' : 'reservation'} />}
      <FailureAlert failed={state.failed} />
      {(read === null || read.nextCursor !== null) && (
        <Button look="plain" busy={state.busy} onClick={() => void ask(read?.nextCursor ?? undefined)}>
          {read === null ? 'Show the changes' : 'Earlier'}
        </Button>
      )}
    </section>
  )
}

/** Who changed what and when, newest first; names of fields, never their values. */
function AuditList({ entries, scope }: { entries: AuditEntryShown[]; scope: HistoryScope }) {
  return (
    <>
      <Stylesheet href={sheet} />
      <ol className="audit">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>
              <AuditSentence entry={entry} scope={scope} />
            </span>
            <span className="note">
              {actorLabel(entry)}, <time dateTime={entry.at}>{formatInstant(new Date(entry.at))}</time>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function formatInstant(at: Date): string {
  return `${formatDay(ranchDay(at))}, ${formatTime(at)}`
}
