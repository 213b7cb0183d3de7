/** The page where owners invite people, change their roles and remove them. */
import { listPeople } from '#domain/staff/people/contract.ts'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/people'
import { PeopleTable } from './people-table.tsx'
import { RoleTable } from './role-table.tsx'

export const middleware = [requires('people.edit')]

export async function loader({ context }: Route.LoaderArgs) {
  return dataOf(await context.get(callContext)(listPeople))
}

export const meta: Route.MetaFunction = () => unlistedMeta('People')

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AdminHead
        title="People"
        note="Everyone who works here and can sign in. A changed role counts from the person’s next click."
      />
      <Panel labelledBy="people-title" title="All people">
        <PeopleTable seed={loaderData} />
      </Panel>
      <Panel labelledBy="roles-title" title="What each role can do">
        <RoleTable />
      </Panel>
    </>
  )
}
