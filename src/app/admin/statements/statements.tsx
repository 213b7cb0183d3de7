import { data, Form } from 'react-router'
import {
  getClosing,
  getStatement,
  nameAccounts,
  type StatementAccounts,
} from '#domain/money/statements/contract.ts'
import { ACCOUNT_KEYS, ACCOUNT_NAMES } from '#domain/money/statements/domain/accounts.ts'
import { AdjustmentButton } from '#app/admin/statements/adjustment.tsx'
import { ClosingPanel, Downloads } from '#app/admin/statements/closing.tsx'
import { StatementView } from '#app/admin/statements/statement.tsx'
import type { Failed } from '#shared/client.ts'
import { ranchDay } from '#shared/days.ts'
import { addMonths, isMonth, type Month, monthOf, monthTitle } from '#shared/months.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, FilterForm, requires } from '../admin-area.tsx'
import type { Route } from './+types/statements'
import { Text } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './statements.css?url'

const MONTHS = 24

export const middleware = [requires('money.see')]

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('month') ?? ''
  const query = isMonth(asked) ? { month: asked } : {}
  const call = context.get(callContext)
  const statement = dataOf(await call(getStatement, { query }))
  const closing = dataOf(await call(getClosing, { query: { month: statement.month } }))
  const now = monthOf(ranchDay(new Date()))
  const recent = Array.from({ length: MONTHS }, (_, at) => addMonths(now, -at))
  const months = [...new Set([...recent, statement.month])].toSorted().toReversed()
  return { statement, closing, months }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const accounts = Object.fromEntries(
    ACCOUNT_KEYS.map((key) => [key, { name: text(`name.${key}`), code: text(`code.${key}`) }]),
  ) as StatementAccounts['accounts']
  const done = await context.get(callContext)(nameAccounts, { body: { accounts, taxRate: text('taxRate') } })
  return done.ok
    ? data({ saved: true, refused: null })
    : data({ saved: false, refused: refusalOf(done) }, { status: done.status || 503 })
}

/** Returns the refusal with the names of the accounts that it is about. */
function refusalOf({ message, fields }: Failed): string {
  const wrong = ACCOUNT_KEYS.filter((key) => Object.keys(fields).some((field) => field.includes(`.${key}.`)))
  return [message, ...wrong.map((key) => ACCOUNT_NAMES[key])].join(' · ')
}

export const meta: Route.MetaFunction = () => unlistedMeta('Bank statement')

export default function Statements({ loaderData, actionData }: Route.ComponentProps) {
  const { statement, closing, months } = loaderData
  const { month } = statement
  return (
    <>
      <Stylesheet href={sheet} />
      <AdminHead
        title="Bank statement"
        note="The payouts from Stripe to your bank, the payments in each, and all accounts of the month."
      />
      <Panel>
        <FilterForm
          action={paths.statements}
          choices={[
            {
              name: 'month',
              label: 'Month',
              chosen: month,
              options: months.map((each) => [each, monthTitle(each)] as const),
            },
          ]}
        />
        <Downloads statement={statement} closing={closing} />
      </Panel>
      <StatementView statement={statement} />
      <ClosingPanel closing={closing} />
      <Panel className="screen-only" labelledBy="statement-adjustment" title="Adjustments">
        <p className="note">
          An adjustment corrects the records: it moves an amount from one account to another. The old entries
          stay.
        </p>
        <AdjustmentButton accounts={statement.accounts} />
      </Panel>
      <Panel className="screen-only" labelledBy="statement-accounts" title="Your accounts">
        <p className="note">
          The account names in QuickBooks, or the account codes in Xero. Please add the accounts there first.
        </p>
        {actionData?.refused && (
          <Alert tone="bad">
            <Text>{actionData.refused}</Text>
          </Alert>
        )}
        {actionData?.saved && <output>Saved.</output>}
        <Accounts accounts={statement.accounts} month={month} />
      </Panel>
    </>
  )
}

function Accounts({ accounts: { accounts, taxRate }, month }: { accounts: StatementAccounts; month: Month }) {
  return (
    <Form method="post" action={paths.statementOf(month)} className="statement-form">
      {ACCOUNT_KEYS.map((key) => (
        <fieldset key={key}>
          <legend>{ACCOUNT_NAMES[key]}</legend>
          <label>
            Name in QuickBooks
            <input
              className="field-input"
              name={`name.${key}`}
              defaultValue={accounts[key].name}
              maxLength={100}
              required
            />
          </label>
          <label>
            Code in Xero
            <input
              className="field-input"
              name={`code.${key}`}
              defaultValue={accounts[key].code}
              maxLength={20}
            />
          </label>
        </fieldset>
      ))}
      <label>
        Tax rate in Xero
        <input className="field-input" name="taxRate" defaultValue={taxRate} maxLength={60} required />
      </label>
      <Button type="submit">Save accounts</Button>
    </Form>
  )
}
