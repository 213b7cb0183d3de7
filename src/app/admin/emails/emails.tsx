import { Link } from 'react-router'
import { EMAIL_STATES, listAllEmails } from '#domain/mail/emails/contract.ts'
import { EMAIL_TYPE_LABELS } from '#shared/email-types.ts'
import { plural } from '#shared/text.ts'
import { Panel } from '#app/ui/panel.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, FilterForm, idIn, requires } from '../admin-area.tsx'
import { EmailList } from './email-list.tsx'
import type { Route } from './+types/emails'

export const middleware = [requires('guests.edit')]

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams
  const state = EMAIL_STATES.find((each) => each === asked.get('state'))
  const type = asked.get('type') ?? ''
  const cursor = idIn(asked.get('before'))
  const query = {
    ...(state && { state }),
    ...(type in EMAIL_TYPE_LABELS && { type }),
    ...(cursor && { cursor }),
  }
  return { query, found: dataOf(await context.get(callContext)(listAllEmails, { query })) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Emails')

export default function Emails({ loaderData: { query, found } }: Route.ComponentProps) {
  const { data: list, refetch } = useApiQuery(listAllEmails, { query }, { seed: found })
  const { waiting, failed } = list
  return (
    <>
      <AdminHead
        title="Emails"
        note={`${plural(waiting, 'email')} waiting, ${failed} failed in the last 30 days.`}
      />
      <Panel className="mails-part" labelledBy="all-emails" title="All emails">
        <FilterForm
          action={paths.emails}
          quiet
          choices={[
            { name: 'type', label: 'Type', chosen: query.type ?? '', options: TYPES },
            { name: 'state', label: 'Status', chosen: query.state ?? '', options: STATES },
          ]}
        />
        <EmailList
          emails={list.emails}
          labelledBy="all-emails"
          namesEvent
          empty="No emails here."
          onChanged={refetch}
        />
        <p className="history-ways ways screen-only">
          <span>{query.cursor !== undefined && <Link to={paths.emails}>Newest</Link>}</span>{' '}
          {list.nextCursor !== null && <Link to={paths.emailsBefore(list.nextCursor, query)}>Earlier</Link>}
        </p>
      </Panel>
    </>
  )
}

const TYPES = Object.entries({ '': 'All types', ...EMAIL_TYPE_LABELS })

const STATES = Object.entries({ '': 'Every status', queued: 'Waiting', sent: 'Sent', failed: 'Failed' })
