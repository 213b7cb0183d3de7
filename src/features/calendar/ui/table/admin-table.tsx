/** The table in which admins keep the family's calendar. A chunk of its own: the family loads none of it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
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
  onEvent: (event: CalendarEvent) => void
  onDeleted: (event: CalendarEvent) => void
}

export default function AdminTable({ listed, onEvent, onDeleted }: AdminTableProps) {
  const started = useHydrated()
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => keepInSight(body.current))
  return (
    <>
      <Stylesheet href={sheet} />
      <AddNew onEvent={onEvent} />
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
              <AdminRow key={one.event.id} listed={one} {...{ onEvent, onDeleted }} />
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

function AddNew({ onEvent }: Pick<AdminTableProps, 'onEvent'>) {
  const announce = useAnnounce()
  const { send, busy, failed } = useApiMutation(createCalendarEvent)
  const [made, setMade] = useState<number | null>(null)
  // The new row takes the focus once it is there.
  useEffect(() => {
    if (made === null) return
    const field = document.getElementById(titleId(made))
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [made])
  const add = async () => {
    const added = await send()
    if (!added?.ok) return
    onEvent(added.data)
    setMade(added.data.id)
    announce('Added a new event')
  }
  return (
    <>
      <Button busy={busy} className="calendar-add" onClick={() => void add()}>
        Add new
      </Button>
      <FailureAlert failed={failed} title="Nothing was added." />
    </>
  )
}
