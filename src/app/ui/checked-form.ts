/**
 * The fields, validation and errors of a form. `useApiForm` builds on this file. The sign-up form uses it
 * directly, so that guests do not load the dialogs of other forms (2.4 KB).
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  useForm,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { REQUIRED } from '#shared/failures.ts'
import type { Problem } from './alert.tsx'

export type Names<Values> = Extract<keyof Values, string>

/** The name of a field, or of a field of an item in a list, such as `companions.0.email`. */
export type FieldName<Values> = Names<Values> | `${Names<Values>}.${number}.${string}`

export interface CheckedFormOptions<Values extends FieldValues, Checked> {
  prefix: string
  /**
   * The schema that validates the typed values and converts them to what the form sends. Usually the
   * endpoint's own schema.
   */
  schema: z.ZodType<Checked, unknown>
  /** The initial values of the form, as if the user had typed them. */
  values: Values
  /** The labels of the fields in page order. */
  labels: Partial<Record<FieldName<Values>, string>>
  /** What the list of errors adds to 'Required', for fields whose label does not say what is missing. */
  remedies?: Partial<Record<Names<Values>, string>>
}

export interface CheckedForm<Values extends FieldValues, Checked = unknown> {
  form: UseFormReturn<Values, unknown, Checked>
  /** Returns the props of a text field, select field or date field of the form. */
  field: (
    name: FieldName<Values>,
  ) => ReturnType<CheckedForm<Values>['check']> & { label: string; autoComplete?: string }
  /**
   * Returns the props of a checkbox in the form. They are the same as for other fields, but without the
   * label.
   */
  check: (name: FieldName<Values>) => { id: string; error: string | undefined } & UseFormRegisterReturn
  /**
   * The problems that the last failed submit found. When the user corrects a field, its problem disappears
   * from the list immediately.
   */
  problems: Problem[]
  refused: boolean
  setRefused: (refused: boolean) => void
  /** Shows errors that the server reported. The keys are the names of the fields. */
  setErrors: (fields: Record<string, string>) => void
}

export const summaryIdOf = (prefix: string) => `${prefix}-problems`

export function useCheckedForm<Values extends FieldValues, Checked>({
  prefix,
  schema,
  values,
  labels,
  remedies = {},
}: CheckedFormOptions<Values, Checked>): CheckedForm<Values, Checked> {
  const form = useForm<Values, unknown, Checked>({
    resolver: zodResolver(schema as never) as unknown as Resolver<Values, unknown, Checked>,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Values>,
  })
  const { errors } = form.formState
  const [refused, setRefused] = useState(false)
  const errorOf = (name: string) => (get(errors, name) as FieldError | undefined)?.message
  const idOf = (name: string) => `${prefix}-${name}`
  const check = (name: FieldName<Values>) => ({
    id: idOf(name),
    error: errorOf(name),
    ...form.register(name as unknown as Path<Values>),
  })
  return {
    form,
    check,
    field: (name) => ({ label: (labels as Partial<Record<string, string>>)[name] ?? name, ...check(name) }),
    problems: Object.keys(labels).flatMap((name): Problem[] => {
      const message = refused && errorOf(name)
      if (!message) return []
      const remedy = message === REQUIRED ? remedies[name as Names<Values>] : undefined
      const label = (labels as Partial<Record<string, string>>)[name] ?? name
      return [{ id: idOf(name), label, message, remedy }]
    }),
    refused,
    setRefused,
    setErrors: (fields) => {
      for (const [name, message] of Object.entries(fields))
        if ((name.split('.')[0] ?? '') in values) form.setError(name as Path<Values>, { message })
    },
  }
}
