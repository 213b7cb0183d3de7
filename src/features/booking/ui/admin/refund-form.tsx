import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { refundInvoice } from '#features/booking/contract/refunds.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { newAttempt } from '#shared/client.ts'
import { requiredText } from '#shared/fields.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { centsOfDollars, plainDollars } from '#shared/typed-money.ts'
import { ApiForm } from '#ui/api-form.tsx'
import { CheckField, DollarsField, TextArea } from '#ui/field.tsx'
import { useInvoiceNow, useStayForm } from './form-parts.tsx'
import { dollars } from './form-values.ts'

const schemaOf = (most: Cents) =>
  z.object({
    amount: dollars({ least: 1, tooLittle: 'Please enter more than $0.00', most }),
    reason: requiredText(500),
    sendEmail: z.boolean(),
  })

/** Some of a paid invoice is refunded; the stay itself stays as it is. */
export function RefundForm({ invoice: opened }: { invoice: Invoice }) {
  const invoice = useInvoiceNow(opened)
  // The attempt's key is kept while the dialog is open: pressing again after a lost reply refunds nothing twice.
  const [attempt] = useState(newAttempt)
  const most = invoice.amount - invoice.refunded - invoice.withdrawn
  const byCard = invoice.paymentMethod === 'card'
  const form = useStayForm(refundInvoice, {
    prefix: 'back',
    schema: schemaOf(most),
    values: { amount: plainDollars(most), reason: '', sendEmail: true },
    labels: { amount: 'Amount in dollars', reason: 'Why' },
    toInput: (values) => ({ body: { invoiceId: invoice.id, attempt, ...values } }),
    said: ({ amount }) =>
      `${formatMoney(amount)} ${byCard ? 'is on its way to the card' : 'is due, by hand'}`,
  })
  const typed = centsOfDollars(useWatch({ control: form.form.control, name: 'amount' }))
  return (
    <ApiForm
      form={form}
      className="book-dialog"
      label={`Refund invoice ${invoice.id}`}
      does={typed !== null && typed > 0 ? `Refund ${formatMoney(typed)}` : 'Refund'}
    >
      <p>
        {byCard
          ? 'The money is refunded to the card that paid. Banks take up to ten days to show it.'
          : 'It was paid outside the website, so the refund is due until you make it by hand.'}{' '}
        The reservation stays as it is.
      </p>
      <DollarsField {...form.field('amount')} required hint={`At most ${formatMoney(most)}.`} />
      <TextArea
        {...form.field('reason')}
        rows={2}
        required
        hint="For your records. The guest does not see it."
      />
      <CheckField {...form.check('sendEmail')}>Email the guest</CheckField>
    </ApiForm>
  )
}
