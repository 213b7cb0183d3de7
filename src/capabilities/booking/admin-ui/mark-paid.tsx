/** An unpaid invoice was paid by hand: when, and how. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { formatMoney } from '../../../shared/money.ts'
import type { Invoice } from '../contract.ts'
import { updateInvoice } from '../invoices/contract.ts'
import { FormEnd } from './form-end.tsx'
import type { DialogProps } from './invoice-dialog.tsx'
import { byWords } from './invoice-words.ts'
import { paidBody, paidInput, paidSchema, type PaidValues } from './invoice-values.ts'
import { PaidFields } from './paid-fields.tsx'
import { useSend } from './use-send.ts'

export function MarkPaid({ invoice, ...dialog }: DialogProps & { invoice: Invoice }) {
  const { reservation, call, onChanged, onDone, onCancel } = dialog
  const { busy, trouble, send } = useSend(onChanged)
  const form = useForm({
    resolver: zodResolver(paidSchema),
    defaultValues: paidInput(null),
  })
  const { errors } = form.formState
  const chosen = useWatch({ control: form.control, name: 'paidOn' })
  const sum = formatMoney(invoice.amount)

  const save = async (values: PaidValues) => {
    const { version } = reservation
    const answer = await send(() =>
      call(updateInvoice, {
        body: { updateInvoiceData: { id: invoice.id, version, ...paidBody(values) } },
      }),
    )
    if (!answer) return
    if (answer.ok) return onDone(`Invoice ${invoice.id} is paid: ${sum} ${byWords(values.method)}`)
    const day = answer.fields['datePaid']
    if (day) form.setError('paidOn', { message: day }, { shouldFocus: true })
  }
  return (
    <form
      noValidate
      method="post"
      className="book-dialog"
      aria-label={`Invoice ${invoice.id} is paid`}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <p>
        <strong>{sum}</strong> came without the site. A card payment that the guest has begun is ended first,
        so nobody pays twice.
      </p>
      <PaidFields
        id="paid"
        day={{
          error: errors.paidOn?.message,
          chosen,
          ...form.register('paidOn'),
        }}
        method={{ error: errors.method?.message, ...form.register('method') }}
      />
      <FormEnd trouble={trouble} does={`Mark ${sum} as paid`} busy={busy} onCancel={onCancel} />
    </form>
  )
}
