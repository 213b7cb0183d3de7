/** Whether the terms decide or an admin, and the button that cancels. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import { centsOfDollars, formatMoney } from '#shared/money.ts'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import { cancelReservation } from '#features/booking/contract/cancellation.ts'
import type { RefundPlan } from '#features/booking/contract/refunds.ts'
import {
  CANCEL_INPUT,
  cancelSchema,
  decidedBody,
  shownWith,
  type CancelInput,
  type CancelValues,
} from './cancel-values.ts'
import { FormEnd } from './form-end.tsx'
import { cancelButton } from './money-back-words.ts'
import type { PartProps } from './part.ts'
import { PlanView } from './plan-view.tsx'
import { useSend } from './use-send.ts'

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

export function CancelForm({
  plan,
  stale,
  choice,
  onOutdated,
  onClose,
  keepFocus,
  ...part
}: CancelFormProps) {
  const { reservation, call, onChanged, say } = part
  const { busy, trouble, send } = useSend(() => {
    onChanged()
    onOutdated()
  })
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
    const { id, version } = reservation
    const { sendEmail } = values
    const answer = await send(() =>
      call(cancelReservation, { body: { id, version, sendEmail, ...choice, ...decidedBody(values) } }),
    )
    if (!answer) return
    if (answer.ok) {
      onClose()
      say(`Cancelled the reservation of ${reservation.customerName}; the spot is free`)
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
        Give back another sum
      </CheckField>
      {override && (
        <>
          <TextField
            id="cancel-refund"
            label="Give back, in dollars"
            error={errors.refund?.message}
            inputMode="decimal"
            autoComplete="off"
            required
            hint={`At most ${formatMoney(plan.most)}. The newest payment goes back first.`}
            {...register('refund')}
          />
          <TextArea
            id="cancel-reason"
            label="Why"
            rows={2}
            error={errors.reason?.message}
            required
            hint="For the books."
            {...register('reason')}
          />
        </>
      )}
      <CheckField id="cancel-mail" {...register('sendEmail')}>
        Tell the guest by mail
      </CheckField>
      <p className="note">Their spot is free at once, and nothing more can be paid.</p>
      <FormEnd
        trouble={trouble}
        does={sum === null || (!override && !plan.feesKnown) ? 'Cancel the reservation' : cancelButton(sum)}
        busy={busy}
        closed={stale}
        onCancel={onClose}
        cancelWords="Keep it"
      />
    </form>
  )
}
