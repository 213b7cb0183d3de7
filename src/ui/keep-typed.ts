import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

/**
 * A field of a form that came with the page as the server sent it: what was typed or ticked before React came to it stays,
 * where React Hook Form would put its first value in. `{...keepTyped(form, form.register('email'))}`
 */
export function keepTyped<
  Values extends FieldValues,
  Output,
  Field extends Pick<UseFormRegisterReturn, 'name' | 'ref'>,
>(form: UseFormReturn<Values, unknown, Output>, field: Field): Field {
  return {
    ...field,
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      const typed =
        element instanceof HTMLInputElement && element.type === 'checkbox' ? element.checked : element?.value
      field.ref(element)
      const name = field.name as Path<Values>
      if (typed && form.getValues(name) !== typed) form.setValue(name, typed as never)
    },
  }
}
