/** The admins' Today page (R12.7). */
import { useState } from 'react'
import { useAct } from '#app/admin/search/use-act.ts'
import { BookableEvents } from '#app/admin/reservation/bookable-events.tsx'
import { AddGuest } from '#app/admin/reservation/add-guest.tsx'
import { getPaymentsDue, getProblems, getRefunds, getToday, getTonight } from '#domain/desk/today/contract.ts'
import { formatDay } from '#shared/format-days.ts'
import { listNews } from '#domain/mail/notifications/contract.ts'
import { NotificationList } from '#app/admin/notifications/notifications.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { invalidate } from '#app/ui/api.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf, siteContext } from '#app/server-context.ts'
import { useMay } from '#app/site.ts'
import { readShortToday, ShortToday } from './short-today.tsx'
import { SampleTextNote } from './sample-text.tsx'
import { TodayView } from './today-view.tsx'
import { requires } from '../admin-area.tsx'
import type { Route } from './+types/today'

export const middleware = [requires('guests.names')]

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const permissions = context.get(siteContext).staff?.permissions ?? []
  if (!permissions.includes('guests.edit')) return { short: await readShortToday(call), whole: null }
  const [today, tonight, payments, refunds, problems, news] = await Promise.all([
    call(getToday),
    call(getTonight),
    call(getPaymentsDue),
    permissions.includes('money.refund') ? call(getRefunds) : null,
    call(getProblems),
    call(listNews),
  ])
  // Only the server loads this module, because it contains every page of `content/`.
  const { sampleText } = await import('#app/public/info/sample-pages.ts')
  const whole = {
    today: dataOf(today),
    tonight: dataOf(tonight),
    payments: dataOf(payments),
    refunds: refunds ? dataOf(refunds) : undefined,
    problems: dataOf(problems),
    news: dataOf(news),
    sample: sampleText(),
  }
  return { short: null, whole }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Today')

/**
 * Refetches the page every five minutes and when its tab becomes visible. An admin may leave the page open
 * all morning.
 */
const ALL_MORNING = { everyMs: 5 * 60_000 }

export default function TodayPage({ loaderData }: Route.ComponentProps) {
  const { short, whole } = loaderData
  return short ? <ShortToday {...short} /> : <WholeToday seeds={whole} />
}

type Seeds = NonNullable<Route.ComponentProps['loaderData']['whole']>

/** Renders Today for staff who look after guests. Staff without `money.refund` do not see the refunds to make. */
function WholeToday({ seeds }: { seeds: Seeds }) {
  const may = useMay()
  const now = useApiQuery(getToday, {}, { seed: seeds.today, poll: ALL_MORNING })
  const night = useApiQuery(getTonight, {}, { seed: seeds.tonight, poll: ALL_MORNING })
  const due = useApiQuery(getPaymentsDue, {}, { seed: seeds.payments, poll: ALL_MORNING })
  const back = useApiQuery(
    getRefunds,
    {},
    { enabled: seeds.refunds !== undefined, seed: seeds.refunds, poll: ALL_MORNING },
  )
  const wrong = useApiQuery(getProblems, {}, { seed: seeds.problems, poll: ALL_MORNING })
  const news = useApiQuery(listNews, {}, { seed: seeds.news, poll: ALL_MORNING })
  const queries = [now, night, due, back, wrong, news]
  return (
    <>
      <header className="admin-menu column" data-hydrate>
        <div>
          <p className="eyebrow">{formatDay(now.data.day)}</p>
          <h1>Today</h1>
        </div>
        <div className="button-row screen-only">
          <AddReservation />
          {may('events.edit') && (
            <LinkButton to={paths.createEvent} look="plain">
              Create Event
            </LinkButton>
          )}
        </div>
      </header>
      <FailureAlert
        failed={queries.map(({ failed }) => failed).find((failed) => failed !== null) ?? null}
        title="This page may be out of date."
        onRetry={() => queries.forEach(({ refetch }) => refetch())}
      />
      <TodayView
        today={now.data}
        tonight={night.data}
        payments={due.data}
        refunds={back.data}
        problems={wrong.data}
        news={<NotificationList news={news.data} />}
        sample={<SampleTextNote sample={seeds.sample} />}
      />
    </>
  )
}

/** Renders the button with which an admin signs up a guest who calls the ranch, for any event. */
function AddReservation() {
  const [shown, setShown] = useState(false)
  useAct('reservation', () => setShown(true))
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setShown(true)}>
        Add a reservation
      </Button>
      <Dialog open={shown} onClose={() => setShown(false)} title="Add a reservation" backdrop="static">
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
      </Dialog>
    </>
  )
}
