/** The form of an adjustment, by which an admin corrects the records without changing old entries (R49.1). */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { dollars } from '#app/admin/reservation/form-values.ts'
import { MOST_CHARGE } from '#shared/money.ts'
import { REQUIRED } from '#shared/fields.ts'
import { DialogButton } from '#app/ui/dialog-buttons.tsx'
import { DayField, DollarsField, SelectField, TextField } from '#app/ui/field.tsx'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { toast } from '#app/ui/toast.tsx'
import { adjustment, postAdjustment, type StatementAccounts } from '#domain/money/statements/contract.ts'
import { ACCOUNT_KEYS } from '#domain/money/statements/domain/accounts.ts'

export const AdjustmentButton = ({ accounts }: { accounts: StatementAccounts }) => (
  <DialogButton look="plain" label="Add an adjustment…" title="Add an adjustment">
    <AdjustmentForm accounts={accounts} />
  </DialogButton>
)

const LABELS = {
  debit: 'Account to debit',
  credit: 'Account to credit',
  amount: 'Amount in dollars',
  day: 'Day, if not today',
  reservationId: 'Reservation number',
  memo: 'Reason',
}

const EMPTY = { debit: '', credit: '', amount: '', day: '', reservationId: '', memo: '' }

const schema = z
  .object({
    debit: z.string().min(1, REQUIRED),
    credit: z.string().min(1, REQUIRED),
    amount: dollars({ least: 1, tooLittle: 'Please enter more than $0.00', most: MOST_CHARGE }),
    day: z.string(),
    reservationId: z.string().trim(),
    memo: z.string().trim().min(1, REQUIRED),
  })
  .transform((typed, context) => {
    const checked = adjustment.safeParse({
      ...typed,
      day: typed.day || null,
      reservationId: typed.reservationId || null,
    })
    if (checked.success) return checked.data
    for (const { path, message } of checked.error.issues)
      context.addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  })

function AdjustmentForm({ accounts: { accounts } }: { accounts: StatementAccounts }) {
  const [attempt] = useState(() => crypto.randomUUID())
  const { revalidate } = useRevalidator()
  const form = useApiForm(postAdjustment, {
    prefix: 'adjustment',
    schema,
    values: EMPTY,
    labels: LABELS,
    toInput: (checked) => ({ body: { ...checked, attempt } }),
    onDone: async ({ entry }) => {
      toast(`Posted as ${entry.number}.`)
      await revalidate()
    },
  })
  const { field } = form
  const options = new Map([
    ['', 'Please choose'],
    ...ACCOUNT_KEYS.map((key): [string, string] => [key, accounts[key].name]),
  ])
  return (
    <ApiForm form={form} label="Add an adjustment" does="Post the adjustment">
      <SelectField {...field('debit')} options={options} required />
      <SelectField {...field('credit')} options={options} required />
      <DollarsField {...field('amount')} required />
      <DayField {...field('day')} chosen={form.form.watch('day')} />
      <TextField
        {...field('reservationId')}
        inputMode="numeric"
        hint="If the money is a guest’s. A deleted reservation keeps its number."
      />
      <TextField
        {...field('memo')}
        hint="Your accountant reads this for years. Please do not name a guest: the number is enough."
        maxLength={200}
        required
      />
    </ApiForm>
  )
}
