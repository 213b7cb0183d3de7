import { TaxTable } from '#app/admin/taxes/tax-table.tsx'
import { listTaxes } from '#domain/money/taxes/contract.ts'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/taxes'

export const middleware = [requires('money.see')]

export const loader = async ({ context }: Route.LoaderArgs) => ({
  taxes: dataOf(await context.get(callContext)(listTaxes)),
})

export const meta: Route.MetaFunction = () => unlistedMeta('Taxes')

export default function Taxes({ loaderData: { taxes } }: Route.ComponentProps) {
  return (
    <>
      <AdminHead
        title="Taxes"
        note="Your prices include these taxes. Receipts show them, and guests pay nothing on top."
      />
      <Panel labelledBy="taxes-title" title="All taxes">
        <TaxTable seed={taxes} />
      </Panel>
    </>
  )
}
