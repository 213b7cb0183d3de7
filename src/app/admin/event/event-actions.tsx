/** An admin's actions on a whole event: add a guest, edit, download, cancel (R5.7), delete (R11.9). */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, Link } from 'react-router'
import { z } from 'zod'
import {
  cancelEvent,
  type CancelProgress,
  type EventCancellationPlan,
  getCancelProgress,
  getEventCancellationPlan,
} from '#domain/booking/contract/cancellation.ts'
import { AddGuest } from '#app/admin/reservation/add-guest.tsx'
import { takesGuests } from '#app/admin/reservation/bookable-events.tsx'
import { describeReach } from '#domain/booking/domain/reach.ts'
import { MONEY_AWAITED } from '#domain/booking/domain/refunds.ts'
import {
  describeOpenMoneyOfEvent,
  OPEN_MONEY_STAYS,
  type OpenMoney,
} from '#domain/booking/domain/open-money.ts'
import { deleteEvent } from '#domain/booking/contract/event.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import type { EventHead } from './workspace.tsx'
import { wantedInAll } from '#app/admin/waitlist/waitlist-labels.ts'
import { formatDayRange } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { comparable } from '#shared/folding.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { ApiForm, type Closed, useApiForm } from '#app/ui/form.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { DeleteButton, DialogButton } from '#app/ui/dialog-buttons.tsx'
import { DialogQuery } from '#app/ui/dialog-query.tsx'
import { Lines } from '#app/ui/facts.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { announce } from '#app/ui/toast.tsx'
import { WHILE_UNDER_WAY, useApiQuery } from '#app/ui/use-api-query.ts'
import { paths } from '#app/paths.ts'
import { ActionMenu } from './action-menu.tsx'
import sheet from './cancelled-event.css?url'
import { Text } from '#app/ui/text.tsx'

interface EventActionsProps {
  event: EventHead
  onChanged: () => void
}

export function AddGuestButton({ event, onChanged }: EventActionsProps) {
  if (!takesGuests(event)) return null
  return (
    <DialogButton label="Add New Reservation" title="Add New Reservation">
      <AddGuest
        events={[event]}
        onAdded={(name) => {
          announce(`Added ${name}`)
          onChanged()
        }}
      />
    </DialogButton>
  )
}

/**
 * Renders the actions on the whole event that staff need now and then. Actions that cannot be undone are apart from
 * the others.
 */
export function EventActions({ event, onChanged }: EventActionsProps) {
  const navigate = useNavigate()
  const keepFocus = useFocusFallback(CANCELLED)
  return (
    <>
      <LinkButton to={paths.editEvent(event.urlName)} look="plain">
        Edit Event
      </LinkButton>
      <ActionMenu label="More">
        <LinkButton to={paths.exportEvent(event.id)} look="plain" download>
          Download Data (CSV)
        </LinkButton>
        <LinkButton to={paths.copyEvent(event.urlName)} look="plain">
          Copy to New Dates
        </LinkButton>
        <p className="note">
          Raw data (CSV) for programs, with field names and amounts in cents:{' '}
          <a href={paths.exportEvent(event.id, 'fields')} download>
            guests (CSV)
          </a>
          ,{' '}
          <a href={paths.exportWaitlist(event.id, 'fields')} download>
            waitlist (CSV)
          </a>
        </p>
        <div className="action-menu-danger">
          {takesGuests(event) && (
            <CancelEvent
              event={event}
              onCancelled={() => {
                keepFocus()
                announce(`${event.name} is canceled`)
                // The page with the guests shows the progress of the cancellation.
                void navigate(paths.eventGuests(event.urlName))
                onChanged()
              }}
            />
          )}
          {event.openMoney && <DeleteEvent event={event} openMoney={event.openMoney} />}
        </div>
      </ActionMenu>
    </>
  )
}

/**
 * Renders "Delete Event". The button asks for a confirmation, which names the open money of guests (R11.9, R49.5).
 */
export function DeleteEvent({ event, openMoney }: { event: NamedEvent; openMoney: OpenMoney }) {
  const navigate = useNavigate()
  const { send } = useApiMutation(deleteEvent)
  return (
    <DeleteButton
      className="button-danger"
      label="Delete Event"
      onDone={() => void navigate(paths.events)}
      overridable="money_open"
      known={openMoney.guests > 0 ? describeOpenMoneyOfEvent(openMoney) : null}
      anyway={OPEN_MONEY_STAYS}
      onDelete={(force) => send({ query: { id: event.id, ...(force ? { force: 'true' } : {}) } })}
    >
      <p>
        <strong>
          <Text>Really for real-real delete Event: {event.name}?</Text>
        </strong>
      </p>
      <p>
        This also deletes its page, its waitlist, and its reservations with their invoices. You cannot undo
        this.
      </p>
    </DeleteButton>
  )
}

type NamedEvent = Pick<EventDetails, 'id' | 'name'>

interface CancelEventProps {
  event: NamedEvent
  onCancelled: () => void
}

/** Renders the button "Cancel this retreat…" and its confirmation. */
export function CancelEvent({ event, onCancelled }: CancelEventProps) {
  return (
    <DialogButton
      look="plain"
      className="button-danger"
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

/**
 * Asks the admin for a confirmation and cancels the event. Canceling is idempotent, so a retry after a lost
 * reply is safe.
 */
function Question({ event, plan, closed, onOutdated, onCancelled }: QuestionProps) {
  const [schema] = useState(() => z.object({ name: typedName(event) }))
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
      does={`Cancel the event for all guests${refund > 0 ? `, and refund ${formatMoney(refund)}` : ''}`}
      closed={closed}
      cancel="Keep the event"
    >
      <Lines of={describePlan(plan)} />
      <p>
        Nobody can sign up or pay anymore. <strong>This cannot be undone.</strong>
      </p>
      <TextField {...form.field('name')} required />
    </ApiForm>
  )
}

const typedName = (event: NamedEvent) =>
  z
    .string()
    .refine((typed) => comparable(typed) === comparable(event.name), 'That is not the name of the event.')

const CANCELLED = 'event-cancelled'

/** Renders the progress of a canceled event's cancellation. */
export function CancelledEvent({ eventId, onOver }: { eventId: number; onOver: () => void }) {
  const { data: progress, ...reading } = useApiQuery(
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
      <output>
        <Text>{progress ? describeProgress(progress).join(' ') : reading.pending && 'Loading…'}</Text>
      </output>
      {progress && progress.refundsHeld > 0 && (
        <p>
          <Link to={paths.system}>See what to do on System</Link>
        </p>
      )}
      {progress && progress.owed > 0 && (
        <p>
          <Link to={paths.refunds}>See these refunds</Link>
        </p>
      )}
      <FailureAlert failed={reading.failed} onRetry={reading.refetch} />
    </section>
  )
}

/** Describes what canceling the event would do: its dates, the affected guests and the refunds. */
export function describePlan(plan: EventCancellationPlan): string[] {
  const { startDateDate, endDateDate, guests, holds, waiting, refundToCards, refundByHand, disputed } = plan
  const { emails, toCall } = plan
  const wanted = wantedInAll(plan)
  const back = [
    refundToCards > 0 && `${formatMoney(refundToCards)} to cards`,
    refundByHand > 0 && `${formatMoney(refundByHand)} to refund by hand`,
  ].filter(Boolean)
  return [
    `The retreat on ${formatDayRange(startDateDate, endDateDate)} will not take place.`,
    guests === 0
      ? 'Nobody has signed up.'
      : `${plural(guests, 'guest loses their spot', 'guests lose their spots')}.`,
    guests + emails > 0 && describeReach(emails, toCall),
    holds > 0 && `${plural(holds, 'held spot is', 'held spots are')} released.`,
    waiting > 0 &&
      `${waiting} on the waitlist${wanted && `, ${wanted}`}: they get no more offers and no email. Please tell them yourself.`,
    back.length === 0
      ? 'No refunds are due.'
      : `Refunds total ${formatMoney(refundToCards + refundByHand)}, fees included: ${back.join(', ')}.`,
    disputed > 0 && `${formatMoney(disputed)} is disputed: the bank holds it, so it is not refunded.`,
  ].filter((words) => words !== false)
}

/** Describes how far an event's cancellation is. The last sentence names the work that remains. */
export function describeProgress({ done, left, refundsLeft, refundsHeld, owed }: CancelProgress): string[] {
  const all = done + left
  const inProgress = refundsLeft - refundsHeld
  return [
    all === 0
      ? 'Nobody had signed up.'
      : `${done} of ${plural(all, 'reservation is', 'reservations are')} canceled.`,
    inProgress > 0 && `${plural(inProgress, 'refund is', 'refunds are')} still in progress.`,
    refundsHeld > 0 && `${plural(refundsHeld, 'refund waits', 'refunds wait')} for ${MONEY_AWAITED}.`,
    owed > 0 && `Please refund ${formatMoney(owed)} by hand.`,
    left === 0 && refundsLeft === 0 && owed === 0 && 'Nothing is left to do.',
  ].filter((words) => words !== false)
}

/**
 * Returns true if the site still has to cancel a reservation or make a refund. Refunds that an admin must
 * make do not count.
 */
export function isUnderWay({ cancelledAt, left, refundsLeft }: CancelProgress): boolean {
  return cancelledAt !== null && left + refundsLeft > 0
}
