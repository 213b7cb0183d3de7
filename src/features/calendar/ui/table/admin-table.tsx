/** The table in which admins keep the family's calendar. A chunk of its own: the family loads none of it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/alert.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { type CalendarEvent, createCalendarEvent } from '#features/calendar/contract.ts'
import { AdminRow } from './admin-row.tsx'
import sheet from './admin-table.css?url'
import { titleId } from './event-cells.tsx'
import { FamilyTable } from './family-table.tsx'
import type { Listed } from './listed.ts'

interface AdminTableProps {
  listed: readonly Listed[]
  call: Call
  announce: (words: string) => void
  onEvent: (event: CalendarEvent) => void
  onDeleted: (event: CalendarEvent) => void
}

export default function AdminTable({ listed, call, announce, onEvent, onDeleted }: AdminTableProps) {
  const started = useHydrated()
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => keepInSight(body.current))
  return (
    <>
      <Stylesheet href={sheet} />
      <AddNew {...{ call, announce, onEvent }} />
      {listed.length === 0 ? (
        <p className="calendar-none">No events yet.</p>
      ) : !started ? (
        // Nothing can be changed yet. The fields of a hundred events are more to send than all else on the page.
        <FamilyTable listed={listed} />
      ) : (
        <table className="entries entries-edited" aria-label="Events of the family">
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Color</th>
              <th scope="col">Starts</th>
              <th scope="col">Ends</th>
              <th scope="col">Remove</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {listed.map((one) => (
              <AdminRow key={one.event.id} listed={one} {...{ call, announce, onEvent, onDeleted }} />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** A row that has found another place keeps the focus; it must not be where nobody sees it. */
function keepInSight(rows: HTMLElement | null) {
  const { activeElement } = document
  if (rows?.contains(activeElement)) activeElement?.closest('tr')?.scrollIntoView({ block: 'nearest' })
}

function AddNew({ call, announce, onEvent }: Pick<AdminTableProps, 'call' | 'announce' | 'onEvent'>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [made, setMade] = useState<number | null>(null)
  // The new row takes the focus once it is there.
  useEffect(() => {
    if (made === null) return
    const field = document.getElementById(titleId(made))
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [made])
  const add = async () => {
    setBusy(true)
    setFailure(null)
    const added = await call(createCalendarEvent)
    setBusy(false)
    if (!added.ok) return setFailure(added.message)
    onEvent(added.data)
    setMade(added.data.id)
    announce('Added a new event')
  }
  return (
    <>
      <Button busy={busy} className="calendar-add" onClick={() => void add()}>
        Add new
      </Button>
      {failure && <Alert tone="bad">Nothing was added. {failure}</Alert>}
    </>
  )
}
