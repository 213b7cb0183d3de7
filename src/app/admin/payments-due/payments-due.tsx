/** The page with every unpaid invoice. */
import { getPaymentsDue } from '#domain/desk/today/contract.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import todaySheet from '#app/admin/today/today.css?url'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/payments-due'
import { Owed } from './owed.tsx'

export const middleware = [requires('money.take')]

export const loader = async ({ context }: Route.LoaderArgs) => ({
  payments: dataOf(await context.get(callContext)(getPaymentsDue)),
})

export const meta: Route.MetaFunction = () => unlistedMeta('Payments due')

export default function PaymentsDuePage({ loaderData }: Route.ComponentProps) {
  const { data } = useApiQuery(getPaymentsDue, {}, { seed: loaderData.payments })
  return (
    <>
      <Stylesheet href={todaySheet} />
      <AdminHead title="Payments due" note="Every unpaid invoice of a confirmed guest, by its due day." />
      <Panel className="today">
        <Owed payments={data} />
      </Panel>
    </>
  )
}
