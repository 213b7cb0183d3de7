/** The admin's menu, and the morning below it (SPEC section 2 "Admin pages"). */
import { useEffect } from 'react'
import { data, Link, useRevalidator } from 'react-router'
import { LogOut } from '../../../../capabilities/access/ui/log-out.tsx'
import { getToday } from '../../../../capabilities/today/contract.ts'
import { formatDay } from '../../../../shared/days.ts'
import { LinkButton } from '../../../../shared/ui/button.tsx'
import { venue } from '../../../../shared/venue.ts'
import { browserCall } from '../../../browser-call.ts'
import { paths } from '../../../paths.ts'
import { callContext } from '../../../server-context.ts'
import { TodayView } from '../today/today-view.tsx'
import type { Route } from './+types/admin-menu'
import './admin-menu.css'

export async function loader({ context }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getToday)
  if (found.ok) return { today: found.data }
  throw data({ text: found.message }, found.status || 503)
}

export const meta: Route.MetaFunction = () => [
  { title: `Today · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function AdminMenu({ loaderData: { today } }: Route.ComponentProps) {
  useFreshLook()
  return (
    <>
      <header className="admin-menu column" data-hydrate>
        <div>
          <p className="eyebrow">{formatDay(today.day)}</p>
          <h1>Today</h1>
        </div>
        <nav aria-label="Around the house">
          <LinkButton to={paths.createEvent}>Create Event</LinkButton>
          <LinkButton to={paths.events} look="plain">
            Events
          </LinkButton>
          <LinkButton to={paths.family} look="plain">
            Family
          </LinkButton>
          <LinkButton to={paths.calendar} look="plain">
            Calendar
          </LinkButton>
          <LogOut call={browserCall} />
        </nav>
      </header>
      <TodayView today={today} />
      <p className="more admin-more column">
        <Link to={paths.history}>Who changed what, and when</Link>
      </p>
    </>
  )
}

/** The page stays open all morning: whoever comes back to it sees the present. */
function useFreshLook() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])
}
