/** The admins' Today page (R12.7). */
import { Link } from 'react-router'
import { BookableEvents } from '#app/admin/reservation/bookable-events.tsx'
import { AddGuest } from '#app/admin/reservation/add-guest.tsx'
import { getToday, getTonight } from '#domain/desk/today/contract.ts'
import { formatDay } from '#shared/format-days.ts'
import { listNews } from '#domain/mail/notifications/contract.ts'
import { NotificationList } from '#app/admin/notifications/notifications.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-buttons.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { invalidate } from '#app/ui/api.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { SampleTextNote } from './sample-text.tsx'
import { TodayView } from './today-view.tsx'
import type { Route } from './+types/today'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [today, tonight, news] = await Promise.all([call(getToday), call(getTonight), call(listNews)])
  // Only the server loads this module, because it contains every page of `content/`.
  const { sampleText } = await import('#app/public/info/sample-pages.ts')
  return { today: dataOf(today), tonight: dataOf(tonight), news: dataOf(news), sample: sampleText() }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Today')

/**
 * Refetches the page every five minutes and when its tab becomes visible. An admin may leave the page open
 * all morning.
 */
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
      <TodayView
        today={today}
        tonight={night.data}
        news={<NotificationList news={news.data} />}
        sample={<SampleTextNote sample={loaderData.sample} />}
      />
      <p className="more admin-more column screen-only">
        <Link to={paths.rooms}>Rooms</Link> <Link to={paths.codes}>Codes</Link>{' '}
        <Link to={paths.statements}>Bank statement</Link> <Link to={paths.year}>Year report</Link>{' '}
        <Link to={paths.history}>History</Link>
      </p>
    </>
  )
}

/** Renders the button with which an admin signs up a guest who calls the ranch, for any event. */
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
