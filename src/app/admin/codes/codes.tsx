import { listCodes } from '#domain/booking/codes/contract/admin.ts'
import { Codes } from '#app/admin/codes/code-table.tsx'
import { listEvents } from '#domain/events/contract/events.ts'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/codes'

export const middleware = [requires('money.edit')]

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const codes = dataOf(await call(listCodes))
  const { events } = dataOf(await call(listEvents, { query: { when: 'current' } }))
  return { codes, events: events.filter(({ cost }) => cost > 0).map(({ id, name }) => ({ id, name })) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Codes')

export default function CodesPage({ loaderData: { codes, events } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Codes" note="Codes discount the stay. Lodging and extras are always full price." />
      <Panel labelledBy="codes-title" title="All codes">
        <Codes seed={codes} events={events} />
      </Panel>
    </>
  )
}
