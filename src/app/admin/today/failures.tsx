import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { emailLabel } from '#shared/email-types.ts'
import type { Failures as FailureFacts } from '#domain/desk/today/contract.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { integrationProblemText } from '#shared/integration-problems.ts'
import { formatMoney } from '#shared/money.ts'
import { paths } from '#app/paths.ts'
import { EventLink, GuestLink, awayFrom, describeJob, NONE } from './describe-today.tsx'
import { Money, Text } from '#app/ui/text.tsx'

/** Renders each failure as a list item, the most serious kinds first. `day` is today at the ranch. */
export function failureItems(
  { outside = [], mails, refunds = NONE, fees = NONE, jobs = NONE }: FailureFacts,
  day: Day,
): ReactNode[] {
  const unlisted = [mails, refunds, fees, jobs].reduce((sum, { count, list }) => sum + count - list.length, 0)
  return [
    ...outside.map((problem) => {
      const { title, next } = integrationProblemText(problem)
      return (
        <Fault key={`${problem.code}-${problem.about}`} day={day} at={problem.since} title={title}>
          {next}
        </Fault>
      )
    }),
    ...refunds.list.map(({ id, amount, about, finishedAt }) => (
      <Fault
        key={`refund-${id}`}
        day={day}
        at={finishedAt}
        title={`A refund of ${formatMoney(amount)} failed`}
      >
        <About about={about} word="For" /> <Text>We still have the money. Please</Text>{' '}
        <WayToRefund about={about} />
      </Fault>
    )),
    ...fees.list.map(({ about, most, cancelledAt }) => (
      <Fault
        key={`fee-${about.reservationId}`}
        day={day}
        at={cancelledAt}
        title="Stripe has not reported its fee"
      >
        <About about={about} word="For" /> <Text>A refund of at most</Text> <Money cents={most} /> is waiting
        for it. Look up the fee in the Stripe dashboard, then{' '}
        <Link to={paths.adminReservation(about.reservationId)}>refund the rest from the invoice</Link>.
      </Fault>
    )),
    ...mails.list.map(({ id, emailType, about, failure, createdAt }) => (
      <Fault key={`mail-${id}`} day={day} at={createdAt} title={`Email not sent: ${emailLabel(emailType)}`}>
        <About about={about} word="To" /> <Text>{failure ? `Reason: ${failure}.` : ''}</Text>{' '}
        <WayToSendAgain about={about} />
      </Fault>
    )),
    ...jobs.list.map(({ id, kind, reason, deadAt }) => (
      <Fault key={`job-${id}`} day={day} at={deadAt} title={`${describeJob(kind)} has failed`}>
        {reason && <Text>Reason: {reason}.</Text>}
      </Fault>
    )),
    ...(unlisted > 0
      ? [
          <li key="older" className="note">
            <Text>And {unlisted} older.</Text>
          </li>,
        ]
      : []),
  ]
}

interface FaultProps {
  title: string
  /** When the problem began. The page shows this time relative to `day`, which is today at the ranch. */
  at?: string | null
  day?: Day
  children: ReactNode
}

export function Fault({ title, at, day, children }: FaultProps) {
  return (
    <li>
      <p className="fault-title">
        <Text>{title}</Text>{' '}
        {at && day && <span className="note">{awayFrom(day, ranchDay(new Date(at)))}</span>}
      </p>
      <p>{children}</p>
    </li>
  )
}

// Links to the page that has the refund button. A deleted reservation has no page, so its money is settled on the page
// with the open balances.
function WayToRefund({ about }: Pick<AboutProps, 'about'>) {
  if (!about)
    return (
      <>
        <Text>refund it in the Stripe dashboard, or by hand and record that under</Text>{' '}
        <Link to={paths.openBalances}>Open balances</Link>
        <Text>.</Text>
      </>
    )
  return (
    <>
      <Link to={paths.adminReservation(about.reservationId)}>refund it by hand</Link>
      <Text>.</Text>
    </>
  )
}

// Links to the guest's e-mails. If the reservation was deleted, nobody is left to write to.
function WayToSendAgain({ about }: Pick<AboutProps, 'about'>) {
  return (
    <span>
      {about && (
        <>
          <Text>When that is fixed,</Text>{' '}
          <Link to={`${paths.adminReservation(about.reservationId)}#emails`}>send the email again</Link>
          <Text>.</Text>
        </>
      )}
    </span>
  )
}

interface AboutProps {
  about: FailureFacts['mails']['list'][number]['about']
  word: 'For' | 'To'
}

function About({ about, word }: AboutProps) {
  return (
    <span>
      {about && (
        <>
          <Text>{word}</Text> <GuestLink of={about} />
          <Text>,</Text> <EventLink event={about.event} />
          <Text>.</Text>
        </>
      )}
    </span>
  )
}
