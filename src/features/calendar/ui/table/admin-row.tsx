import { memo } from 'react'
import type { Call } from '#shared/client.ts'
import { TextButton } from '#ui/button.tsx'
import { ConfirmDelete } from '#ui/confirm-delete.tsx'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import { ColorCell } from './color-cell.tsx'
import { DayCell } from './day-cell.tsx'
import type { Listed } from './listed.ts'
import { OverlapNote } from './overlap-note.tsx'
import { TitleCell } from './title-cell.tsx'
import { useRow } from './use-row.ts'

interface AdminRowProps {
  listed: Listed
  call: Call
  say: (words: string) => void
  onEvent: (event: CalendarEvent) => void
  onDeleted: (event: CalendarEvent) => void
}

/** One event, changed in place. The labels are what a narrow screen shows in place of the columns' heads. */
export const AdminRow = memo(function AdminRow({ listed, ...options }: AdminRowProps) {
  const { event, retreats } = listed
  const { saveOf, remove, gone } = useRow({ event, ...options })
  if (gone) return <GoneRow event={event} mine={gone.mine} onSeen={() => options.onDeleted(event)} />
  return (
    <tr className="entry">
      <td className="entry-of-title">
        <TitleCell event={event} save={saveOf('title')} />
        <OverlapNote retreats={retreats} />
      </td>
      <td data-label="Color" className="entry-of-color">
        <ColorCell event={event} save={saveOf('color')} />
      </td>
      <td data-label="Starts" className="entry-of-day">
        <DayCell event={event} which="start" save={saveOf('start')} />
      </td>
      <td data-label="Ends" className="entry-of-day">
        <DayCell event={event} which="end" save={saveOf('end')} />
      </td>
      <td className="entry-of-remove">
        <RemoveEvent title={event.title} onDelete={remove} />
      </td>
    </tr>
  )
})

function RemoveEvent({ title, onDelete }: { title: string; onDelete: () => Promise<string | null> }) {
  return (
    <ConfirmDelete what={title} onDelete={onDelete}>
      <p>“{title}” goes from the calendar, and from the phones that show it.</p>
    </ConfirmDelete>
  )
}

/** A row that another admin has deleted: it says so, and goes once that is read. */
function GoneRow({ event, mine, onSeen }: { event: CalendarEvent; mine: string | null; onSeen: () => void }) {
  return (
    <tr className="entry entry-gone">
      <td colSpan={5}>
        <div role="alert">
          Not saved: somebody else has deleted “{event.title}”.
          {mine !== null && ` Yours was “${mine}”.`}
        </div>
        <TextButton onClick={onSeen}>Take it off the list</TextButton>
      </td>
    </tr>
  )
}
