/** All e-mails of the site, newest first: what waits, what failed, and what went out; and which news is e-mailed. */
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { EMAIL_STATES, emailLabel, EMAIL_TYPE_LABELS, listAllEmails } from '#features/emails/contract.ts'
import { EmailDialog, type OpenedEmail } from '#features/emails/ui/admin/email-dialog.tsx'
import emailsSheet from '#features/emails/ui/admin/emails.css?url'
import { stateLabel } from '#features/emails/ui/admin/labels.ts'
import { NewsSettings } from '#features/news/ui/news-settings.tsx'
import { plural } from '#shared/text.ts'
import { Button, TextButton } from '#ui/button.tsx'
import { Paper } from '#ui/paper.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext, dataOf } from '#web/server-context.ts'
import type { Route } from './+types/emails'

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams
  const state = EMAIL_STATES.find((each) => each === asked.get('state'))
  const type = asked.get('type') ?? ''
  const before = asked.get('before') ?? ''
  const query = {
    ...(state && { state }),
    ...(type in EMAIL_TYPE_LABELS && { type }),
    ...(/^[1-9]\d{0,8}$/.test(before) && { cursor: Number(before) }),
  }
  return { query, found: dataOf(await context.get(callContext)(listAllEmails, { query })) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Email')

export default function Emails({ loaderData: { query, found } }: Route.ComponentProps) {
  const announce = useAnnounce()
  const [opened, setOpened] = useState<OpenedEmail | null>(null)
  const { data: list, refetch } = useApiQuery(listAllEmails, { query }, { seed: found })
  const { waiting, failed } = list
  return (
    <>
      <Stylesheet href={emailsSheet} />
      <header className="history-head column" data-hydrate>
        <h1>Email</h1>
        <p className="note">
          {plural(waiting, 'email')} waiting, {failed} failed in the last 30 days.
        </p>
      </header>
      <Paper className="mails-part" labelledBy="all-emails">
        <h2 id="all-emails">All emails</h2>
        <Filter {...query} />
        {list.emails.length === 0 ? <p>No emails here.</p> : null}
        <table className="mails" aria-labelledby="all-emails">
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Subject</th>
              <th scope="col">Sent</th>
            </tr>
          </thead>
          <tbody>
            {list.emails.map(({ id, type, subject, status, sentAt, failure, reservationId, name, event }) => (
              <tr key={id} className={`mail-row mail-${status}`}>
                <td>{emailLabel(type)}</td>
                <td>
                  <TextButton onClick={() => setOpened({ kind: 'view', id })}>
                    {subject || (status === 'sent' ? 'Read it' : 'Not written yet')}
                  </TextButton>
                  <span className="mail-why">
                    {[name ?? (reservationId === null ? null : 'A deleted guest'), event]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </td>
                <td>
                  {stateLabel({ status, sentAt })}
                  {failure && <span className="mail-why">{failure}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="history-ways">
          {query.cursor !== undefined && <Link to={paths.emails}>Newest</Link>}{' '}
          {list.nextCursor !== null && <Link to={paths.emailsBefore(list.nextCursor, query)}>Earlier</Link>}
        </p>
        <EmailDialog
          opened={opened}
          reservationId={0}
          onClose={() => setOpened(null)}
          onSent={(words) => {
            setOpened(null)
            announce(words)
            refetch()
          }}
          onOutdated={refetch}
        />
      </Paper>
      <Paper labelledBy="news-settings">
        <NewsSettings id="news-settings" />
      </Paper>
    </>
  )
}

const STATE_LABELS = { queued: 'Waiting', sent: 'Sent', failed: 'Failed' } as const

/** A plain form that asks for the same page: it needs no script. */
function Filter({ type, state }: { type?: string; state?: (typeof EMAIL_STATES)[number] }) {
  return (
    <Form method="get" action={paths.emails} className="event-filter" key={`${type} ${state}`}>
      <select name="type" aria-label="Type" defaultValue={type ?? ''}>
        <option value="">All types</option>
        {Object.entries(EMAIL_TYPE_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select name="state" aria-label="State" defaultValue={state ?? ''}>
        <option value="">All states</option>
        {EMAIL_STATES.map((value) => (
          <option key={value} value={value}>
            {STATE_LABELS[value]}
          </option>
        ))}
      </select>
      <Button type="submit" look="plain">
        Show
      </Button>
    </Form>
  )
}
