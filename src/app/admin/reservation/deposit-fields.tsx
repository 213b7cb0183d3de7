/** The choice of how the deposit of a booking by an admin is paid (R11.11). */
import type { Day } from '#shared/days.ts'
import { DayField, SelectField } from '#app/ui/field.tsx'
import type { FormState } from '#app/ui/form.tsx'
import { Text } from '#app/ui/text.tsx'
import { HAND_METHOD_LABELS } from './money-labels.ts'
import { NoteFields } from './note-fields.tsx'

export type WayToPay = 'link' | 'paid' | 'nothing'

/**
 * Returns how the deposit is paid. Until the admin chooses (`chosen` is empty), the guest pays through the link in
 * the e-mail. A guest without an e-mail address gets no link, so nothing is paid yet.
 */
export function wayToPay(chosen: WayToPay | '', email: string): WayToPay {
  if (chosen === '' || chosen === 'link') return email === '' ? 'nothing' : 'link'
  return chosen
}

const WAYS: readonly { way: WayToPay; label: string }[] = [
  { way: 'link', label: 'The guest pays by card, through the link in the email' },
  { way: 'paid', label: 'Already paid by check, in cash or by bank transfer' },
  { way: 'nothing', label: 'Nothing yet' },
]

interface Values extends Record<'paymentMethod' | 'paidOn' | 'reference' | 'memo', unknown> {
  deposit: WayToPay | ''
}

interface DepositFieldsProps {
  fields: Pick<FormState<Values>, 'field'>
  chosen: WayToPay | ''
  onChoose: (way: WayToPay) => void
  email: string
  paidOn: string
  today: Day
}

export function DepositFields({
  fields: { field },
  chosen,
  onChoose,
  email,
  paidOn,
  today,
}: DepositFieldsProps) {
  const way = wayToPay(chosen, email)
  return (
    <>
      <fieldset className="add-guest-deposit">
        <legend className="field-label">The deposit</legend>
        {WAYS.map(({ way: value, label }) => {
          const closed = value === 'link' && email === ''
          return (
            <div key={value} className="field-check">
              <input
                type="radio"
                id={`add-deposit-${value}`}
                name="add-deposit"
                checked={way === value}
                disabled={closed}
                onChange={() => onChoose(value)}
              />
              <label htmlFor={`add-deposit-${value}`}>
                <Text>{closed ? `${label} (needs the guest’s email address)` : label}</Text>
              </label>
            </div>
          )
        })}
      </fieldset>
      {way === 'paid' && (
        <>
          <div className="add-guest-pair">
            <SelectField {...field('paymentMethod')} options={HAND_METHOD_LABELS} required />
            <DayField {...field('paidOn')} chosen={paidOn} max={today} required />
          </div>
          <NoteFields reference={field('reference')} memo={field('memo')} />
        </>
      )}
    </>
  )
}
