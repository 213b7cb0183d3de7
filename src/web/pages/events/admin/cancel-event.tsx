/** "Cancel this retreat…": the question before an event is cancelled for everybody (R5.7). */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import {
  cancelEvent,
  type CancelProgress,
  type EventCancellationPlan,
  getCancelProgress,
  getEventCancellationPlan,
} from '#features/booking/contract/cancellation.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { wantedInAll } from '#features/waitlist/ui/queue-labels.ts'
import { ApiForm, type Closed } from '#ui/api-form.tsx'
import { DialogQuery } from '#ui/dialog-query.tsx'
import { TextField } from '#ui/field.tsx'
import { DialogButton } from '#ui/dialog-buttons.tsx'
import { FailureAlert } from '#ui/alert.tsx'
import { WHILE_UNDER_WAY, useApiQuery } from '#ui/use-api-query.ts'
import { useApiForm } from '#ui/use-api-form.ts'
import { Link } from 'react-router'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { paths } from '#web/paths.ts'
import sheet from './cancelled-event.css?url'
import { formatDayRange } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'

interface CancelEventProps {
  event: EventDetails
  onCancelled: () => void
}

/** The button with the question. */
export function CancelEvent({ event, onCancelled }: CancelEventProps) {
  return (
    <DialogButton
      look="plain"
      className="admin-danger"
      label="Cancel this retreat…"
      title={`Cancel ${event.name}?`}
    >
      <DialogQuery
        endpoint={getEventCancellationPlan}
        input={{ query: { id: event.id } }}
        loading="Working it out"
      >
        {(plan, { refetch, closed }) => (
          <Question
            event={event}
            plan={plan}
            closed={closed}
            onOutdated={refetch}
            onCancelled={onCancelled}
          />
        )}
      </DialogQuery>
    </DialogButton>
  )
}

interface QuestionProps extends CancelEventProps {
  plan: EventCancellationPlan
  closed: Closed
  onOutdated: () => void
}

/** Repeating it does nothing more, so a lost answer is no danger. */
function Question({ event, plan, closed, onOutdated, onCancelled }: QuestionProps) {
  const [schema] = useState(() => z.object({ name: nameOf(event) }))
  const form = useApiForm(cancelEvent, {
    prefix: 'cancel-event',
    schema,
    values: { name: '' },
    labels: { name: `Type “${event.name}” to continue` },
    toInput: () => ({ body: { id: event.id } }),
    onOutdated,
    onDone: onCancelled,
  })
  const refund = plan.refundToCards + plan.refundByHand
  return (
    <ApiForm
      form={form}
      label="Cancel the event"
      does={`Cancel the event for everybody${refund > 0 ? `, and refund ${formatMoney(refund)}` : ''}`}
      closed={closed}
      cancel="Keep the event"
    >
      <ul>
        {planWords(plan).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p>
        Nobody can sign up or pay any more. <strong>This cannot be undone.</strong>
      </p>
      <TextField {...form.field('name')} required />
    </ApiForm>
  )
}

const nameOf = (event: EventDetails) =>
  z.string().refine((typed) => plain(typed) === plain(event.name), 'That is not the name of the event.')

const plain = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

interface CancelledEventProps {
  eventId: number
  /** The last of the reservations has been cancelled. */
  onOver: () => void
}

/** The id of what takes the focus when an event was cancelled here. */
export const CANCELLED = 'event-cancelled'

/** The panel of a cancelled event: how far cancelling has come; the same after a reload. */
export function CancelledEvent({ eventId, onOver }: CancelledEventProps) {
  const {
    data: progress,
    pending,
    failed,
    refetch,
  } = useApiQuery(
    getCancelProgress,
    { query: { id: eventId } },
    { poll: (now) => isUnderWay(now) && WHILE_UNDER_WAY },
  )
  const left = progress?.left ?? 0
  const before = useRef(left)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (left === 0 && before.current > 0) over()
    before.current = left
  }, [left])
  return (
    <section className="event-cancelled" aria-labelledby={CANCELLED}>
      <Stylesheet href={sheet} />
      <h3 id={CANCELLED} tabIndex={-1}>
        The retreat is canceled
      </h3>
      {progress && progress.done + progress.left > 0 && (
        <progress
          aria-label="Reservations canceled"
          value={progress.done}
          max={progress.done + progress.left}
        />
      )}
      <output>{progress ? progressWords(progress).join(' ') : pending && 'Looking…'}</output>
      {progress && progress.owed > 0 && (
        <p>
          <Link to={`${paths.admin}#refunds-due`}>See whose</Link>
        </p>
      )}
      <FailureAlert failed={failed} onRetry={refetch} />
    </section>
  )
}

/** The plan in words: when the event would have been, whom it concerns, what goes back. */
export function planWords(plan: EventCancellationPlan): string[] {
  const { startDateDate, endDateDate, guests, holds, waiting, refundToCards, refundByHand, disputed } = plan
  const wanted = wantedInAll(plan)
  const back = [
    refundToCards > 0 && `${formatMoney(refundToCards)} to cards`,
    refundByHand > 0 && `${formatMoney(refundByHand)} by hand, by you`,
  ].filter(Boolean)
  return [
    `The retreat of ${formatDayRange(startDateDate, endDateDate)} does not take place.`,
    guests === 0
      ? 'Nobody has signed up.'
      : `${plural(guests, 'guest is', 'guests are')} told by email that their stay is canceled.`,
    holds > 0 && `${plural(holds, 'held spot is', 'held spots are')} released.`,
    waiting > 0 &&
      `${waiting} on the waitlist${wanted && `, ${wanted}`}: nothing is offered any more, and no email goes out.`,
    back.length === 0
      ? 'No refunds are due.'
      : `${formatMoney(refundToCards + refundByHand)} is refunded, fees included: ${back.join(', ')}.`,
    disputed > 0 && `${formatMoney(disputed)} is disputed: the bank has it, so it is not refunded.`,
  ].filter((words) => words !== false)
}

/** Sentences, what is left to do last. */
export function progressWords({ done, left, refundsLeft, owed }: CancelProgress): string[] {
  const all = done + left
  const reservations =
    all === 0
      ? 'Nobody had signed up.'
      : `${done} of ${all} ${all === 1 ? 'reservation is' : 'reservations are'} canceled.`
  const refunds =
    refundsLeft > 0
      ? [`${refundsLeft} ${refundsLeft === 1 ? 'refund is' : 'refunds are'} still on the way.`]
      : []
  const byHand = owed > 0 ? [`${formatMoney(owed)} is due, by hand.`] : []
  const over = left === 0 && refundsLeft === 0 && owed === 0 ? ['Nothing is left to do.'] : []
  return [reservations, ...refunds, ...byHand, ...over]
}

/** The site still has something to do; the rest is for people. */
export function isUnderWay({ cancelledAt, left, refundsLeft }: CancelProgress): boolean {
  return cancelledAt !== null && left + refundsLeft > 0
}
