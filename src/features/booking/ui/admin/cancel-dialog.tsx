import { useState } from 'react'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'
import { getMoneyBack, type RefundPlan } from '#features/booking/contract/refunds.ts'
import { REPLACEABLE } from '#features/booking/domain/refund-policy.ts'
import { FormEnd, type PartProps, useSubmit } from './form-parts.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { centsOfDollars, formatMoney } from '#shared/money.ts'
import { cancelReservation } from '#features/booking/contract/cancellation.ts'
import {
  CANCEL_INPUT,
  type CancelInput,
  cancelSchema,
  type CancelValues,
  decidedBody,
  shownWith,
} from './form-values.ts'
import { cancelButton, tierWords } from './refund-labels.ts'
import { formatDay } from '#shared/days.ts'
import { byWords, dayOf } from './invoice-labels.ts'

interface CancelDialogProps extends PartProps {
  open: boolean
  onClose: () => void
  /** The button that opened it goes with the reservation's standing. */
  keepFocus: () => void
}

/** Cancels a reservation: what the terms give, who cancels, and whether it is to be another sum. */
export function CancelDialog({ open, onClose, keepFocus, ...part }: CancelDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Cancel the reservation of ${part.reservation.customerName}`}
      backdrop="static"
    >
      {open && <Cancelling {...part} onClose={onClose} keepFocus={keepFocus} />}
    </Dialog>
  )
}

const WHO: Record<CancelledBy, string> = { guest: 'The guest', retreat: 'The retreat' }

function Cancelling({ keepFocus, ...part }: Omit<CancelDialogProps, 'open'>) {
  const { reservation, onClose } = part
  const [cancelledBy, setCancelledBy] = useState<CancelledBy>('guest')
  const [replaced, setReplaced] = useState(false)
  const { id, version } = reservation
  const choice = { cancelledBy, replacementFound: replaced && cancelledBy === 'guest' }
  const query = {
    id,
    cancelledBy,
    replacementFound: choice.replacementFound ? ('true' as const) : ('false' as const),
  }
  const { data, pending, failed, stale, refetch } = useApiQuery(getMoneyBack, { query }, { version })
  const plan = data?.plan ?? null
  return (
    <div className="book-dialog">
      <SelectField
        id="cancel-by"
        label="Who cancels"
        required
        options={WHO}
        value={cancelledBy}
        onChange={({ target }) => setCancelledBy(target.value === 'retreat' ? 'retreat' : 'guest')}
      />
      {plan && cancelledBy === 'guest' && plan.daysBefore < REPLACEABLE.under && (
        <CheckField
          id="cancel-replaced"
          checked={replaced}
          onChange={({ target }) => setReplaced(target.checked)}
        >
          Somebody takes over the spot
        </CheckField>
      )}
      {pending && <output>Working it out…</output>}
      <FailureAlert failed={failed} onRetry={refetch} />
      {failed && !plan && (
        <Button look="plain" onClick={onClose}>
          Close
        </Button>
      )}
      {plan && (
        <CancelForm
          {...part}
          plan={plan}
          stale={stale}
          choice={choice}
          onOutdated={refetch}
          keepFocus={keepFocus}
        />
      )}
    </div>
  )
}

interface CancelFormProps extends PartProps {
  plan: RefundPlan
  /** The plan shown is of the choice before: nothing is decided on it. */
  stale: boolean
  choice: { cancelledBy: CancelledBy; replacementFound: boolean }
  /** The plan is to be made anew. */
  onOutdated: () => void
  onClose: () => void
  keepFocus: () => void
}

/** Whether the terms decide or an admin, and the button that cancels. */
function CancelForm({ plan, stale, choice, onOutdated, onClose, keepFocus, ...part }: CancelFormProps) {
  const { reservation, call, onChanged, announce } = part
  const readAgain = () => {
    onChanged()
    onOutdated()
  }
  const { busy, refusal, submit } = useSubmit({ version: reservation.version, readAgain })
  const form = useForm<CancelInput, unknown, CancelValues>({
    resolver: zodResolver(cancelSchema(plan.most)),
    defaultValues: CANCEL_INPUT,
  })
  const { register, setError, control } = form
  const [override, refund] = useWatch({ control, name: ['override', 'refund'] })
  const errors = form.formState.errors as Partial<Record<keyof CancelInput, { message?: string }>>
  const sum = override ? centsOfDollars(refund) : plan.refundByTerms

  const cancel = async (values: CancelValues) => {
    if (stale) return
    const { id } = reservation
    const { sendEmail } = values
    const answer = await submit((version) =>
      call(cancelReservation, { body: { id, version, sendEmail, ...choice, ...decidedBody(values) } }),
    )
    if (!answer) return
    if (answer.ok) {
      onClose()
      announce(`Canceled the reservation of ${reservation.customerName}; the spot is free`)
      keepFocus()
      return onChanged(answer.data.reservation)
    }
    for (const name of ['refund', 'reason'] as const) {
      const message = answer.fields[name]
      if (message) setError(name, { message }, { shouldFocus: true })
    }
  }
  return (
    <form
      noValidate
      method="post"
      aria-label="Cancel the reservation"
      onSubmit={(event) => void form.handleSubmit(cancel)(event)}
    >
      <PlanView plan={override ? shownWith(plan, sum) : plan} stale={stale} />
      <CheckField id="cancel-override" {...register('override')}>
        Refund another amount
      </CheckField>
      {override && (
        <>
          <TextField
            id="cancel-refund"
            label="Refund in dollars"
            error={errors.refund?.message}
            inputMode="decimal"
            autoComplete="off"
            required
            hint={`At most ${formatMoney(plan.most)}. The newest payment is refunded first.`}
            {...register('refund')}
          />
          <TextArea
            id="cancel-reason"
            label="Why"
            rows={2}
            error={errors.reason?.message}
            required
            hint="For your records."
            {...register('reason')}
          />
        </>
      )}
      <CheckField id="cancel-mail" {...register('sendEmail')}>
        Email the guest
      </CheckField>
      <p className="note">Their spot is free at once, and nothing more can be paid.</p>
      <FormEnd
        refusal={refusal}
        does={sum === null || (!override && !plan.feesKnown) ? 'Cancel the reservation' : cancelButton(sum)}
        busy={busy}
        closed={stale}
        onCancel={onClose}
        cancelLabel="Keep the reservation"
      />
    </form>
  )
}

/** The refund plan by the terms, line by line. */
function PlanView({ plan, stale }: { plan: RefundPlan; stale: boolean }) {
  const { paid, fees, feesKnown, refundByTerms, lines } = plan
  return (
    <div className="book-plan" aria-busy={stale || undefined}>
      <p>
        <strong>{tierWords(plan)}.</strong>
      </p>
      <dl className="book-lines">
        <Line label="Paid" value={formatMoney(paid)} />
        {fees > 0 && <Line label="Fees, not refunded" value={formatMoney(fees)} />}
        {!feesKnown && <Line label="Fees not known yet" value="?" />}
        <Line
          label={feesKnown ? 'Refund under the terms' : 'Refund under the terms, less the fee'}
          value={formatMoney(refundByTerms)}
          strong
        />
      </dl>
      {!feesKnown && (
        <p className="note">
          The card company has not named its fee yet; it usually does within an hour. You can cancel now and
          the refund follows by itself, or refund another amount below.
        </p>
      )}
      {lines.length > 0 && (
        <ul className="book-ways" aria-label="Payment by payment">
          {lines.map((line) => (
            <li key={line.paymentId}>
              {formatMoney(line.amount)} {byWords(line.method)}, {formatDay(dayOf(line.paidAt))}:{' '}
              <strong>{lineWords(line)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function lineWords({ refund, refunded, withdrawn, method }: RefundPlan['lines'][number]): string {
  const before = refunded > 0 ? `, ${formatMoney(refunded)} before` : ''
  const taken = withdrawn > 0 ? `, the bank has ${formatMoney(withdrawn)} of it in dispute` : ''
  if (refund === 0) return `nothing${before}${taken}`
  return `${formatMoney(refund)} back ${method === 'card' ? 'to the card' : 'by hand'}${before}${taken}`
}

function Line({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className={strong ? 'book-line-strong' : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
