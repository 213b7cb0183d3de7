/**
 * The parts of the family calendar that only admins get, in their own chunk: the editable table, and the
 * buttons for the subscription link.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { isDay } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Button, TextButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { ConfirmButton, ConfirmDelete } from '#app/ui/dialog-buttons.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { InlineField } from '#app/ui/inline-field.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { announce } from '#app/ui/toast.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import {
  type CalendarEvent,
  createCalendarEvent,
  type FeedAddress,
  makeFeedAddress,
  revokeFeedAddress,
} from '#domain/calendar/contract.ts'
import sheet from './admin-calendar.css?url'
import { eventColumns, FamilyTable, OverlapNote } from './family-table.tsx'
import { FEED_PANEL } from './feed-panel.tsx'
import type { Listed } from './retreats.ts'
import { type FieldName, useEventSaves } from './use-event-saves.ts'
import { Text } from '#app/ui/text.tsx'

interface AdminTableProps {
  listed: readonly Listed[]
  /** Called after a save with the current version of the event. */
  onEvent: (event: CalendarEvent) => void
  onDeleted: (event: CalendarEvent) => void
}

/**
 * Renders the editable table of events. Until React hydrates the page, renders the read-only table of the
 * family.
 */
export function AdminTable({ listed, ...changes }: AdminTableProps) {
  const started = useHydrated()
  const table = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => keepInSight(table.current))
  return (
    <>
      <Stylesheet href={sheet} />
      <AddNew onEvent={changes.onEvent} />
      {listed.length === 0 ? (
        <p className="calendar-none">No events yet.</p>
      ) : started ? (
        <div ref={table}>
          <EditedTable listed={listed} {...changes} />
        </div>
      ) : (
        // Before hydration an admin cannot edit anything. Until then, the input fields of a hundred events
        // would only make the HTML larger.
        <FamilyTable listed={listed} />
      )}
    </>
  )
}

/**
 * Scrolls to the row that has the focus. A row that has moved to another position keeps the focus, but may be
 * off screen.
 */
function keepInSight(rows: HTMLElement | null) {
  const { activeElement } = document
  if (rows?.contains(activeElement)) activeElement?.closest('tr')?.scrollIntoView({ block: 'nearest' })
}

function EditedTable({ listed, ...changes }: AdminTableProps) {
  const saves = useEventSaves(changes)
  return (
    <DataTable
      caption="Events of the family"
      className="entries entries-edited"
      columns={editedColumns(saves, changes.onDeleted)}
      rows={listed}
      rowKey={({ event }) => event.id}
    />
  )
}

const FIRST = '1900-01-01'
const LAST = '2199-12-31'

function editedColumns(
  { gone, saveOf, remove }: ReturnType<typeof useEventSaves>,
  onSeen: (event: CalendarEvent) => void,
): Column<Listed>[] {
  const of = (event: CalendarEvent, name: FieldName) => ({
    value: event[name],
    save: saveOf(event, name),
    draft: `calendar event ${event.id} ${name}`,
  })
  const unlessGone = (cell: (event: CalendarEvent) => ReactNode) => {
    return ({ event }: Listed) => (gone.has(event.id) ? null : cell(event))
  }
  const columns = eventColumns({
    title: ({ event, retreats }) =>
      gone.has(event.id) ? (
        <Gone event={event} mine={gone.get(event.id) ?? null} onSeen={() => onSeen(event)} />
      ) : (
        <>
          <InlineField
            {...of(event, 'title')}
            id={titleId(event.id)}
            label={`Title of ${event.title}`}
            problemOf={titleProblem}
            pauseMs={null}
          />
          {/* Prints the title as text, because an input field cannot wrap a long one. */}
          <span className="entry-print" aria-hidden="true">
            {event.title}
          </span>
          <OverlapNote retreats={retreats} />
        </>
      ),
    color: unlessGone((event) => (
      <InlineField {...of(event, 'color')} type="color" label={`Color of ${event.title}`} />
    )),
    day: (which) =>
      unlessGone((event) => (
        <InlineField
          {...of(event, which)}
          type="date"
          label={`${which === 'start' ? 'Starts' : 'Ends'}: ${event.title}`}
          min={which === 'end' ? event.start : FIRST}
          max={LAST}
          problemOf={dayProblem}
          readAs={formatDayOrNone}
        />
      )),
    width: '11.75rem',
  })
  const deleting = unlessGone((event) => (
    <ConfirmDelete what={event.title} onDelete={() => remove(event)}>
      <p>
        <Text>“{event.title}” is removed from the calendar, and from the phones that show it.</Text>
      </p>
    </ConfirmDelete>
  ))
  const last = { name: 'remove', head: 'Remove', label: '', width: '4rem', className: 'entry-of-remove' }
  return [...columns, { ...last, cell: deleting }]
}

/**
 * Returns the HTML id of an event's title field. The field of a new event gets the focus, so that the admin
 * can type the title.
 */
const titleId = (id: number) => `calendar-title-${id}`

const titleProblem = (text: string) => (text.trim() === '' ? 'An event needs a title.' : null)

/** Formats a day like `July 4, 2027`. Returns 'Not set' for an empty text (R11.5). */
const formatDayOrNone = (text: string) => (isDay(text) ? formatDayLong(text) : 'Not set')

function dayProblem(text: string): string | null {
  if (!isDay(text)) return 'An event needs both dates.'
  return text < FIRST || text > LAST ? 'Please enter the year with four digits.' : null
}

/**
 * Renders the row of an event that another admin deleted. The row says so, and disappears once the admin has
 * confirmed that.
 */
function Gone({ event, mine, onSeen }: { event: CalendarEvent; mine: string | null; onSeen: () => void }) {
  return (
    <div className="entry-gone">
      <div role="alert">
        <Text>
          Not saved: someone else has deleted “{event.title}”.
          {mine !== null && ` Yours was “${mine}”.`}
        </Text>
      </div>
      <TextButton onClick={onSeen}>Remove it from the list</TextButton>
    </div>
  )
}

function AddNew({ onEvent }: Pick<AdminTableProps, 'onEvent'>) {
  const { send, busy, failed } = useApiMutation(createCalendarEvent)
  const made = useRef<number | null>(null)
  // Focuses the title field of a new event once its row is rendered. That may take several renders.
  useEffect(() => {
    const field = made.current === null ? null : document.getElementById(titleId(made.current))
    if (!(field instanceof HTMLInputElement)) return
    made.current = null
    field.focus()
    field.select()
  })
  const add = async () => {
    const added = await send()
    if (!added?.ok) return
    made.current = added.data.id
    onEvent(added.data)
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

/** Renders the buttons that create and revoke the subscription link for phones. */
export function FeedTools({ feed, onFeed }: { feed: FeedAddress; onFeed: (feed: FeedAddress) => void }) {
  const making = useApiMutation(makeFeedAddress)
  const ending = useApiMutation(revokeFeedAddress)
  const keepFocus = useFocusFallback(FEED_PANEL)
  const show = (next: FeedAddress, done: string) => {
    // The pressed button disappears, so the focus moves to an element near it.
    keepFocus()
    onFeed(next)
    announce(done)
    return null
  }
  const make = async () => {
    const made = await making.send()
    return made?.ok ? show(made.data.feed, 'Created a new link') : made
  }
  const end = async () => {
    const ended = await ending.send()
    return ended?.ok ? show(null, 'Removed the link') : ended
  }
  if (!feed)
    return (
      <>
        <FailureAlert failed={making.failed} />
        <Button look="plain" busy={making.busy} onClick={() => void make()}>
          Create a link
        </Button>
      </>
    )
  return (
    <div className="button-row calendar-feed-tools">
      <ConfirmButton
        label="Create a new link"
        title="Are you sure?"
        does="Create a new link"
        onConfirm={make}
      >
        <p>The old link stops working: every phone that shows the calendar needs the new one.</p>
      </ConfirmButton>
      <ConfirmButton label="Remove the link" title="Are you sure?" does="Remove the link" onConfirm={end}>
        <p>Phones that show the calendar stop updating. You can create another link at any time.</p>
      </ConfirmButton>
    </div>
  )
}
