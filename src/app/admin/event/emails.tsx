/** The tab with the e-mails that the site sends to an event's guests automatically. */
import { unlistedMeta } from '#app/page-meta.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { Panel } from '#app/ui/panel.tsx'
import { getMailPlan } from '#domain/mail/reminders/contract.ts'
import { EVENT_NOT_FOUND, requires } from '../admin-area.tsx'
import { ReminderPlan } from '../reminders/reminder-plan.tsx'
import type { Route } from './+types/emails'
import { eventIn } from './event-context.ts'

const MAILS = 'mail-plan'

export const middleware = [requires('guests.edit')]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, name } = eventIn(context)
  const found = await context.get(callContext)(getMailPlan, { query: { id } })
  return { id, name, plan: dataOf(found, { words: EVENT_NOT_FOUND }) }
}

export const meta: Route.MetaFunction = ({ loaderData }) => unlistedMeta(`Emails · ${loaderData?.name ?? ''}`)

export default function EventEmails({ loaderData: { id, plan } }: Route.ComponentProps) {
  return (
    <Panel labelledBy={MAILS}>
      <ReminderPlan id={MAILS} eventId={id} seed={plan} />
    </Panel>
  )
}
