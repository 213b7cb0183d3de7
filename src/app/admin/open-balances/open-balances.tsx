import { BalanceTable } from '#app/admin/open-balances/balance-table.tsx'
import { listOpenBalances } from '#domain/booking/open-balances/contract.ts'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/open-balances'

export const middleware = [requires('money.see')]

export const loader = async ({ context }: Route.LoaderArgs) => ({
  open: dataOf(await context.get(callContext)(listOpenBalances)),
})

export const meta: Route.MetaFunction = () => unlistedMeta('Open balances')

export default function OpenBalances({ loaderData: { open } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead
        title="Open balances"
        note="Guests’ money that is neither refunded nor kept, because a reservation was deleted or a refund failed."
      />
      <Panel labelledBy="balances-title" title="To settle">
        <BalanceTable seed={open} />
      </Panel>
    </>
  )
}
