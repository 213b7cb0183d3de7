import { useNavigate } from 'react-router'
import { getDepositSlip } from '#domain/money/slips/contract.ts'
import { SlipView } from '#app/admin/checks/slip.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf, pageError } from '#app/server-context.ts'
import { AdminHead, idIn, requires } from '../admin-area.tsx'
import type { Route } from './+types/deposit-slip'
import { formatDay } from '#shared/format-days.ts'

const NOT_FOUND = {
  words: { 404: { heading: 'Deposit Slip Not Found', text: 'Someone may have undone it.' } },
}

export const middleware = [requires('money.see')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idIn(params.slipId)
  if (id === null) throw pageError({ status: 404, message: '' }, NOT_FOUND)
  return { slip: dataOf(await context.get(callContext)(getDepositSlip, { query: { id } }), NOT_FOUND) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Deposit slip')

export default function DepositSlipPage({ loaderData: { slip } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <>
      <AdminHead title={`Deposit slip ${slip.id}`} note={`Deposited on ${formatDay(slip.depositedOn)}.`} />
      <SlipView slip={slip} onUndone={() => void navigate(paths.checks)} />
    </>
  )
}
