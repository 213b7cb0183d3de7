/** The fields of a form, their rules and what is wrong with them, whoever sends it. Mostly under `useApiForm`. */
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
import type { Problem } from './alert.tsx'

export type Names<Values> = Extract<keyof Values, string>

export interface CheckedFormOptions<Values extends FieldValues, Checked> {
  /** The beginning of the ids of the fields. */
  prefix: string
  /** The form's rules, mostly the endpoint's own: they make of what was typed what is sent. */
  schema: z.ZodType<Checked, unknown>
  /** The values that the form begins with, as typed. */
  values: Values
  /** The fields' labels, in the order of the page. */
  labels: Partial<Record<Names<Values>, string>>
}

export interface CheckedForm<Values extends FieldValues, Checked = unknown> {
  form: UseFormReturn<Values, unknown, Checked>
  /** The props of a text field, a list or a date. */
  field: (
    name: Names<Values>,
  ) => ReturnType<CheckedForm<Values>['check']> & { label: string; autoComplete?: string }
  /** The same without the label, for a box with a sentence beside it. */
  check: (name: Names<Values>) => { id: string; error: string | undefined } & UseFormRegisterReturn
  /** The problems that a refused submit found. A field that has been put right leaves them at once. */
  problems: Problem[]
  refused: boolean
  setRefused: (refused: boolean) => void
  /** Shows the errors that the server found, by the names of the fields. */
  setErrors: (fields: Record<string, string>) => void
}

export const summaryIdOf = (prefix: string) => `${prefix}-problems`

export function useCheckedForm<Values extends FieldValues, Checked>({
  prefix,
  schema,
  values,
  labels,
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
  const check = (name: Names<Values>) => ({
    id: idOf(name),
    error: errorOf(name),
    ...form.register(name as unknown as Path<Values>),
  })
  return {
    form,
    check,
    field: (name) => ({ label: labels[name] ?? name, ...check(name) }),
    problems: Object.keys(labels).flatMap((name): Problem[] => {
      const message = refused && errorOf(name)
      return message ? [{ id: idOf(name), label: labels[name as Names<Values>] ?? name, message }] : []
    }),
    refused,
    setRefused,
    setErrors: (fields) => {
      for (const [name, message] of Object.entries(fields))
        if (name in values) form.setError(name as Path<Values>, { message })
    },
  }
}
