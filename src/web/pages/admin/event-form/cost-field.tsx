import { paymentSchedule } from '#features/events/rules.ts'
import { centsOfDollars, formatMoney } from '#shared/money.ts'
import { TextButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldProps } from './field-props.ts'
import type { EventFormState } from './use-event-form.ts'

/** The price in dollars, kept as cents, with what it means in words (R11.4). */
export function CostField({ state }: { state: EventFormState }) {
  const set = (cost: string) => state.form.setValue('cost', cost, { shouldValidate: true, shouldTouch: true })
  return (
    <div>
      <TextField
        {...fieldProps(state, 'cost')}
        required
        inputMode="decimal"
        autoComplete="off"
        hint="Per person. 0 is free, -1 is not priced here."
      />
      <p className="form-cost">
        <output className="note">{costWords(state.values.cost)}</output>
        <TextButton onClick={() => set('0')}>Free</TextButton>
        <TextButton onClick={() => set('-1')}>Not priced here</TextButton>
      </p>
    </div>
  )
}

function costWords(typed: string): string {
  const cost = centsOfDollars(typed)
  if (cost === null) return ''
  if (cost < 0) return 'Not priced here: the page names no cost, and a spot is taken without a payment.'
  if (cost === 0) return 'Free: a spot is taken without a payment.'
  if (cost < 100) return ''
  // Which day it is does not change the halves.
  const { deposit, remainder } = paymentSchedule({ cost, startDateDate: '2000-01-01' }, '2000-01-01')
  return `${formatMoney(deposit)} at sign-up, ${formatMoney(remainder)} due 30 days before the start.`
}
