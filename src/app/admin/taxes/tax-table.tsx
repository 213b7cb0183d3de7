/** The admin's table of taxes that prices include, and the form that adds, edits or ends one (R50). */
import { useState } from 'react'
import { z } from 'zod'
import type { TaxKind } from '#platform/database/schema/taxes.ts'
import { REQUIRED } from '#shared/fields.ts'
import { formatDay, formatDayRange } from '#shared/format-days.ts'
import { ApiForm, type FormState, useApiForm } from '#app/ui/form.tsx'
import { useApiMutation, useCall } from '#app/ui/api.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { useConflict } from '#app/ui/conflict-dialog.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { ConfirmDelete, EditDialog } from '#app/ui/dialog-buttons.tsx'
import { DayField, SelectField, TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { useApiCache, useApiQuery } from '#app/ui/use-api-query.ts'
import {
  createTax,
  deleteTax,
  listTaxes,
  type ShownTax,
  type TaxInput,
  taxInput,
  updateTax,
} from '#domain/money/taxes/contract.ts'
import { formatRate, TAX_KINDS } from '#domain/money/taxes/domain/taxes.ts'

export function TaxTable({ seed }: { seed: ShownTax[] }) {
  const { data: taxes } = useApiQuery(listTaxes, {}, { seed })
  const [edited, edit] = useState<ShownTax | 'new' | null>(null)
  return (
    <>
      <p className="button-row">
        <Button onClick={() => edit('new')}>Add a tax</Button>
      </p>
      <DataTable
        caption="Taxes"
        compact
        columns={taxColumns(edit)}
        rows={taxes}
        rowKey={({ id }) => id}
        empty="No taxes yet. Receipts show none."
      />
      <EditDialog
        rows={taxes}
        edited={edited}
        onClose={() => edit(null)}
        add="Add a tax"
        nameOf={describeTax}
      >
        {(tax) => <TaxForm tax={tax} />}
      </EditDialog>
    </>
  )
}

const KINDS: Record<TaxKind, string> = {
  stay: 'The stay itself',
  lodging: 'Lodging',
  extras: 'Extras and extra charges',
}

/**
 * Returns a name that tells taxes apart for a screen reader, because several rows can have one name: `"Lodging tax
 * (5%) on lodging"`.
 */
const describeTax = ({ name, rate, appliesTo }: ShownTax): string =>
  `${name} (${formatRate(rate)}) on ${KINDS[appliesTo].toLowerCase()}`

function taxColumns(onEdit: (tax: ShownTax) => void): Column<ShownTax>[] {
  return [
    { name: 'name', head: 'Tax', names: true, cell: ({ name }) => <Verbatim>{name}</Verbatim> },
    {
      name: 'rate',
      head: 'Rate',
      label: '',
      number: true,
      compact: 'amount',
      width: '4rem',
      cell: ({ rate }) => <Verbatim>{formatRate(rate)}</Verbatim>,
    },
    { name: 'on', head: 'On', cell: ({ appliesTo }) => KINDS[appliesTo] },
    { name: 'days', head: 'Stays that begin', width: 'minmax(0, 1.4fr)', cell: describeDays },
    {
      name: 'actions',
      head: 'Actions',
      quiet: true,
      wide: true,
      width: '8rem',
      className: 'button-row',
      cell: (tax) => <TaxButtons tax={tax} onEdit={() => onEdit(tax)} />,
    },
  ]
}

function describeDays({ validFrom, validUntil, over }: ShownTax): string {
  if (validUntil === null) return `From ${formatDay(validFrom)}`
  return `${formatDayRange(validFrom, validUntil)}${over ? ' (ended)' : ''}`
}

function TaxButtons({ tax, onEdit }: { tax: ShownTax; onEdit: () => void }) {
  const remove = useApiMutation(deleteTax, { invalidates: [listTaxes] })
  if (tax.over) return null
  const name = describeTax(tax)
  return (
    <>
      <IconButton label={`Edit ${name}`} icon="edit" onClick={onEdit} />
      {!tax.begun && <ConfirmDelete what={name} onDelete={() => remove.send({ query: { id: tax.id } })} />}
    </>
  )
}

const PERCENT = /^(\d{1,2})(?:\.(\d{0,2}))?\s*%?$/

/**
 * Returns the basis points of a typed percentage: `"8.25"`, `"5 %"`. Returns 0 for any other text, and the field's
 * validation then refuses 0.
 */
function basisPointsOf(typed: string): number {
  const [, whole, part = ''] = PERCENT.exec(typed.trim()) ?? []
  // Joins the digits as text, because 8.29 × 100 is not a whole number in floating point.
  return whole === undefined ? 0 : Number(whole + part.padEnd(2, '0'))
}

const text = () => z.string()

const schema = z
  .object({
    name: text(),
    rate: text(),
    appliesTo: z.enum(TAX_KINDS),
    validFrom: text(),
    validUntil: text(),
  })
  .transform(({ rate, validUntil, ...typed }, context) => {
    const checked = taxInput.safeParse({
      ...typed,
      rate: basisPointsOf(rate),
      validUntil: validUntil || null,
    })
    if (checked.success) return checked.data
    for (const { path, message } of checked.error.issues) {
      const isMissing = path[0] === 'validFrom' && typed.validFrom === ''
      const words = path[0] === 'rate' ? WRONG_RATE : isMissing ? REQUIRED : message
      context.addIssue({ code: 'custom', path, message: words })
    }
    return z.NEVER
  })

const WRONG_RATE = 'Please enter a percentage from 0.01 to 50, with two decimals at most'

const LABELS = {
  name: 'Name',
  rate: 'Rate in percent',
  appliesTo: 'On',
  validFrom: 'First day',
  validUntil: 'Last day',
}

const typedOf = (tax: ShownTax | null) => ({
  name: tax?.name ?? '',
  rate: tax ? String(tax.rate / 100) : '',
  appliesTo: tax?.appliesTo ?? 'stay',
  validFrom: tax?.validFrom ?? '',
  validUntil: tax?.validUntil ?? '',
})

/** Renders the form of a tax. Only the last day of a tax that has begun can change. `tax` is null for a new one. */
function TaxForm({ tax }: { tax: ShownTax | null }) {
  // Keeps the tax as it was when the form opened, for the comparison in the conflict dialog.
  const [opened] = useState(tax)
  const call = useCall()
  const { setData } = useApiCache()
  const form: FormState<ReturnType<typeof typedOf>, TaxInput> = useApiForm(tax ? updateTax : createTax, {
    prefix: 'tax',
    schema,
    values: typedOf(opened),
    labels: LABELS,
    version: opened?.version ?? 0,
    toInput: (checked, { version }) =>
      tax ? { body: { id: tax.id, version, tax: checked } } : { body: { tax: checked } },
    invalidates: [listTaxes],
    onOutdated: () => void conflict.compare(),
    onDone: (_reply, checked) => toast(`${checked.name} is saved.`),
  })
  const [validFrom, validUntil] = form.form.watch(['validFrom', 'validUntil'])
  const { field } = form
  const conflict = useConflict(form, {
    title: 'Someone else has changed this tax in the meantime',
    labels: LABELS,
    shown: (value, name) => (name === 'appliesTo' ? KINDS[value as TaxKind] : String(value)),
    together: true,
    read: async () => {
      const found = await call(listTaxes)
      if (!found.ok) return null
      setData(listTaxes, {}, found.data)
      const now = found.data.find(({ id }) => id === tax?.id)
      return now ? { version: now.version, values: typedOf(now) } : null
    },
  })
  return (
    <>
      <ApiForm form={form} label="Tax" does={tax ? 'Save the tax' : 'Add the tax'}>
        {tax?.begun ? (
          <p>
            <Text>
              {KINDS[tax.appliesTo]}: {formatRate(tax.rate)}, since {formatDay(tax.validFrom)}. This tax has
              begun, so only its last day can change. For a new rate, end it and add another tax from the next
              day on.
            </Text>
          </p>
        ) : (
          <>
            <TextField
              {...field('name')}
              required
              hint="What receipts call it, such as “Lodging tax”."
              autoComplete="off"
            />
            <TextField
              {...field('rate')}
              required
              inputMode="decimal"
              autoComplete="off"
              hint="Such as 8.25."
            />
            <SelectField {...field('appliesTo')} options={KINDS} required />
            <DayField {...field('validFrom')} chosen={validFrom} required />
          </>
        )}
        <DayField {...field('validUntil')} chosen={validUntil} />
        <p className="note">
          A stay owes the taxes of its first day. Leave the last day empty if you don’t know when the tax
          ends.
        </p>
      </ApiForm>
      {conflict.dialog}
    </>
  )
}
