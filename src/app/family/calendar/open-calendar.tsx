/**
 * Renders the family calendar for people who have access: the month, who is on the ranch tonight, the list of
 * events, and the feed for phones.
 */
import { lazy, useEffect, useMemo, useRef, useState } from 'react'
import { type CalendarEvent, getCalendarEvents, type Retreat } from '#domain/calendar/contract.ts'
import { isPastTable } from '#domain/calendar/rules.ts'
import { MonthBoard } from '#app/family/calendar/month/month-board.tsx'
import { FamilyTable } from '#app/family/calendar/table/family-table.tsx'
import { FeedPanel } from '#app/family/calendar/table/feed-panel.tsx'
import { listEvents, shownEvents, useRetreats } from '#app/family/calendar/table/retreats.ts'
import type { Failed } from '#shared/client.ts'
import { addMonths, firstOf, lastOf, monthOf } from '#shared/months.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Button, TextButton, PrintButton } from '#app/ui/button.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { LoadingRing } from '#app/ui/icons.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { announce } from '#app/ui/toast.tsx'
import { useApiCache, useApiQuery } from '#app/ui/use-api-query.ts'
import { paths } from '#app/paths.ts'
import type { Calendar } from './load-calendar.ts'
import sheet from './calendar.css?url'
import { Text } from '#app/ui/text.tsx'

const TonightPart = lazy(() => import('#app/admin/today/tonight.tsx'))
const adminParts = () => import('#app/family/calendar/table/admin-calendar.tsx')
const FeedTools = lazy(async () => ({ default: (await adminParts()).FeedTools }))
const AdminTable = lazy(async () => ({ default: (await adminParts()).AdminTable }))

const OLDER_NOTE = 'calendar-older-note'

/**
 * Renders the calendar for the family, and for admins with editing and the feed's address. `arrived` is true if
 * the visitor has just opened the calendar with the dog's name.
 */
export function OpenCalendar({ calendar, arrived }: { calendar: Calendar; arrived: boolean }) {
  const { today, admin, publicUrl, tonight } = calendar
  const list = useCalendarEvents(calendar)
  const { events, older, onOlder } = list
  const [month, setMonth] = useState(monthOf(today))
  const [feed, setFeed] = useState(calendar.feed)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  const keepFocus = useFocusFallback(OLDER_NOTE)
  const { retreats, busy, failed, again } = useRetreats(calendar.retreats, {
    shown: { start: firstOf(month), end: lastOf(month) },
    soon: { start: firstOf(addMonths(month, -1)), end: lastOf(addMonths(month, 1)) },
    listed: events,
  })
  const address = feed && `${publicUrl}${paths.calendarFeed(feed.token)}`
  return (
    <div className="calendar" data-hydrate>
      <Stylesheet href={sheet} />
      <PageBanner picture="porch" dark="moonrise">
        <h1 ref={heading} tabIndex={-1}>
          Family Calendar
        </h1>
        <p>Who is here when.</p>
      </PageBanner>
      <Panel over className="calendar-month">
        <MonthBoard
          month={month}
          today={today}
          events={events}
          retreats={retreats}
          onMonth={setMonth}
          busy={busy || older === 'reading'}
        />
        <noscript>
          <p className="note">Other months, and events that ended more than 90 days ago, need JavaScript.</p>
        </noscript>
        <FailureAlert failed={failed} title="The retreats of these months did not load." onRetry={again} />
        {(onOlder || older === 'shown') && isPastTable({ end: lastOf(month) }, today) && (
          <p className="note" id={OLDER_NOTE} tabIndex={-1}>
            {onOlder ? (
              <>
                <Text>Events that ended more than 90 days ago are hidden.</Text>{' '}
                <TextButton
                  onClick={() => {
                    keepFocus()
                    onOlder()
                  }}
                >
                  Show them
                </TextButton>
              </>
            ) : (
              'Events that ended more than 90 days ago are shown.'
            )}
          </p>
        )}
      </Panel>
      {tonight && (
        <Panel className="calendar-tonight">
          <TonightPart tonight={tonight} />
        </Panel>
      )}
      <EventList {...list} retreats={retreats} admin={admin} />
      <Panel className="calendar-phones">
        <FeedPanel address={address}>{admin && <FeedTools feed={feed} onFeed={setFeed} />}</FeedPanel>
      </Panel>
    </div>
  )
}

/** The state of the older events: hidden, loading (`reading`), shown, or the failure to load them. */
type Older = 'hidden' | 'reading' | 'shown' | Failed

const without = (id: number, events: CalendarEvent[] = []) => events.filter((event) => event.id !== id)

/**
 * Returns the events to show. Hides older events until the visitor asks for them, and then refetches all
 * events.
 */
function useCalendarEvents({ events: brought, today }: Calendar) {
  const { data: all, failed, stale, refetch } = useApiQuery(getCalendarEvents, {}, { seed: brought.list })
  const { setData } = useApiCache()
  // The page's data at the time when the visitor asked for older events. When the page gets new data, the
  // older events are hidden again.
  const [asked, setAsked] = useState<object | null>(null)
  const older: Older = asked !== brought ? 'hidden' : (failed ?? (stale ? 'reading' : 'shown'))
  const isShown = older === 'shown'
  useEffect(() => {
    if (isShown) announce('Older events are shown')
  }, [isShown])
  const events = useMemo(() => shownEvents(all, { today, older: isShown }), [all, today, isShown])
  const showOlder = () => {
    setAsked(brought)
    refetch()
  }
  const isHiding = (brought.olderLeftOut && !isShown) || events.length < all.length
  return {
    events,
    older,
    /** Called to show the older events. Null if no events are hidden. */
    onOlder: isHiding ? showOlder : null,
    onEvent: (event: CalendarEvent) =>
      setData(getCalendarEvents, {}, (now) => [...without(event.id, now), event]),
    remove: ({ id }: CalendarEvent) => setData(getCalendarEvents, {}, (now) => without(id, now)),
  }
}

const HEADING = 'calendar-events'

interface EventListProps extends ReturnType<typeof useCalendarEvents> {
  retreats: Retreat[]
  admin: boolean
}

/** Renders the list of events: editable for admins, read-only for the family. */
function EventList({ events, retreats, admin, older, onOlder, onEvent, remove }: EventListProps) {
  const keepFocus = useFocusFallback(HEADING)
  const onDeleted = (event: CalendarEvent) => {
    keepFocus()
    remove(event)
    announce(`Deleted ${event.title}`)
  }
  const listed = useMemo(() => listEvents(events, retreats), [events, retreats])
  return (
    <Panel labelledBy={HEADING} className="calendar-list">
      <header className="part-head">
        <h2 id={HEADING} tabIndex={-1}>
          Events
        </h2>
        <PrintButton />
      </header>
      {admin ? (
        <AdminTable listed={listed} onEvent={onEvent} onDeleted={onDeleted} />
      ) : (
        <FamilyTable listed={listed} />
      )}
      {older === 'reading' && <LoadingRing label="Loading events" />}
      <FailureAlert
        failed={typeof older === 'object' ? older : null}
        title="The older events did not load."
      />
      {onOlder && (
        <p className="calendar-older needs-script screen-only">
          <Button
            look="plain"
            busy={older === 'reading'}
            onClick={() => {
              keepFocus()
              onOlder()
            }}
          >
            Show Older Events
          </Button>
        </p>
      )}
    </Panel>
  )
}
