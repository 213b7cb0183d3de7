/** The page with the charts of spots, deposits and income by month. */
import { getOutlook } from '#domain/desk/today/contract.ts'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/outlook'
import { Charts } from './charts.tsx'

export const middleware = [requires('money.see')]

export const loader = async ({ context }: Route.LoaderArgs) => ({
  outlook: dataOf(await context.get(callContext)(getOutlook)),
})

export const meta: Route.MetaFunction = () => unlistedMeta('Outlook')

export default function OutlookPage({ loaderData: { outlook } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Outlook" note="Spots, deposits and income, month by month." />
      <Panel>
        <Charts {...outlook} />
      </Panel>
    </>
  )
}
