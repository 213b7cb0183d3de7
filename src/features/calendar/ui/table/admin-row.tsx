import { memo, useEffect, useRef, useState } from 'react'
import { formatDayLong } from '#shared/days.ts'
import { useCall } from '#ui/api.tsx'
import { TextButton } from '#ui/button.tsx'
import { ConfirmDelete, type Refused } from '#ui/confirm-dialog.tsx'
import { type CalendarEvent, deleteCalendarEvent } from '#features/calendar/contract.ts'
import type { SaveCell } from './cell.tsx'
import { ColorCell, DayCell, TitleCell } from './event-cells.tsx'
import { OverlapNote } from './family-table.tsx'
import type { Listed } from './listed.ts'
import type { Saved } from '#ui/use-inline-field.ts'
import { useAnnounce } from '#ui/toast.tsx'
import { changeOf, type FieldName, saveEvent, seenOf } from './save-event.ts'

interface AdminRowProps {
  listed: Listed
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

function RemoveEvent({ title, onDelete }: { title: string; onDelete: () => Promise<Refused | null> }) {
  return (
    <ConfirmDelete what={title} onDelete={onDelete}>
      <p>“{title}” is removed from the calendar, and from the phones that show it.</p>
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
        <TextButton onClick={onSeen}>Remove it from the list</TextButton>
      </td>
    </tr>
  )
}

interface RowOptions {
  event: CalendarEvent
  /** Called with the event as it stands in the calendar now, changed by us or by somebody else. */
  onEvent: (event: CalendarEvent) => void
  /** Deleted here. */
  onDeleted: (event: CalendarEvent) => void
}

/** A row's saves: one after the other, so that two quick edits do not overtake each other. */
function useRow({ event, onEvent, onDeleted }: RowOptions) {
  const call = useCall()
  const announce = useAnnounce()
  const newest = useRef(event)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const [gone, setGone] = useState<{ mine: string | null } | null>(null)
  useEffect(() => {
    newest.current = event
  }, [event])

  const run = async (field: FieldName, text: string, seen: string): Promise<Saved> => {
    const changes = changeOf(newest.current, field, text)
    const outcome = await saveEvent(call, {
      id: event.id,
      changes,
      seen: { ...seenOf(newest.current, changes), [field]: seen },
    })
    if (outcome.kind === 'failed') return { ok: false, ...outcome }
    if (outcome.kind === 'gone') {
      setGone({ mine: field === 'title' ? text : null })
      return { ok: true }
    }
    newest.current = outcome.event
    onEvent(outcome.event)
    if (outcome.kind === 'stale')
      return { ok: false, code: 'stale', message: '', theirs: outcome.event[field] }
    const alone = Object.keys(changes).length === 1
    announce(alone ? 'Saved' : `Saved. It ends on ${formatDayLong(outcome.event.end)} now.`)
    return { ok: true }
  }
  const saveOf = (field: FieldName): SaveCell => {
    return (text, seen) => {
      const turn = before.current.then(() => run(field, text, seen))
      before.current = turn
      return turn
    }
  }
  /** Null when it is not there any more, else what went wrong. */
  const remove = async (): Promise<Refused | null> => {
    await before.current
    const deleted = await call(deleteCalendarEvent, { query: { id: event.id } })
    if (!deleted.ok && deleted.code !== 'not_found') return deleted
    onDeleted(event)
    return null
  }
  return { saveOf, remove, gone }
}
