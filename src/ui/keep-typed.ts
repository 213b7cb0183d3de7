import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

/**
 * A field of a form that came with the page as the server sent it: what was typed or ticked before React came to it stays,
 * where React Hook Form would put its first value in. `{...keepTyped(form, form.register('email'))}`
 */
export function keepTyped<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  field: UseFormRegisterReturn<Path<Values>>,
): UseFormRegisterReturn<Path<Values>> {
  return {
    ...field,
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      const typed =
        element instanceof HTMLInputElement && element.type === 'checkbox' ? element.checked : element?.value
      field.ref(element)
      if (typed && form.getValues(field.name) !== typed) form.setValue(field.name, typed as never)
    },
  }
}
