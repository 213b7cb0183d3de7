import { Form } from 'react-router'
import { getChecks, periodProblem } from '#domain/money/slips/contract.ts'
import { CheckRegister } from '#app/admin/checks/register.tsx'
import { addDays, isDay, ranchDay } from '#shared/days.ts'
import { Button, LinkButton, PrintButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/checks'

export const middleware = [requires('money.see')]

export async function loader({ context, url }: Route.LoaderArgs) {
  const dayIn = (name: string) => {
    const text = url.searchParams.get(name) ?? ''
    return isDay(text) ? text : null
  }
  const until = dayIn('until') ?? ranchDay(new Date())
  const from = dayIn('from') ?? addDays(until, -90)
  const query = periodProblem({ from, until }) === null ? { from, until } : { until }
  return { register: dataOf(await context.get(callContext)(getChecks, { query })) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Cash and checks')

export default function Checks({ loaderData: { register } }: Route.ComponentProps) {
  const { from, until } = register
  return (
    <>
      <AdminHead
        title="Cash and checks"
        note="Money that guests gave you outside of Stripe, and its deposits at the bank."
      />
      <Panel>
        <Form
          method="get"
          action={paths.checks}
          className="checks-period screen-only"
          key={`${from} ${until}`}
        >
          <label>
            From
            <input className="field-input" type="date" name="from" defaultValue={from} required />
          </label>
          <label>
            Until
            <input className="field-input" type="date" name="until" defaultValue={until} required />
          </label>
          <Button type="submit" look="plain">
            Show
          </Button>
        </Form>
        <p className="button-row screen-only">
          <PrintButton />
          <LinkButton to={paths.exportChecks(from, until)} look="plain" download>
            Download table (CSV)
          </LinkButton>
        </p>
      </Panel>
      <CheckRegister key={`${from} ${until}`} seed={register} />
    </>
  )
}
