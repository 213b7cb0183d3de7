import { useId, useRef } from 'react'
import { formatDayLong, isDay } from '#shared/days.ts'
import { useStarted } from '#ui/use-started.ts'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import { Cell } from './cell.tsx'
import { PAUSE_MS } from './pause.ts'
import { type SaveCell, useCell } from './use-cell.ts'

const LABELS = { start: 'Starts', end: 'Ends' } as const
const FIRST = '1900-01-01'
const LAST = '2199-12-31'

/** Like 'F j, Y', and 'Not set' for none (R11.5). */
const dayWords = (text: string) => (isDay(text) ? formatDayLong(text) : 'Not set')

function problemOf(text: string): string | null {
  if (!isDay(text)) return 'An event needs both its days.'
  return text < FIRST || text > LAST ? 'Please give the year in four digits.' : null
}

interface DayCellProps {
  event: CalendarEvent
  which: 'start' | 'end'
  save: SaveCell
}

/** A day in words; under them, and in their place while it has the focus, is the browser's own date field. */
export function DayCell({ event, which, save }: DayCellProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const started = useStarted()
  const cell = useCell({ event, field: which, save, problemOf, pauseMs: PAUSE_MS })
  return (
    <Cell cell={cell} field={field} words={dayWords}>
      {(trouble) => (
        <span className="entry-field entry-day">
          <span id={id} className="entry-day-words">
            {dayWords(cell.text)}
          </span>
          <input
            ref={field}
            type="date"
            min={which === 'end' ? event.start : FIRST}
            max={LAST}
            aria-label={`${LABELS[which]}: ${event.title}`}
            aria-describedby={trouble ? `${id} ${trouble}` : id}
            readOnly={!started}
            value={cell.text}
            onChange={({ target }) => cell.type(target.value)}
            onBlur={cell.commit}
            onClick={({ currentTarget }) => openPicker(currentTarget)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') cell.commit()
              if (key === 'Escape') cell.drop()
            }}
          />
        </span>
      )}
    </Cell>
  )
}

/** Not every browser has one to open, nor allows it at any time; the field can be typed in all the same. */
function openPicker(field: HTMLInputElement) {
  try {
    field.showPicker()
  } catch {
    field.focus()
  }
}
