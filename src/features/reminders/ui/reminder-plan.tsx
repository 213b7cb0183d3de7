import { useState } from 'react'
import type { Call } from '#shared/client.ts'
import { formatDay } from '#shared/days.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/alert.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { emailLabel } from '#features/emails/contract.ts'
import { getMailPlan, type PlannedMail } from '../contract.ts'
import sheet from './reminder-plan.css?url'
import { hoursWords, nextWords, standWords } from './labels.ts'

interface MailPlanProps {
  eventId: number
  call: Call
  /** The heading's id. */
  id: string
}

interface Plan {
  hours: { from: number; until: number }
  next: string | null
  mails: PlannedMail[]
}

/** Which mails go out by themselves to the guests of an event; asked for when somebody wants to know. */
export function ReminderPlan({ eventId, call, id }: MailPlanProps) {
  const [plan, setPlan] = useState<Plan | null>(null)
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({
    busy: false,
    failure: null,
  })
  const ask = async () => {
    setState({ busy: true, failure: null })
    const found = await call(getMailPlan, { query: { id: eventId } })
    setState({ busy: false, failure: found.ok ? null : found.message })
    if (found.ok) setPlan(found.data)
  }
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
      {state.failure && <Alert tone="bad" title={state.failure} />}
      <Button look="plain" busy={state.busy} onClick={() => void ask()}>
        {plan === null ? 'Show the plan' : 'Look again'}
      </Button>
    </div>
  )
}

function PlanTable({ mails, labelledBy }: { mails: PlannedMail[]; labelledBy: string }) {
  return (
    <table className="plan-table" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Email</th>
          <th scope="col">Why</th>
          <th scope="col">Guests</th>
        </tr>
      </thead>
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
