/**
 * The section with which an admin moves a stay to another event, or undoes its cancellation (R30.1, R30.5).
 */
import { useState } from 'react'
import { z } from 'zod'
import { type AdminReservation, CANNOT_MOVE, moveReservation } from '#domain/booking/contract/admin.ts'
import { useMay } from '#app/site.ts'
import { UNDO_REFUSED, undoCancellation } from '#domain/booking/contract/cancellation.ts'
import { getRefunds } from '#domain/booking/contract/refunds.ts'
import { COMPANION_STAYS } from '#domain/booking/contract/reservation.ts'
import { type MovePlan, planMove } from '#domain/booking/domain/admin-actions.ts'
import { listNames, reachOf } from '#domain/booking/domain/reach.ts'
import { ToCall } from '#app/admin/emails/to-call.tsx'
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney, centsOfDollars } from '#shared/money.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useCall } from '#app/ui/api.tsx'
import { Lines, Amounts } from '#app/ui/facts.tsx'
import { CheckField, DollarsField, SelectField } from '#app/ui/field.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import {
  asksToOverbook,
  type Bookable,
  BookableEvents,
  chosenEvent,
  eventOptions,
  describeFull,
  OverbookableForm,
} from './bookable-events.tsx'
import {
  ConfirmAction,
  ReservationSection,
  DialogOpener,
  type PartProps,
  usePassingOn,
  useReservation,
  useReservationForm,
} from './form-parts.tsx'
import { optionalDollars } from './form-values.ts'
import { Text } from '#app/ui/text.tsx'

const MAY_UNDO = 'The stay can be brought back while a spot is free and nothing was refunded.'
const GUEST_MOVES = 'The guest keeps their link, and what they paid counts for the other retreat.'
const PARTY_MOVES =
  'The whole party moves. All keep their links, and what was paid counts for the other retreat.'

export function MoveSection(part: PartProps) {
  const mayRefund = useMay()('money.refund')
  const { status, purgedAt, event } = part.reservation
  if (event.hasEnded || event.cancelled || purgedAt !== null) return null
  if (status === 'cancelled') return mayRefund && <UndoSection {...part} />
  if (status !== 'confirmed') return null
  return (
    <ReservationSection {...part} id="other-retreat" heading="Another retreat">
      <MoveOffer {...part.reservation} />
    </ReservationSection>
  )
}

/** Renders the button that moves the stay, or why the stay cannot be moved. */
function MoveOffer({ id, version, event, party, customerName }: AdminReservation) {
  const isPassingOn = usePassingOn({ id, version })
  if (party && !party.payer) return <p>{COMPANION_STAYS}</p>
  if (isPassingOn) return <p>{CANNOT_MOVE}</p>
  return (
    <>
      <p>{party ? PARTY_MOVES : GUEST_MOVES}</p>
      <DialogOpener
        className="book-apart"
        label="Move to another retreat…"
        title={`Move ${customerName} to another retreat`}
      >
        <BookableEvents except={event.id}>{(events) => <MoveForm events={events} />}</BookableEvents>
      </DialogOpener>
    </>
  )
}

/**
 * How often the section asks again whether a cancellation can be undone. The answer can change at any time,
 * for example when a discount code gets one more use.
 */
const WHILE_IT_STANDS = { everyMs: 60_000 }

function UndoSection(part: PartProps) {
  const { id, version } = part.reservation
  const { data, pending, failed, refetch } = useApiQuery(
    getRefunds,
    { query: { id } },
    { version, poll: WHILE_IT_STANDS },
  )
  return (
    <ReservationSection {...part} id="other-retreat" heading="Canceled by mistake?" onClosed={refetch}>
      {pending && <output>Loading…</output>}
      {!data && <FailureAlert failed={failed} onRetry={refetch} />}
      {data?.undoProblem && <p>{UNDO_REFUSED[data.undoProblem]}</p>}
      {data?.undoProblem === null && (
        <>
          <p>{MAY_UNDO}</p>
          <DialogOpener className="book-apart" label="Undo the cancellation…">
            <Undo />
          </DialogOpener>
        </>
      )}
    </ReservationSection>
  )
}

function Undo() {
  const { id, customerName, email } = useReservation().reservation
  const call = useCall()
  const [tells, setTells] = useState(true)
  return (
    <ConfirmAction
      title="Undo the cancellation"
      does="Undo the cancellation"
      keeps="Keep it canceled"
      send={(version) => call(undoCancellation, { body: { id, version, sendEmail: tells && email !== '' } })}
      announcement={`The stay of ${customerName} is confirmed again`}
    >
      <p>
        The stay of <strong translate="no">{customerName}</strong> is confirmed again, with the same invoices
        as before.
      </p>
      {email !== '' && (
        <CheckField id="undo-email" checked={tells} onChange={({ target }) => setTells(target.checked)}>
          Email the guest
        </CheckField>
      )}
    </ConfirmAction>
  )
}

const moveSchema = z.object({
  /** The chosen event, as its index in the list of events. */
  event: z.string(),
  price: optionalDollars,
  sendEmail: z.boolean(),
})

function MoveForm({ events: given }: { events: [Bookable, ...Bookable[]] }) {
  // Keeps the list of events that the form opened with, because the chosen event is an index in this list.
  const [events] = useState(given)
  const { reservation } = useReservation()
  const { emailed, toCall } = reachOf(movingGuests(reservation))
  const form = useReservationForm(moveReservation, {
    prefix: 'move',
    schema: moveSchema,
    values: { event: '0', price: '', sendEmail: emailed.length > 0 },
    labels: { event: 'Retreat', price: 'Price in dollars' },
    toInput: ({ event: place, price, sendEmail }, { version }) => {
      const { id: eventId } = chosenEvent(events, place)
      return { body: { id: reservation.id, version, eventId, price, sendEmail, allowOverbooking: full } }
    },
    announcement: (_, reply) => `Moved ${reservation.customerName} to ${reply.reservation.event.name}`,
  })
  const [place, typed] = form.form.watch(['event', 'price'])
  const event = chosenEvent(events, place)
  const full: boolean = asksToOverbook(form.refusal)
  const { usual, off, people, hasLeft } = priceIn(reservation, event)
  const price = centsOfDollars(typed) ?? usual
  return (
    <OverbookableForm
      form={form}
      label="Move to another retreat"
      does={people > 1 ? 'Move the party' : 'Move the guest'}
      question={
        <Text>
          {describeFull(event)} Move {people > 1 ? `${people} guests` : 'the guest'} there anyway?
        </Text>
      }
    >
      <SelectField {...form.field('event')} options={eventOptions(events)} required />
      <DollarsField
        {...form.field('price')}
        hint={`If empty: ${formatMoney(usual)}${people > 1 ? ` for ${people} guests` : ''}${off > 0 ? `, with ${formatMoney(off)} off by their code` : ''}${hasLeft ? ', plus what we keep for guests who canceled' : ''}.`}
      />
      <Outcome plan={planOf(reservation, { price, startDateDate: event.startDateDate })} />
      {(reservation.options.length > 0 || event.offersChoices) && (
        <p className="note">Lodging and extras do not move. Choose them again after the move.</p>
      )}
      {emailed.length > 0 && (
        <CheckField {...form.check('sendEmail')}>
          <Text>Email {listNames(emailed.map(({ customerName }) => customerName))}</Text>
        </CheckField>
      )}
      <ToCall names={toCall.map(({ customerName }) => customerName)} />
    </OverbookableForm>
  )
}

/** Returns the guests who move: the guest alone, or all confirmed guests of the party. */
const movingGuests = ({
  customerName,
  email,
  party,
}: AdminReservation): { customerName: string; hasEmail: boolean | null }[] =>
  party?.members.filter(({ status }) => status === 'confirmed') ?? [{ customerName, hasEmail: email !== '' }]

/**
 * Returns the party's price at the new event, its discount, and whether companions have canceled. The price
 * lacks the amounts that the venue keeps for canceled companions. The server adds them.
 */
function priceIn(
  { party, discounts }: Pick<AdminReservation, 'party' | 'discounts'>,
  { cost }: Pick<Bookable, 'cost'>,
) {
  const people = discounts.length
  const each = Math.max(0, cost)
  const off = discounts.reduce((sum, discount) => sum + Math.min(discount, each), 0)
  return { usual: each * people - off, off, people, hasLeft: (party?.members.length ?? 1) > people }
}

/** Computes how a move to another event changes the amounts, with the rules that the server uses too. */
function planOf(
  { invoices, money }: Pick<AdminReservation, 'invoices' | 'money'>,
  to: { price: number; startDateDate: string },
): MovePlan {
  const today = ranchDay(new Date())
  const paid = invoices.filter((invoice) => invoice.paid)
  const unpaid = invoices.filter((invoice) => !invoice.paid)
  const sumOf = (some: typeof invoices) => some.reduce((sum, { amount }) => sum + amount, 0)
  const sums = {
    standing: true,
    price: money.price,
    extras: money.extras,
    received: sumOf(paid),
    refunded: money.refunded,
    withdrawn: money.withdrawn,
    unpaid: sumOf(unpaid),
    unpaidLater: money.toCome,
  }
  const rows = invoices.map(({ partOfPrice, ...invoice }) => ({ ...invoice, extra: !partOfPrice }))
  return planMove(sums, rows, { ...to, today })
}

function Outcome({ plan: { asked, money } }: { plan: MovePlan }) {
  return (
    <div className="book-plan">
      <Amounts
        className="sums book-lines"
        sums={[
          ['Price of the stay', money.price],
          money.extras > 0 && ['Extra charges', money.extras],
          ['Already paid', money.totalPaid],
          money.credit > 0 && ['Overpaid', money.credit],
          ['Still to pay', money.stillToPay, 'book-line-strong'],
        ]}
      />
      <Lines
        className="book-ways"
        aria-label="Invoices"
        of={asked.map(({ amount, due }) => formatMoney(amount) + (due ? `, due ${formatDay(due)}` : ''))}
      />
      {money.credit > 0 && <p className="note">To refund the overpaid amount, refund a paid invoice.</p>}
    </div>
  )
}
