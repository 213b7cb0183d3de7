import type { ComponentProps } from 'react'
import { described, FieldFrame, type Labelled } from './field.tsx'

interface SelectFieldProps extends Labelled, Omit<ComponentProps<'select'>, 'id' | 'children'> {
  /** Values and their labels, in their order. */
  options: Readonly<Record<string, string>>
}

/** A choice of one among a few, in the browser's own list. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  const field = { id: select.id, label, hint, error }
  return (
    <FieldFrame {...field} required={select.required}>
      <select {...select} {...described(field)} className="field-input">
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
