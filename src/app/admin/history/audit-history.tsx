import { useState } from 'react'
import { Link } from 'react-router'
import { formatInstant } from '#shared/format-days.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useInfiniteApiQuery } from '#app/ui/use-api-query.ts'
import { type AuditEntryShown, listAudit } from '#domain/staff/audit/contract.ts'
import { actorLabel, type HistoryScope, auditSentence } from './labels.ts'
import sheet from './audit-history.css?url'
import { Text } from '#app/ui/text.tsx'

interface AuditHistoryProps {
  reservationId: number
  version?: number
}

const HEADING = 'history'

/** Renders the history of a reservation with its payments and e-mails. Loads the history when an admin opens it. */
export function AuditHistory({ reservationId, version }: AuditHistoryProps) {
  const [asked, setAsked] = useState(false)
  const keepFocus = useFocusFallback(HEADING)
  const { pages, failed, busy, more, refetch } = useInfiniteApiQuery(listAudit, {
    first: null as number | null,
    inputOf: (cursor) => ({ query: { reservationId, ...(cursor === null ? {} : { cursor }) } }),
    next: ({ nextCursor }) => nextCursor,
    enabled: asked,
    version,
  })
  const entries = pages?.flatMap((page) => page.entries) ?? null
  const show = () => {
    keepFocus()
    if (more) more()
    else setAsked(true)
  }
  return (
    <Section id={HEADING} title="History" focusable>
      {entries?.length === 0 && <p>No changes yet.</p>}
      {entries && <AuditList entries={entries} />}
      <FailureAlert failed={failed} onRetry={refetch} />
      {(entries === null || more) && failed === null && (
        <Button look="plain" busy={busy} onClick={show}>
          {entries === null ? 'Show the changes' : 'Earlier'}
        </Button>
      )}
    </Section>
  )
}

function AuditList({ entries }: { entries: AuditEntryShown[] }) {
  return (
    <>
      <Stylesheet href={sheet} />
      <ol className="plain-list audit">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>
              <AuditSentence entry={entry} scope="reservation" />
            </span>
            <span className="note">
              <Text>{actorLabel(entry)},</Text> <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Renders one change as a sentence that links to the guest and the event. */
export function AuditSentence({ entry, scope }: { entry: AuditEntryShown; scope: HistoryScope }) {
  return auditSentence(entry, scope).map(({ text, href }) =>
    href === undefined ? (
      <Text key={text}>{text}</Text>
    ) : (
      <Link key={href} to={href}>
        <bdi>{text}</bdi>
      </Link>
    ),
  )
}
