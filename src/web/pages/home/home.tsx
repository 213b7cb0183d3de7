import { redirect } from 'react-router'
import words from '../../../../content/home.json'
import { listEvents } from '../../../capabilities/events/contract.ts'
import { ownPath } from '../../../shared/own-path.ts'
import { venue } from '../../../shared/venue.ts'
import { MoreInformation } from '../../layout/more-information.tsx'
import type { PageHandle } from '../../page-handle.ts'
import { pageMeta } from '../../page-meta.ts'
import { paths } from '../../paths.ts'
import { callContext } from '../../server-context.ts'
import { Scene } from '../../ui/scene.tsx'
import type { Route } from './+types/home'
import { Claims } from './claims.tsx'
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

export const handle: PageHandle = { keep: ['pg'] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: venue.name, description: words.description, path: paths.home, bare: true })

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Scene picture="dusk" dark="night" height="tall" focus="62% 70%">
        <h1>{words.heading}</h1>
        <p>{words.lead}</p>
      </Scene>
      <Upcoming events={loaderData.events} />
      <Claims />
      <Tiles />
      <MoreInformation />
    </>
  )
}
