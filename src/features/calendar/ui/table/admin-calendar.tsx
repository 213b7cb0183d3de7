/** The parts of the calendar that admins alone see, in a chunk of their own: the table in which they keep it, and how they make and end the address for phones. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { isDay } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { FailureAlert } from '#ui/alert.tsx'
import { Button, TextButton } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { ConfirmButton, ConfirmDelete } from '#ui/dialog-buttons.tsx'
import { useFocusKept } from '#ui/focus.ts'
import { InlineField } from '#ui/inline-field.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useHydrated } from '#ui/tab-state.ts'
import { announce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/api.tsx'
import {
  type CalendarEvent,
  createCalendarEvent,
  type FeedAddress,
  makeFeedAddress,
  revokeFeedAddress,
} from '#features/calendar/contract.ts'
import sheet from './admin-calendar.css?url'
import { eventColumns, FamilyTable, OverlapNote } from './family-table.tsx'
import { FEED_PANEL } from './feed-panel.tsx'
import type { Listed } from './retreats.ts'
import { type FieldName, useEventSaves } from './use-event-saves.ts'
import { Text } from '#ui/text.tsx'

interface AdminTableProps {
  listed: readonly Listed[]
  /** Called with an event as it stands in the calendar now. */
  onEvent: (event: CalendarEvent) => void
  onDeleted: (event: CalendarEvent) => void
}

/** The table in which admins keep the calendar; until React has started it is the family's. */
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
        // Nothing can be changed yet. The fields of a hundred events are more to send than all else on the page.
        <FamilyTable listed={listed} />
      )}
    </>
  )
}

/** A row that has found another place keeps the focus; it must not be where nobody sees it. */
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
          {/* On paper a long title has more than one line. */}
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

/** The field's id: a new event is where its maker goes on typing. */
const titleId = (id: number) => `calendar-title-${id}`

const titleProblem = (text: string) => (text.trim() === '' ? 'An event needs a title.' : null)

/** Like 'F j, Y', and 'Not set' for none (R11.5). */
const formatDayOrNone = (text: string) => (isDay(text) ? formatDayLong(text) : 'Not set')

function dayProblem(text: string): string | null {
  if (!isDay(text)) return 'An event needs both dates.'
  return text < FIRST || text > LAST ? 'Please enter the year with four digits.' : null
}

/** A row that another admin has deleted: it says so, and goes once that is read. */
function Gone({ event, mine, onSeen }: { event: CalendarEvent; mine: string | null; onSeen: () => void }) {
  return (
    <div className="entry-gone">
      <div role="alert">
        <Text>
          Not saved: somebody else has deleted “{event.title}”.
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
  // The new row takes the focus once it is there, which may be some renders later.
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

/** The buttons that make and end the address for phones. */
export function FeedTools({ feed, onFeed }: { feed: FeedAddress; onFeed: (feed: FeedAddress) => void }) {
  const making = useApiMutation(makeFeedAddress)
  const ending = useApiMutation(revokeFeedAddress)
  const keepFocus = useFocusKept(FEED_PANEL)
  const show = (next: FeedAddress, done: string) => {
    // The pressed button disappears: the focus is kept near it.
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
