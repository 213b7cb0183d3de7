import { useRef } from 'react'
import { useStarted } from '#ui/use-started.ts'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import { asTyped, Cell } from './cell.tsx'
import { type SaveCell, useCell } from './use-cell.ts'

interface TitleCellProps {
  event: CalendarEvent
  save: SaveCell
}

/** The field's id: a new event is where its maker goes on typing. */
export const titleId = (id: number) => `calendar-title-${id}`

const problemOf = (text: string) => (text.trim() === '' ? 'An event needs a title.' : null)

/** Saved when it is left, and by Enter; Escape puts back what is kept. */
export function TitleCell({ event, save }: TitleCellProps) {
  const field = useRef<HTMLInputElement>(null)
  const started = useStarted()
  const cell = useCell({ event, field: 'title', save, problemOf })
  return (
    <Cell cell={cell} field={field} words={asTyped}>
      {(trouble) => (
        <>
          <input
            ref={field}
            id={titleId(event.id)}
            className="entry-field entry-title"
            type="text"
            autoComplete="off"
            aria-label={`Title of ${event.title}`}
            aria-describedby={trouble}
            readOnly={!started}
            value={cell.text}
            onChange={({ target }) => cell.type(target.value)}
            onBlur={cell.commit}
            onKeyDown={({ key }) => {
              if (key === 'Enter') cell.commit()
              if (key === 'Escape') cell.drop()
            }}
          />
          {/* On paper a long title has more than one line. */}
          <span className="entry-print" aria-hidden="true">
            {event.title}
          </span>
        </>
      )}
    </Cell>
  )
}
