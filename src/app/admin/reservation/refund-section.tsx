/** The section with a stay's refunds and its cancellation, and the form for a new refund (R5.1). */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import {
  type Cancellation,
  getRefunds,
  type PayoutShown,
  recordRefundByHand,
  type RefundShare,
  type RefundShown,
  refundInvoice,
} from '#domain/booking/contract/refunds.ts'
import { getPassedOn } from '#domain/booking/contract/replacement.ts'
import type { AdminInvoice } from '#domain/booking/contract/invoices.ts'
import { ToCall } from '#app/admin/emails/to-call.tsx'
import { newAttempt } from '#shared/client.ts'
import { ranchDay } from '#shared/days.ts'
import { requiredText } from '#shared/fields.ts'
import { formatDay } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { formatMoney, type Cents, centsOfDollars } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import { useMay } from '#app/site.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { ApiForm } from '#app/ui/form.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Lines } from '#app/ui/facts.tsx'
import { CheckField, DayField, DollarsField, SelectField, TextArea } from '#app/ui/field.tsx'
import { WHILE_UNDER_WAY, useApiQuery } from '#app/ui/use-api-query.ts'
import { Cancelling } from './cancel-form.tsx'
import {
  ReservationSection,
  DialogOpener,
  type PartProps,
  StateMark,
  StateNotes,
  useReservation,
  NAME_WIDTH,
  AMOUNT_COLUMN,
  MORE_COLUMN,
  useInvoiceNow,
  useReservationForm,
} from './form-parts.tsx'
import { dollars, givenInput, givenSchema } from './form-values.ts'
import {
  dayOf,
  describeCanceled,
  describeReason,
  describeTier,
  describeWays,
  HAND_METHOD_LABELS,
  oneRowPerTask,
  refundState,
} from './money-labels.ts'
import { NOTE_LABELS, NoteFields } from './note-fields.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

export function RefundSection(part: PartProps) {
  const { reservation, onChanged } = part
  const { id, version, event, status, purgedAt } = reservation
  const stands = isActive(status) && purgedAt === null
  const mayRefund = useMay()('money.refund')
  const { data, pending, failed, refetch } = useRefunds({ id, version, onMoved: onChanged })
  return (
    <ReservationSection
      {...part}
      id="refunds"
      heading="Cancellation and refunds"
      onClosed={refetch}
      action={
        stands &&
        mayRefund &&
        !event.hasEnded && (
          <DialogOpener
            label="Cancel reservation…"
            className="button-danger"
            title={`Cancel the reservation of ${reservation.customerName}`}
          >
            <Cancelling />
          </DialogOpener>
        )
      }
    >
      <ReplacementNote reservation={reservation} />
      {stands && event.hasEnded && (
        <p>
          The retreat is over, so you can no longer cancel this stay. You can still refund its paid invoices.
        </p>
      )}
      {pending && <output>Loading…</output>}
      <FailureAlert failed={failed} onRetry={refetch} />
      {data && (
        <>
          {data.cancellation && <CancelledNote how={data.cancellation} />}
          <DataTable
            caption="Refunds"
            columns={columnsOf(mayRefund)}
            compact
            rows={oneRowPerTask(data.refunds)}
            rowKey={({ id: refundId }) => refundId}
            empty="No refunds yet."
          />
          {data.payouts.length > 0 && (
            <>
              <h3>At the bank</h3>
              <Lines of={data.payouts.map(describePayout)} />
            </>
          )}
        </>
      )}
    </ReservationSection>
  )
}

/**
 * Describes the payout that contains a payment, as in the monthly statement: `"Invoice #5, $450.00: in the
 * payout of Mon, May 3, 2027 (…3kLm9q)"`.
 */
function describePayout({ invoiceId, amount, day, id }: PayoutShown): string {
  const invoice = invoiceId === null ? '' : `Invoice #${invoiceId}, `
  return `${invoice}${formatMoney(amount)}: in the payout of ${formatDay(day)} (…${id.slice(-6)})`
}

/** Returns the columns of the refunds: one line of facts, and a second line with the details and the button. */
const columnsOf = (mayRefund: boolean): Column<RefundShown>[] => [
  {
    name: 'reason',
    head: 'Why',
    names: true,
    width: NAME_WIDTH,
    cell: ({ reason, invoiceId }) => (
      <span className="book-name">
        <span className="book-for">
          <Text>{describeReason(reason)}</Text>
        </span>{' '}
        {invoiceId !== null && (
          <span className="book-number">
            <Text>Invoice #{invoiceId}</Text>
          </span>
        )}
      </span>
    ),
  },
  {
    name: 'state',
    head: 'Status',
    label: '',
    width: '11.5rem',
    cell: (refund) => <StateMark {...refundState(refund)} />,
  },
  AMOUNT_COLUMN,
  {
    ...MORE_COLUMN,
    cell: (refund) => (
      <div className="book-more">
        <DetailsOf refund={refund} />
        {mayRefund && refund.toGive && (
          <div className="book-buttons">
            <DialogOpener
              label="Refunded by hand"
              title="Refunded by hand"
              aria-label={`Refunded by hand: ${formatMoney(refund.amount)}`}
            >
              <GivenByHand refund={refund} />
            </DialogOpener>
          </div>
        )}
      </div>
    ),
  },
]

/** Renders the reason that an admin typed, what became of the refund, and for whom of a party it is. */
function DetailsOf({ refund }: { refund: RefundShown }) {
  const { typedReason, task } = refund
  return (
    <div className="book-details">
      {typedReason !== null && (
        <p>
          <span className="note">
            <Verbatim>{typedReason}</Verbatim>
          </span>
        </p>
      )}
      <p>
        <StateNotes {...refundState(refund)} />
      </p>
      {task && task.shares.length > 1 && (
        <p>
          <Shares of={task.shares} />
        </p>
      )}
    </div>
  )
}

/** Lists for whom the refund of a party is. */
function Shares({ of: shares }: { of: RefundShare[] }) {
  return shares.map(({ reservationId, customerName, amount }) => (
    <span key={reservationId} className="note">
      <Verbatim>{customerName || 'A guest'}</Verbatim>: <Money cents={amount} />
    </span>
  ))
}

const { other: _, ...REFUND_METHOD_LABELS } = HAND_METHOD_LABELS

/** Renders the form that records how an admin gave a refund without Stripe. */
function GivenByHand({ refund }: { refund: RefundShown }) {
  const { id, amount, to, createdAt } = refund
  const { reservation } = useReservation()
  const [today] = useState(() => ranchDay(new Date()))
  const form = useReservationForm(recordRefundByHand, {
    prefix: 'given',
    schema: givenSchema,
    values: givenInput(refund),
    labels: { method: 'How you gave it', givenOn: 'Given on', ...NOTE_LABELS },
    toInput: (values) => ({ body: { refundId: id, ...values } }),
    announcement: () => `Recorded: ${formatMoney(amount)} refunded by hand`,
  })
  const chosen = form.form.watch('givenOn')
  return (
    <ApiForm
      form={form}
      className="book-dialog"
      label="Refunded by hand"
      does={`Record the refund of ${formatMoney(amount)}`}
    >
      <p>
        Was <strong translate="no">{to?.customerName || reservation.customerName}</strong> refunded{' '}
        <Money cents={amount} /> in cash, by check or by bank transfer? Then record it here.
      </p>
      <div className="book-pair">
        <DayField {...form.field('givenOn')} chosen={chosen} min={dayOf(createdAt)} max={today} required />
        <SelectField {...form.field('method')} options={REFUND_METHOD_LABELS} required />
      </div>
      <NoteFields reference={form.field('reference')} memo={form.field('memo')} />
    </ApiForm>
  )
}

const movingIn = (refunds: RefundShown[]) => refunds.filter(({ status }) => status === 'requested').length

/** Loads a stay's refunds and its cancellation. Refetches them until no refund is in progress. */
function useRefunds({ id, version, onMoved }: { id: number; version: number; onMoved: () => void }) {
  const refunds = useApiQuery(
    getRefunds,
    { query: { id } },
    { version, poll: (now) => movingIn(now.refunds) > 0 && WHILE_UNDER_WAY },
  )
  const moving = movingIn(refunds.data?.refunds ?? [])
  const before = useRef(moving)
  const moved = useEffectEvent(onMoved)
  useEffect(() => {
    if (moving < before.current) moved()
    before.current = moving
  }, [moving])
  return refunds
}

/**
 * Renders who canceled a stay and when, the refund under the Terms of Stay, and the refund that the admin
 * chose.
 */
function CancelledNote({ how }: { how: Cancellation }) {
  const { paid, fees, feesKnown, refundByTerms, refundToCards, refundByHand, overrideReason } = how
  const decided = refundToCards + refundByHand
  return (
    <div className="book-cancelled">
      <p>
        <strong>{describeCanceled(how)}</strong> <Text>{describeTier(how)}.</Text>
      </p>
      {!feesKnown && (
        <p>
          Stripe has not reported the card fees yet. The refund of at most <Money cents={refundByTerms} />{' '}
          follows automatically. To refund another amount now, refund the invoice.
        </p>
      )}
      <p>
        <Money cents={paid} /> was paid
        {fees > 0 && (
          <>
            <Text>, of which</Text> <Money cents={fees} /> <Text>were card fees</Text>
          </>
        )}
        <Text>. The refund: {describeWays(how)}</Text>
        {feesKnown && decided !== refundByTerms && (
          <>
            {' '}
            <Text>(under the Terms:</Text> <Money cents={refundByTerms} />
            <Text>)</Text>
          </>
        )}
        <Text>.</Text>
      </p>
      {overrideReason && (
        <p>
          <Text>Why: {overrideReason}</Text>
        </p>
      )}
    </div>
  )
}

/**
 * Says if the guest is passing on the spot, who has taken over the spot, or from whom the guest took it over
 * (docs/decisions/0031). Renders nothing for most stays.
 */
function ReplacementNote({ reservation: { id, version } }: { reservation: AdminReservation }) {
  const { data } = useApiQuery(getPassedOn, { query: { id } }, { version })
  if (!data || (!data.offered && !data.taker && !data.replaced)) return null
  const { offered, taker, replaced } = data
  return (
    <div className="book-cancelled">
      {offered && !taker && (
        <p>
          The guest is passing on the spot by a link. Nobody has booked it yet, and the stay is theirs until
          then.
        </p>
      )}
      {taker && (
        <p>
          <Text>
            {taker.status === 'confirmed'
              ? 'The spot was passed on and booked.'
              : 'Someone is booking this spot.'}
          </Text>{' '}
          <Link to={adminReservationPath(taker.id)}>Their reservation</Link>
        </p>
      )}
      {replaced && (
        <p>
          <Text>
            {replaced.status === 'confirmed'
              ? 'This hold is for the spot of another guest.'
              : 'This stay took over the spot of another guest.'}
          </Text>{' '}
          <Link to={adminReservationPath(replaced.id)}>The other reservation</Link>
        </p>
      )}
    </div>
  )
}

const schemaOf = (most: Cents) =>
  z.object({
    amount: dollars({ least: 1, tooLittle: 'Please enter more than $0.00', most }),
    reason: requiredText(500),
    sendEmail: z.boolean(),
  })

const describeOverpaid = (overpaid: Cents) =>
  overpaid > 0
    ? ` The guest has overpaid by ${formatMoney(overpaid)}. Refunding more than that lowers the total of the stay.`
    : ''

/** Renders the form that refunds part of a paid invoice. The refund does not cancel the stay. */
export function RefundForm({ invoice: opened }: { invoice: AdminInvoice }) {
  const invoice = useInvoiceNow(opened)
  // A random key for each opened dialog. The server makes one refund per key, so a retry after a lost reply
  // does not refund twice.
  const [attempt] = useState(newAttempt)
  const most = invoice.amount - invoice.refunded - invoice.withdrawn
  const byCard = invoice.paymentMethod === 'card'
  const { status, money, email, customerName } = useReservation().reservation
  const form = useReservationForm(refundInvoice, {
    prefix: 'back',
    schema: schemaOf(most),
    values: { amount: '', reason: '', sendEmail: email !== '' },
    labels: { amount: 'Amount in dollars', reason: 'Why' },
    toInput: (values) => ({ body: { invoiceId: invoice.id, attempt, ...values } }),
    announcement: ({ amount }) =>
      `${formatMoney(amount)} ${byCard ? 'will be refunded to the card' : 'is due: please refund it by hand'}`,
  })
  const typed = centsOfDollars(form.form.watch('amount'))
  const overpaid = isActive(status) ? money.credit : 0
  return (
    <ApiForm
      form={form}
      className="book-dialog"
      label={`Refund invoice ${invoice.id}`}
      does={typed !== null && typed > 0 ? `Refund ${formatMoney(typed)}` : 'Refund'}
    >
      <p>
        <Text>
          {byCard
            ? 'The refund goes to the card that paid. Banks take up to ten days to show it.'
            : 'The guest paid outside the website. Refund the money by hand, then press “Refunded by hand” on this page.'}{' '}
          This does not cancel the stay.
        </Text>
      </p>
      <DollarsField
        {...form.field('amount')}
        required
        hint={`At most ${formatMoney(most)}.${describeOverpaid(overpaid)}`}
      />
      <TextArea
        {...form.field('reason')}
        rows={2}
        required
        hint="For your records. No email contains it, but guests can look up all data that we store about them."
      />
      {email === '' ? (
        <ToCall names={[customerName]} />
      ) : (
        <CheckField {...form.check('sendEmail')}>Email the guest</CheckField>
      )}
    </ApiForm>
  )
}
