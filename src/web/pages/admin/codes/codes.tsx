/** The admin page of discount codes. */
import { listCodes } from '#features/codes/contract/admin.ts'
import { Codes } from '#features/codes/ui/codes.tsx'
import { listEvents } from '#features/events/contract/events.ts'
import { Paper } from '#ui/paper.tsx'
import { unlistedMeta } from '#web/page-meta.ts'
import { callContext, dataOf } from '#web/server-context.ts'
import { AdminHead } from '../admin-area.tsx'
import type { Route } from './+types/codes'

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
      <AdminHead
        title="Codes"
        note="Whoever signs up with a code pays less for the stay. What is chosen beside it costs what it costs."
      />
      <Paper labelledBy="codes-title" title="All codes">
        <Codes seed={codes} events={events} />
      </Paper>
    </>
  )
}
