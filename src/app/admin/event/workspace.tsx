/**
 * The workspace of one event for staff: its name, its actions and its tabs. Each tab is a page of its own, which
 * loads only its own data.
 */
import { Outlet, useOutletContext, useRevalidator } from 'react-router'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { callContext } from '#app/server-context.ts'
import { useMay } from '#app/site.ts'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { formatDayRange } from '#shared/format-days.ts'
import type { Route } from './+types/workspace'
import { DraftMark } from '#app/admin/drafts/draft-mark.tsx'
import { AdminMark } from './admin-marks.tsx'
import { AddGuestButton, EventActions } from './event-actions.tsx'
import { anyEventIn, readEvent, type WorkspaceEvent } from './event-context.ts'
import EventTabs from './event-tabs.tsx'
import sheet from './workspace.css?url'

export const middleware: Route.MiddlewareFunction[] = [
  ({ context, params: { eventUrlName = '' } }) => readEvent(context, context.get(callContext), eventUrlName),
]

const OF_HEAD = [
  'id',
  'name',
  'urlName',
  'host',
  'private',
  'cancelled',
  'unpublished',
  'hasEnded',
  'startDateDate',
  'endDateDate',
  'cost',
  'offersChoices',
  'spots',
  'reservedSpots',
  'spotsLeft',
  'isFull',
] as const satisfies (keyof EventDetails)[]

/** What the head of the workspace shows, and what its actions need. */
export type EventHead = Pick<EventDetails, (typeof OF_HEAD)[number]> & {
  /** Null for staff who do not look after guests. */
  openMoney: WorkspaceEvent['openMoney'] | null
}

/** Returns the head of the workspace. The loader of each tab returns the rest. */
export function loader({ context }: Route.LoaderArgs): EventHead {
  const event = anyEventIn(context)
  const head = Object.fromEntries(OF_HEAD.map((field) => [field, event[field]])) as EventHead
  return { ...head, openMoney: 'openMoney' in event ? event.openMoney : null }
}

interface Workspace {
  event: EventHead
  /** Reloads the event and the open tab after a change. */
  onChanged: () => void
}

/** Returns the event of the workspace, for the page of a tab. */
export const useWorkspace = () => useOutletContext<Workspace>()

export default function EventWorkspace({ loaderData: event }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const onChanged = () => void revalidate()
  const may = useMay()
  return (
    <div className="workspace" data-hydrate>
      <Stylesheet href={sheet} />
      <header className="workspace-head column">
        <div>
          <h1>{event.name}</h1>
          <p className="workspace-facts">
            <AdminMark />
            {event.private && <span className="admin-mark">Private</span>}
            <DraftMark event={event} />
            {factsOf(event).map((fact) => (
              <Text key={fact}>{fact}</Text>
            ))}
            {event.host && (
              <span>
                <Text>with </Text>
                <Verbatim>{event.host}</Verbatim>
              </span>
            )}
          </p>
        </div>
        <div className="workspace-actions screen-only">
          {may('guests.edit') && <AddGuestButton event={event} onChanged={onChanged} />}
          {may('events.edit') && <EventActions event={event} onChanged={onChanged} />}
        </div>
      </header>
      <EventTabs urlName={event.urlName} />
      <Outlet key={event.id} context={{ event, onChanged } satisfies Workspace} />
    </div>
  )
}

const factsOf = (event: EventHead): string[] =>
  [
    event.cancelled && 'Canceled',
    formatDayRange(event.startDateDate, event.endDateDate),
    `${event.reservedSpots} of ${event.spots} spots taken`,
  ].filter((fact) => fact !== false)
