/** The calendar to whom it is open: the month, who is here tonight, the list, and how phones show it. */
import { lazy, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MonthBoard } from '../../../capabilities/calendar/ui/month/month-board.tsx'
import { firstOf, lastOf, monthOf } from '../../../capabilities/calendar/ui/month/months.ts'
import { FeedPanel } from '../../../capabilities/calendar/ui/table/feed-panel.tsx'
import { shownEvents } from '../../../capabilities/calendar/ui/table/listed.ts'
import { isOlder } from '../../../capabilities/calendar/rules.ts'
import { addDays, type Day } from '../../../shared/days.ts'
import { TextButton } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { Stylesheet } from '../../../shared/ui/stylesheet.tsx'
import { browserCall } from '../../browser-call.ts'
import { paths } from '../../paths.ts'
import { Paper } from '../../ui/paper.tsx'
import { Scene } from '../../ui/scene.tsx'
import { useSaid } from '../../ui/use-said.ts'
import sheet from './calendar.css?url'
import { EventList } from './event-list.tsx'
import type { Calendar } from './load-calendar.ts'
import { useCalendarEvents } from './use-calendar-events.ts'
import { useRetreats } from './use-retreats.ts'

const TonightPart = lazy(() => import('../admin/today/tonight.tsx'))
const FeedTools = lazy(() => import('../../../capabilities/calendar/ui/table/feed-tools.tsx'))

/** The board shows days of the months around as well. */
const NEIGHBORS = 7

interface OpenCalendarProps {
  calendar: Calendar
  /** Just now, through the gate. */
  arrived: boolean
}

export function OpenCalendar({ calendar, arrived }: OpenCalendarProps) {
  const { today, admin, publicUrl, tonight } = calendar
  const { revalidate, state } = useRevalidator()
  const { said, say } = useSaid()
  const { events, keep, remove } = useCalendarEvents(calendar.events)
  const [month, setMonth] = useState(monthOf(today))
  const [older, setOlder] = useState(false)
  const [feed, setFeed] = useState(calendar.feed)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])

  const shown = shownEvents(events, { today, older })
  const first = addDays(firstOf(month), -NEIGHBORS)
  const { retreats, busy, failure, again } = useRetreats(
    calendar.retreats,
    shown.reduce<Day>((earliest, { start }) => (start < earliest ? start : earliest), first),
  )
  const reading = state === 'loading'
  const showOlder = () => {
    setOlder(true)
    void revalidate()
    say('Older events are shown')
  }
  const address = feed && `${publicUrl}${paths.calendarFeed(feed.token)}`
  return (
    <div className="calendar" data-hydrate>
      <Stylesheet href={sheet} />
      <output className="unseen">{said}</output>
      <Scene picture="porch" dark="moonrise">
        <h1 ref={heading} tabIndex={-1}>
          Family Calendar
        </h1>
        <p>Who is here when.</p>
      </Scene>
      <Paper over className="calendar-month">
        <MonthBoard
          month={month}
          today={today}
          events={shown}
          retreats={retreats}
          onMonth={setMonth}
          busy={busy || reading}
          retreatLink={({ urlName }) => (urlName === null ? null : paths.event(urlName))}
        />
        {failure && (
          <Notice tone="bad" title="The retreats of that time are missing.">
            {failure} <TextButton onClick={again}>Try again</TextButton>
          </Notice>
        )}
        {shown.length < events.length && isOlder({ end: lastOf(month) }, today) && (
          <p className="note">
            What ended more than 90 days ago is hidden. <TextButton onClick={showOlder}>Show it</TextButton>
          </p>
        )}
      </Paper>
      {tonight && (
        <Paper className="calendar-tonight">
          <TonightPart tonight={tonight} />
        </Paper>
      )}
      <EventList
        events={shown}
        retreats={retreats}
        admin={admin}
        reading={reading}
        onOlder={shown.length < events.length ? showOlder : null}
        {...{ say, keep, remove }}
      />
      <Paper className="calendar-phones">
        <FeedPanel address={address} say={say}>
          {admin && <FeedTools feed={feed} call={browserCall} say={say} onFeed={setFeed} />}
        </FeedPanel>
      </Paper>
    </div>
  )
}
