/** The automatic e-mails that the site will send to an event's guests, for admins. */
import type { ReplyOf } from '#shared/endpoint.ts'
import { emailLabel } from '#shared/email-types.ts'
import { ranchInstant } from '#shared/days.ts'
import { formatDay, formatInstant, formatTime } from '#shared/format-days.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { TableHead } from '#app/ui/data-table.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { getMailPlan, type PlannedMail } from '#domain/mail/reminders/contract.ts'
import sheet from './reminder-plan.css?url'
import { ToCall } from '#app/admin/emails/to-call.tsx'
import { Text } from '#app/ui/text.tsx'

/** Returns text such as `"3 sent, 1 failed, 2 still to send"`. */
export function describePlan({ wanted, sent, queued, failed, over }: PlannedMail): string {
  const parts = [
    [sent, 'sent'],
    [queued, 'waiting'],
    [failed, 'failed'],
    [wanted, 'still to send'],
  ] as const
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  if (words.length > 0) return words.join(', ')
  return over ? 'Nobody' : 'Nobody right now'
}

/** Returns text such as `"The site sends them between 8:00 AM and 9:00 PM, ranch time."` */
export function describeHours({ from, until }: { from: number; until: number }): string {
  // Any day works here, because the text shows only the time of day.
  const [opens, closes] = [from, until].map((hour) => formatTime(ranchInstant('2027-01-01', hour)))
  return `The site sends them between ${opens} and ${closes}, ranch time.`
}

/** Returns text such as `"Next: Thu, May 6, 2027, 8:00 AM."` An email is `open` if a guest may still get it. */
export function describeNext(next: string | null, open: boolean): string {
  if (next !== null) return `Next: ${formatInstant(next)}.`
  return open ? 'So far, no guest needs one.' : 'Nothing more is planned.'
}

interface ReminderPlanProps {
  eventId: number
  id: string
  /** The plan that the page's loader has read. */
  seed: ReplyOf<typeof getMailPlan>
}

/** Renders an event's automatic e-mails. */
export function ReminderPlan({ eventId, id, seed }: ReminderPlanProps) {
  const {
    data: plan,
    failed,
    stale,
    refetch,
  } = useApiQuery(getMailPlan, { query: { id: eventId } }, { seed })
  return (
    <div className="mail-plan">
      <Stylesheet href={sheet} />
      <h2 id={id}>Scheduled emails</h2>
      <p>
        <Text>
          {describeHours(plan.hours)}{' '}
          {describeNext(
            plan.next,
            plan.mails.some(({ over }) => !over),
          )}
        </Text>
      </p>
      {plan.next !== null && <ToCall names={plan.toCall} />}
      {plan.mails.length > 0 && <PlanTable mails={plan.mails} labelledBy={id} />}
      <FailureAlert failed={failed} />
      <Button look="plain" busy={stale && failed === null} onClick={refetch}>
        Refresh the plan
      </Button>
    </div>
  )
}

function PlanTable({ mails, labelledBy }: { mails: PlannedMail[]; labelledBy: string }) {
  return (
    <table className="ruled-table plan-table" aria-labelledby={labelledBy}>
      <TableHead heads={['Day', 'Email', 'Why', 'Guests']} />
      <tbody>
        {mails.map((mail) => (
          <tr key={`${mail.type} ${mail.day} ${mail.why}`} className={mail.over ? 'plan-over' : undefined}>
            <th scope="row">
              <time dateTime={mail.day}>{formatDay(mail.day)}</time>
            </th>
            <td>{emailLabel(mail.type)}</td>
            <td className="plan-why">{mail.why}</td>
            <td className={mail.failed > 0 ? 'plan-failed' : undefined}>{describePlan(mail)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
