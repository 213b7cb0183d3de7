/** Some of a paid invoice is refunded; the stay itself stays as it is. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { requiredText } from '#shared/fields.ts'
import { centsOfDollars, formatMoney, plainDollars, type Cents } from '#shared/money.ts'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import { refundInvoice } from '#features/booking/contract/refunds.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { newAttempt } from '#shared/attempt.ts'
import { dollars } from './dollars.ts'
import { FormEnd } from './form-end.tsx'
import type { DialogProps } from './invoice-dialog.tsx'
import { useSend } from './use-send.ts'

const schemaOf = (most: Cents) =>
  z.object({
    amount: dollars({ least: 1, tooLittle: 'Please give more than nothing', most }),
    reason: requiredText(500),
    sendEmail: z.boolean(),
  })

export function GiveBack({ invoice, ...dialog }: DialogProps & { invoice: Invoice }) {
  const { call, onChanged, onDone, onCancel } = dialog
  const { busy, trouble, send } = useSend(onChanged)
  // The attempt's key is kept while the dialog is open: pressing again after a lost reply refunds nothing twice.
  const [attempt] = useState(newAttempt)
  const most = invoice.amount - invoice.refunded - invoice.withdrawn
  const form = useForm({
    resolver: zodResolver(schemaOf(most)),
    defaultValues: { amount: plainDollars(most), reason: '', sendEmail: true },
  })
  const { errors } = form.formState
  const byCard = invoice.paymentMethod === 'card'
  const typed = centsOfDollars(useWatch({ control: form.control, name: 'amount' }))

  const give = async (values: { amount: Cents; reason: string; sendEmail: boolean }) => {
    const answer = await send(() =>
      call(refundInvoice, { body: { invoiceId: invoice.id, attempt, ...values } }),
    )
    if (!answer) return
    if (answer.ok) {
      const sum = formatMoney(values.amount)
      const where = byCard ? 'is on its way to the card' : 'is owed by hand'
      return onDone(`${sum} ${where}`, answer.data.reservation)
    }
    for (const name of ['amount', 'reason'] as const) {
      const message = answer.fields[name]
      if (message) form.setError(name, { message }, { shouldFocus: true })
    }
  }
  return (
    <form
      noValidate
      method="post"
      className="book-dialog"
      aria-label={`Give back from invoice ${invoice.id}`}
      onSubmit={(event) => void form.handleSubmit(give)(event)}
    >
      <p>
        {byCard
          ? 'The money goes back to the card that paid. Banks take up to ten days to show it.'
          : 'It was paid by hand, so it is noted as owed until you give it by hand.'}{' '}
        The reservation stays as it is.
      </p>
      <TextField
        id="back-amount"
        label="Amount in dollars"
        error={errors.amount?.message}
        inputMode="decimal"
        autoComplete="off"
        required
        hint={`At most ${formatMoney(most)}.`}
        {...form.register('amount')}
      />
      <TextArea
        id="back-reason"
        label="Why"
        rows={2}
        error={errors.reason?.message}
        required
        hint="For the books. The guest does not see it."
        {...form.register('reason')}
      />
      <CheckField id="back-mail" {...form.register('sendEmail')}>
        Tell the guest by mail
      </CheckField>
      <FormEnd
        trouble={trouble}
        does={typed !== null && typed > 0 ? `Give back ${formatMoney(typed)}` : 'Give back'}
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  )
}
