import { useState, type ComponentProps } from 'react'
import { SelectField } from '#ui/select-field.tsx'
import { ranchDay } from '#shared/days.ts'
import { DayField } from './day-field.tsx'
import { HAND_METHOD_LABELS } from './invoice-words.ts'

interface PaidFieldsProps {
  id: string
  day: Omit<ComponentProps<typeof DayField>, 'id' | 'label'>
  method: Omit<ComponentProps<typeof SelectField>, 'id' | 'label' | 'options'>
}

/** When and how money came by hand. */
export function PaidFields({ id, day, method }: PaidFieldsProps) {
  const [today] = useState(() => ranchDay(new Date()))
  return (
    <div className="book-pair">
      <DayField {...day} id={`${id}-paid-on`} label="Paid on" max={today} required />
      <SelectField {...method} id={`${id}-method`} label="How" options={HAND_METHOD_LABELS} required />
    </div>
  )
}
