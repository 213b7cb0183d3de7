/** The tab with the e-mails of an event: those that the site will send automatically, and those it has sent. */
import { Link } from 'react-router'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { Panel } from '#app/ui/panel.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { listAllEmails } from '#domain/mail/emails/contract.ts'
import { getMailPlan } from '#domain/mail/reminders/contract.ts'
import { EVENT_NOT_FOUND, idIn, requires } from '../admin-area.tsx'
import { EmailList } from '../emails/email-list.tsx'
import { ReminderPlan } from '../reminders/reminder-plan.tsx'
import type { Route } from './+types/emails'
import { eventIn } from './event-context.ts'

const PLAN = 'mail-plan'
const SENT = 'sent-emails'

export const middleware = [requires('guests.edit')]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, name, urlName } = eventIn(context)
  const call = context.get(callContext)
  const cursor = idIn(url.searchParams.get('before'))
  const query = { eventId: id, ...(cursor && { cursor }) }
  const plan = dataOf(await call(getMailPlan, { query: { id } }), { words: EVENT_NOT_FOUND })
  return { id, name, urlName, query, plan, sent: dataOf(await call(listAllEmails, { query })) }
}

export const meta: Route.MetaFunction = ({ loaderData }) => unlistedMeta(`Emails · ${loaderData?.name ?? ''}`)

export default function EventEmails({ loaderData }: Route.ComponentProps) {
  const { id, urlName, query, plan } = loaderData
  const { data: list, refetch } = useApiQuery(listAllEmails, { query }, { seed: loaderData.sent })
  const newest = !('cursor' in query)
  return (
    <>
      {newest && (
        <Panel labelledBy={PLAN}>
          <ReminderPlan id={PLAN} eventId={id} seed={plan} />
        </Panel>
      )}
      <Panel className="mails-part" labelledBy={SENT} title="Emails to guests and the waitlist">
        <EmailList
          emails={list.emails}
          labelledBy={SENT}
          empty={newest ? 'No emails yet. The first sign-up sends one.' : 'You have reached the beginning.'}
          onChanged={refetch}
        />
        <p className="history-ways ways screen-only">
          {!newest && <Link to={paths.eventEmails(urlName)}>Newest</Link>}
          {list.nextCursor !== null && (
            <Link to={paths.eventEmailsBefore(urlName, list.nextCursor)}>Earlier</Link>
          )}
        </p>
      </Panel>
    </>
  )
}
