import { TableHead } from '#ui/data-table.tsx'
import { useState } from 'react'
import { formatDay } from '#shared/format-days.ts'
import { Button } from '#ui/button.tsx'
import { FailureAlert } from '#ui/alert.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'
import { emailLabel } from '#features/emails/contract.ts'
import { getMailPlan, type PlannedMail } from '../contract.ts'
import sheet from './reminder-plan.css?url'
import { hoursWords, nextWords, standWords } from './labels.ts'

interface MailPlanProps {
  eventId: number
  /** The heading's id. */
  id: string
}

/** Which mails go out by themselves to the guests of an event; asked for when somebody wants to know. */
export function ReminderPlan({ eventId, id }: MailPlanProps) {
  const [wanted, setWanted] = useState(false)
  const query = { query: { id: eventId } }
  const { data: plan, failed, pending, stale, refetch } = useApiQuery(getMailPlan, query, { enabled: wanted })
  return (
    <div className="mail-plan">
      <Stylesheet href={sheet} />
      <h2 id={id}>Scheduled emails</h2>
      {plan && (
        <>
          <p>
            {hoursWords(plan.hours)} {nextWords(plan.next)}
          </p>
          {plan.mails.length > 0 && <PlanTable mails={plan.mails} labelledBy={id} />}
        </>
      )}
      <FailureAlert failed={failed} />
      <Button
        look="plain"
        busy={pending || (plan !== null && stale && failed === null)}
        onClick={() => (wanted ? refetch() : setWanted(true))}
      >
        {plan === null ? 'Show the plan' : 'Look again'}
      </Button>
    </div>
  )
}

function PlanTable({ mails, labelledBy }: { mails: PlannedMail[]; labelledBy: string }) {
  return (
    <table className="plan-table" aria-labelledby={labelledBy}>
      <TableHead heads={['Day', 'Email', 'Why', 'Guests']} />
      <tbody>
        {mails.map((mail) => (
          <tr key={`${mail.type} ${mail.day} ${mail.why}`} className={mail.over ? 'plan-over' : undefined}>
            <th scope="row">
              <time dateTime={mail.day}>{formatDay(mail.day)}</time>
            </th>
            <td>{emailLabel(mail.type)}</td>
            <td className="plan-why">{mail.why}</td>
            <td className={mail.failed > 0 ? 'plan-failed' : undefined}>{standWords(mail)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
