/** The page with the refunds that an admin makes by hand, and the automatic ones. */
import { getRefunds } from '#domain/desk/today/contract.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import todaySheet from '#app/admin/today/today.css?url'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/refunds'
import { AutoRefundList, OpenBalancesNote, RefundsDueList } from './refund-lists.tsx'

export const middleware = [requires('money.refund')]

export const loader = async ({ context }: Route.LoaderArgs) => ({
  refunds: dataOf(await context.get(callContext)(getRefunds)),
})

export const meta: Route.MetaFunction = () => unlistedMeta('Refunds')

export default function RefundsPage({ loaderData: { refunds } }: Route.ComponentProps) {
  return (
    <>
      <Stylesheet href={todaySheet} />
      <AdminHead
        title="Refunds"
        note="Refunds to a card need nothing from you. Refunds of cash and checks wait here until you have made them."
      />
      <Panel className="today today-beside">
        <RefundsDueList refundsDue={refunds.refundsDue} />
        <OpenBalancesNote openBalances={refunds.openBalances} />
        <AutoRefundList autoRefunds={refunds.autoRefunds} />
      </Panel>
    </>
  )
}
