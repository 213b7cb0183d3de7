/** The queue of an event a page at a time, with a search; the first page comes with the event's own. */
import { useState } from 'react'
import type { Call } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'
import type { QueueCount, WaitlistEntry } from '../contract/entries.ts'
import { ENTRIES_ON_A_PAGE, listEntries } from '../contract/queue.ts'
import { rangeWords } from './queue-labels.ts'
import { type QueueHost, QueueTable } from './queue-table.tsx'

interface QueueBrowserProps extends QueueHost {
  eventId: number
  first: WaitlistEntry[]
  count: QueueCount
  /** Spots can still be offered. */
  open: boolean
  freeSpots: number
  labelledBy: string
  call: Call
}

/** A search is for lines that do not fit on a screen. */
const MANY = 10

export function QueueBrowser({ eventId, first, count, onChanged, ...rest }: QueueBrowserProps) {
  const [view, setView] = useState({ from: 0, search: '' })
  const [changes, setChanges] = useState(0)
  const isFirst = view.from === 0 && view.search.trim() === ''
  const table = (entries: WaitlistEntry[], found: number) => (
    <>
      <QueueTable
        // The ticks are of one page.
        key={`${view.from} ${view.search}`}
        eventId={eventId}
        entries={entries}
        waiting={count.waiting}
        onChanged={() => {
          setChanges((before) => before + 1)
          onChanged()
        }}
        {...rest}
      />
      <Pages
        from={view.from}
        shown={entries.length}
        found={found}
        onFrom={(from) => setView({ ...view, from })}
      />
    </>
  )
  return (
    <>
      {count.all > MANY && (
        <search className="queue-find">
          <label htmlFor="queue-find">Find on the waitlist</label>
          <input
            id="queue-find"
            type="search"
            className="field-input"
            autoComplete="off"
            placeholder="Name or email"
            value={view.search}
            onChange={({ target }) => setView({ from: 0, search: target.value })}
          />
        </search>
      )}
      {isFirst ? (
        table(first, count.all)
      ) : (
        <FoundEntries query={{ eventId, ...view }} changes={changes}>
          {table}
        </FoundEntries>
      )}
    </>
  )
}

interface FoundEntriesProps {
  query: { eventId: number; from: number; search: string }
  /** Raised when something was changed: the page is read again. */
  changes: number
  children: (entries: WaitlistEntry[], found: number) => React.ReactNode
}

function FoundEntries({ query, changes, children }: FoundEntriesProps) {
  const { data, failed, refetch } = useApiQuery(listEntries, { query }, { version: changes })
  if (failed) return <FailureAlert failed={failed} onRetry={refetch} />
  if (data === null) return <output className="note">Loading…</output>
  return data.found === 0 ? (
    <p>Nobody with that name or email is on the waitlist.</p>
  ) : (
    children(data.entries, data.found)
  )
}

interface PagesProps {
  from: number
  shown: number
  found: number
  onFrom: (from: number) => void
}

function Pages({ from, shown, found, onFrom }: PagesProps) {
  if (from === 0 && shown >= found) return null
  return (
    <nav className="queue-pages" aria-label="Pages of the waitlist">
      <span>{rangeWords({ from, shown, found })}</span>
      {from > 0 && (
        <Button look="plain" onClick={() => onFrom(Math.max(0, from - ENTRIES_ON_A_PAGE))}>
          Earlier in line
        </Button>
      )}
      {from + shown < found && (
        <Button look="plain" onClick={() => onFrom(from + ENTRIES_ON_A_PAGE)}>
          Later in line
        </Button>
      )}
    </nav>
  )
}
