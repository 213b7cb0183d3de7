import { redirect } from 'react-router'
import words from '../../../../content/home.json'
import { listEvents } from '../../../capabilities/events/contract.ts'
import { ownPath } from '../../../shared/own-path.ts'
import { venue } from '../../../shared/venue.ts'
import { MoreInformation } from '../../layout/more-information.tsx'
import type { PageHandle } from '../../page-handle.ts'
import { pageMeta } from '../../page-meta.ts'
import { paths } from '../../paths.ts'
import { venueData } from '../../schema-org.ts'
import { callContext } from '../../server-context.ts'
import type { Route } from './+types/home'
import { Claims } from './claims.tsx'
import { Opening } from './opening.tsx'
import { Tiles } from './tiles.tsx'
import { Upcoming } from './upcoming.tsx'

const TEASERS = 3

export async function loader({ context, request }: Route.LoaderArgs) {
  // Links of the former site (SPEC section 2 "Legacy links").
  const legacy = new URL(request.url).searchParams.get('pg')
  if (legacy !== null) throw redirect(ownPath(legacy))
  const reply = await context.get(callContext)(listEvents, { query: { when: 'current', limit: TEASERS } })
  return { events: reply.ok ? reply.data.events : [] }
}

export const handle: PageHandle = { keep: ['pg'], listed: true }

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
      <Opening />
      <Upcoming events={loaderData.events} />
      <Claims />
      <Tiles />
      <MoreInformation picture="dusk" />
    </>
  )
}
