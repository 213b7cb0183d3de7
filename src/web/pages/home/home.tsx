import { redirect } from 'react-router'
import words from '#content/home.json'
import { listEvents } from '#features/events/contract/events.ts'
import { localPath } from '#shared/local-path.ts'
import { venue } from '#shared/venue.ts'
import { MoreInformation } from '#web/layout/more-information.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { venueData } from '#web/schema-org.ts'
import { callContext } from '#web/server-context.ts'
import type { Route } from './+types/home'
import { Claims } from './claims.tsx'
import { Opening } from './opening.tsx'
import { SignInFailed } from './sign-in-failed.tsx'
import { Tiles } from './tiles.tsx'
import { Upcoming } from './upcoming.tsx'

const TEASERS = 3

export async function loader({ context, request }: Route.LoaderArgs) {
  // Links of the former site (R16.5).
  const query = new URL(request.url).searchParams
  const legacy = query.get('pg')
  if (legacy !== null) throw redirect(localPath(legacy))
  const signIn = query.get('signIn')
  // Only this value counts: each other one would be a cached page of its own.
  if (signIn !== null && signIn !== 'failed') throw redirect(paths.home)
  const reply = await context.get(callContext)(listEvents, { query: { when: 'current', limit: TEASERS } })
  return { events: reply.ok ? reply.data.events : [], signInFailed: signIn !== null }
}

export const handle: PageHandle = { keep: ['pg', 'signIn'], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: venue.name,
    description: words.description,
    path: paths.home,
    bare: true,
    facts: venueData,
  })

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Opening notice={loaderData.signInFailed && <SignInFailed />} />
      <Upcoming events={loaderData.events} />
      <Claims />
      <Tiles />
      <MoreInformation picture="dusk" />
    </>
  )
}
