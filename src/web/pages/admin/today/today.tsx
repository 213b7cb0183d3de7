/** The admin's Today page (R12.7). */
import { Link } from 'react-router'
import { BookableEvents } from '#features/booking/ui/admin/bookable-events.tsx'
import { AddGuest } from '#features/booking/ui/admin/add-guest.tsx'
import { getToday, getTonight } from '#features/today/contract.ts'
import { formatDay } from '#shared/format-days.ts'
import { listNews } from '#features/news/contract.ts'
import { NewsList } from '#features/news/ui/news.tsx'
import { LinkButton } from '#ui/button.tsx'
import { DialogButton } from '#ui/dialog-buttons.tsx'
import { FailureAlert } from '#ui/alert.tsx'
import { invalidate } from '#ui/api.tsx'
import { toast } from '#ui/toast.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext, dataOf } from '#web/server-context.ts'
import { TodayView } from './today-view.tsx'
import type { Route } from './+types/today'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [today, tonight, news] = await Promise.all([call(getToday), call(getTonight), call(listNews)])
  return { today: dataOf(today), tonight: dataOf(tonight), news: dataOf(news) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Today')

/** The page may stay open all morning, so it refetches every five minutes and when the tab becomes visible. */
const ALL_MORNING = { everyMs: 5 * 60_000 }

export default function TodayPage({ loaderData }: Route.ComponentProps) {
  const now = useApiQuery(getToday, {}, { seed: loaderData.today, poll: ALL_MORNING })
  const night = useApiQuery(getTonight, {}, { seed: loaderData.tonight, poll: ALL_MORNING })
  const news = useApiQuery(listNews, {}, { seed: loaderData.news, poll: ALL_MORNING })
  const { data: today } = now
  return (
    <>
      <header className="admin-menu column" data-hydrate>
        <div>
          <p className="eyebrow">{formatDay(today.day)}</p>
          <h1>Today</h1>
        </div>
        <div className="button-row screen-only">
          <AddReservation />
          <LinkButton to={paths.createEvent} look="plain">
            Create Event
          </LinkButton>
        </div>
      </header>
      <FailureAlert
        failed={now.failed ?? night.failed ?? news.failed}
        title="This page may be out of date."
        onRetry={() => {
          now.refetch()
          night.refetch()
          news.refetch()
        }}
      />
      <TodayView today={today} tonight={night.data} news={<NewsList news={news.data} />} />
      <p className="more admin-more column screen-only">
        <Link to={paths.rooms}>Rooms</Link> <Link to={paths.codes}>Codes</Link>{' '}
        <Link to={paths.statements}>Bank statement</Link> <Link to={paths.history}>History</Link>
      </p>
    </>
  )
}

/** Renders the button that books a guest who calls, for any event. */
function AddReservation() {
  return (
    <DialogButton label="Add a reservation" title="Add a reservation">
      <BookableEvents>
        {(events) => (
          <AddGuest
            events={events}
            onAdded={(name) => {
              toast(`Added ${name}`)
              invalidate(getToday)
            }}
          />
        )}
      </BookableEvents>
    </DialogButton>
  )
}
