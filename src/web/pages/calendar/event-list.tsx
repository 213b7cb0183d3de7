import { lazy, useCallback, useMemo } from 'react'
import type { CalendarEvent, Retreat } from '#features/calendar/contract.ts'
import { FamilyTable } from '#features/calendar/ui/table/family-table.tsx'
import { listEvents } from '#features/calendar/ui/table/listed.ts'
import { Button } from '#ui/button.tsx'
import { LoadingRing } from '#ui/loading-ring.tsx'
import { Notice } from '#ui/notice.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { browserCall } from '#web/browser-call.ts'
import { Paper } from '#web/ui/paper.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import type { Older } from './use-calendar-events.ts'

const AdminTable = lazy(() => import('#features/calendar/ui/table/admin-table.tsx'))

const HEADING = 'calendar-events'

interface EventListProps {
  events: CalendarEvent[]
  retreats: Retreat[]
  admin: boolean
  older: Older
  /** Null while no older events are hidden. */
  onOlder: (() => void) | null
  say: (words: string) => void
  keep: (event: CalendarEvent) => void
  remove: (event: CalendarEvent) => void
}

/** The events as a list: for admins to change in place, for the family to read. */
export function EventList({ events, retreats, admin, older, onOlder, say, keep, remove }: EventListProps) {
  const keepFocus = useFocusKept(HEADING)
  // The callback stays the same, so that a row is rendered anew when its event changes, not when the month does.
  const onDeleted = useCallback(
    (event: CalendarEvent) => {
      keepFocus()
      remove(event)
      say(`Deleted ${event.title}`)
    },
    [keepFocus, remove, say],
  )
  const listed = useMemo(() => listEvents(events, retreats), [events, retreats])
  return (
    <Paper labelledBy={HEADING} className="calendar-list">
      <header className="calendar-list-head">
        <h2 id={HEADING} tabIndex={-1}>
          Events
        </h2>
        <PrintButton />
      </header>
      {admin ? (
        <AdminTable listed={listed} call={browserCall} say={say} onEvent={keep} onDeleted={onDeleted} />
      ) : (
        <FamilyTable listed={listed} />
      )}
      {older.at === 'reading' && <LoadingRing label="Loading events" />}
      {older.at === 'failed' && (
        <Notice tone="bad" title="The older events are missing.">
          {older.message}
        </Notice>
      )}
      {onOlder && (
        <p className="calendar-older">
          <Button
            look="plain"
            busy={older.at === 'reading'}
            onClick={() => {
              keepFocus()
              onOlder()
            }}
          >
            Show Older Events
          </Button>
        </p>
      )}
    </Paper>
  )
}
