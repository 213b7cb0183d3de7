import { useRef } from 'react'
import { useStarted } from '#ui/use-started.ts'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import { asTyped, Cell } from './cell.tsx'
import { PAUSE_MS } from './pause.ts'
import { type SaveCell, useCell } from './use-cell.ts'

/** The browser's own color field; saved on change. */
export function ColorCell({ event, save }: { event: CalendarEvent; save: SaveCell }) {
  const field = useRef<HTMLInputElement>(null)
  const started = useStarted()
  const cell = useCell({ event, field: 'color', save, pauseMs: PAUSE_MS })
  return (
    <Cell cell={cell} field={field} words={asTyped}>
      {(trouble) => (
        <input
          ref={field}
          className="entry-field entry-color"
          type="color"
          aria-label={`Color of ${event.title}`}
          aria-describedby={trouble}
          disabled={!started}
          // Browsers give it in small letters, and want it so.
          value={cell.text.toLowerCase()}
          onChange={({ target }) => cell.type(target.value)}
          onBlur={cell.commit}
          onKeyDown={({ key }) => {
            if (key === 'Escape') cell.drop()
          }}
        />
      )}
    </Cell>
  )
}
