import { useId, useRef } from 'react'
import { formatDayLong, isDay } from '#shared/days.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import type { CalendarEvent } from '#features/calendar/contract.ts'
import { Cell, controlOf, PAUSE_MS, type SaveCell, useCell } from './cell.tsx'

interface TitleCellProps {
  event: CalendarEvent
  save: SaveCell
}

/** The field's id: a new event is where its maker goes on typing. */
export const titleId = (id: number) => `calendar-title-${id}`

const titleProblem = (text: string) => (text.trim() === '' ? 'An event needs a title.' : null)

/** Saved when it is left, and by Enter; Escape puts back what is kept. */
export function TitleCell({ event, save }: TitleCellProps) {
  const field = useRef<HTMLInputElement>(null)
  const started = useHydrated()
  const cell = useCell({ event, field: 'title', save, problemOf: titleProblem, pauseMs: null })
  return (
    <Cell cell={cell} field={field}>
      {(describedBy) => (
        <>
          <input
            ref={field}
            id={titleId(event.id)}
            className="entry-field entry-title"
            type="text"
            autoComplete="off"
            aria-label={`Title of ${event.title}`}
            aria-describedby={describedBy}
            readOnly={!started}
            {...controlOf(cell)}
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

/** The browser's own color field; saved on change. */
export function ColorCell({ event, save }: { event: CalendarEvent; save: SaveCell }) {
  const field = useRef<HTMLInputElement>(null)
  const started = useHydrated()
  const cell = useCell({ event, field: 'color', save, pauseMs: PAUSE_MS })
  return (
    <Cell cell={cell} field={field}>
      {(describedBy) => (
        <input
          ref={field}
          className="entry-field entry-color"
          type="color"
          aria-label={`Color of ${event.title}`}
          aria-describedby={describedBy}
          disabled={!started}
          {...controlOf(cell)}
          // Browsers give it in small letters, and want it so.
          value={cell.text.toLowerCase()}
        />
      )}
    </Cell>
  )
}

const LABELS = { start: 'Starts', end: 'Ends' } as const
const FIRST = '1900-01-01'
const LAST = '2199-12-31'

/** Like 'F j, Y', and 'Not set' for none (R11.5). */
const dayWords = (text: string) => (isDay(text) ? formatDayLong(text) : 'Not set')

function dayProblem(text: string): string | null {
  if (!isDay(text)) return 'An event needs both dates.'
  return text < FIRST || text > LAST ? 'Please enter the year with four digits.' : null
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
  const started = useHydrated()
  const cell = useCell({ event, field: which, save, problemOf: dayProblem, pauseMs: PAUSE_MS })
  return (
    <Cell cell={cell} field={field} readAs={dayWords}>
      {(describedBy) => (
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
            aria-describedby={`${id} ${describedBy}`}
            readOnly={!started}
            {...controlOf(cell)}
            onClick={({ currentTarget }) => openPicker(currentTarget)}
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
