/** The form controls of the whole site: a label, a hint, the control, and what is wrong with it. */
import type { ComponentProps, ReactNode } from 'react'
import './field.css'
import { isDay } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { keepAmounts, Text } from './text.tsx'

interface Labelled {
  /** The control's id: the error summary leads there. */
  id: string
  label: string
  hint?: ReactNode
  /** The problem, in words for people. */
  error?: string | undefined
}

const hintId = (id: string) => `${id}-hint`
const errorId = (id: string) => `${id}-error`

/** The aria attributes that tie a control to its hint and error. */
export function described({ id, hint, error }: Omit<Labelled, 'label'>) {
  const ids = [hint ? hintId(id) : '', error ? errorId(id) : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined }
}

/** Label, hint and error around a control of any kind. */
function FieldFrame({
  children,
  ...field
}: Labelled & { required: boolean | undefined; children: ReactNode }) {
  return (
    <div className={`field ${field.error ? 'field-wrong' : ''}`}>
      <label className="field-label" htmlFor={field.id}>
        <Text>{field.label}</Text>
        {!field.required && <span className="field-optional"> (optional)</span>}
      </label>
      {field.hint && (
        <p className="field-hint" id={hintId(field.id)}>
          {keepAmounts(field.hint)}
        </p>
      )}
      {children}
      <FieldError id={field.id} error={field.error} />
    </div>
  )
}

/** The line under a control that says what is wrong; nothing while it is right. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <p className="field-error" id={errorId(id)}>
      <Text>{error}</Text>
    </p>
  ) : null
}

interface PlainFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Called in place of what a browser without scripts does: it sends the form to the page itself. */
  onSend: (form: HTMLFormElement) => void
}

/** A form of a few fields, which works before and without React. */
export function PlainForm({ onSend, ...form }: PlainFormProps) {
  return (
    <form
      method="post"
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(event.currentTarget)
      }}
    />
  )
}

// Browsers rewrite what is typed into a field of the type `email`, and refuse letters of other languages before the @.
const EMAIL = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

/** A line of text. What is not `required` says "(optional)". */
export function TextField({ label, hint, error, ...input }: Labelled & ComponentProps<'input'>) {
  const field = { id: input.id, label, hint, error }
  return (
    <FieldFrame {...field} required={input.required}>
      <input
        type="text"
        {...input}
        {...(input.type === 'email' && EMAIL)}
        {...described(field)}
        className="field-input"
      />
    </FieldFrame>
  )
}

/** Dollars, as in `480` or `480.01`. */
export function DollarsField(field: ComponentProps<typeof TextField>) {
  return <TextField inputMode="decimal" {...field} />
}

export function TextArea({ label, hint, error, ...area }: Labelled & ComponentProps<'textarea'>) {
  const field = { id: area.id, label, hint, error }
  return (
    <FieldFrame {...field} required={area.required}>
      <textarea rows={3} {...area} {...described(field)} className="field-input field-area" />
    </FieldFrame>
  )
}

/** A `ref` for a box whose state React holds: ticked before React came to it, it is ticked once more, for React to hear of it. */
export function keepTicked(box: HTMLInputElement | null): void {
  if (!box || box.checked === box.defaultChecked) return
  // Of a group of choices the chosen one speaks for all.
  if (box.type === 'radio' && !box.checked) return
  box.checked = box.defaultChecked
  box.click()
}

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  id: string
  error?: string | undefined
  /** The label; may hold a link. */
  children: ReactNode
}

/** A box to tick with its sentence beside it. */
export function CheckField({ error, children, ...input }: CheckFieldProps) {
  return (
    <div className={`field ${error ? 'field-wrong' : ''}`}>
      <div className="field-check">
        <input ref={keepTicked} type="checkbox" {...input} {...described({ id: input.id, error })} />
        <label htmlFor={input.id}>{keepAmounts(children)}</label>
      </div>
      <FieldError id={input.id} error={error} />
    </div>
  )
}

interface SelectFieldProps extends Labelled, Omit<ComponentProps<'select'>, 'id' | 'children'> {
  /** Values and their labels, in their order: a `Map` where values are numbers, which a record would put first. */
  options: Readonly<Record<string, string>> | Map<string, string>
}

/** A choice of one among a few, in the browser's own list. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  const field = { id: select.id, label, hint, error }
  return (
    <FieldFrame {...field} required={select.required}>
      <select {...select} {...described(field)} className="field-input">
        {(options instanceof Map ? [...options] : Object.entries(options)).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

interface DayFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'hint'> {
  /** The chosen day, for the words above the field. */
  chosen: string
}

/** The browser's own date field with the day in words, 'Not set' for none (R11.5). */
export function DayField({ chosen, ...field }: DayFieldProps) {
  return (
    <TextField
      min="2000-01-01"
      max="2199-12-31"
      {...field}
      type="date"
      hint={isDay(chosen) ? formatDayLong(chosen) : 'Not set'}
    />
  )
}
