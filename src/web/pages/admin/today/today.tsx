/** The admin's morning (R12.7). */
import { useEffect } from 'react'
import { data, Link, useRevalidator } from 'react-router'
import { getToday, getTonight } from '#features/today/contract.ts'
import { formatDay } from '#shared/days.ts'
import { LinkButton } from '#ui/button.tsx'
import { venue } from '#shared/venue.ts'
import { paths } from '#web/paths.ts'
import { callContext } from '#web/server-context.ts'
import { TodayView } from './today-view.tsx'
import type { Route } from './+types/today'
import './today-head.css'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [today, tonight] = await Promise.all([call(getToday), call(getTonight)])
  if (!today.ok) throw data({ text: today.message }, today.status || 503)
  if (!tonight.ok) throw data({ text: tonight.message }, tonight.status || 503)
  return { today: today.data, tonight: tonight.data }
}

export const meta: Route.MetaFunction = () => [
  { title: `Today · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function TodayPage({ loaderData: { today, tonight } }: Route.ComponentProps) {
  useRevalidateOnReturn()
  return (
    <>
      <header className="admin-menu column" data-hydrate>
        <div>
          <p className="eyebrow">{formatDay(today.day)}</p>
          <h1>Today</h1>
        </div>
        <p className="button-row">
          <LinkButton to={paths.createEvent}>Create Event</LinkButton>
        </p>
      </header>
      <TodayView today={today} tonight={tonight} />
      <p className="more admin-more column">
        <Link to={paths.history}>History</Link>
      </p>
    </>
  )
}

/** The page stays open all morning: whoever comes back to it sees the present. */
function useRevalidateOnReturn() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const revalidateVisible = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', revalidateVisible)
    return () => document.removeEventListener('visibilitychange', revalidateVisible)
  }, [revalidate])
}
