/** The site's form fields, each with a label, a hint, an input and an error. */
import type { ComponentProps, ReactNode } from 'react'
import { isDay } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { keepAmounts, Text } from './text.tsx'

interface Labelled {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
}

const hintId = (id: string) => `${id}-hint`
const errorId = (id: string) => `${id}-error`

/** Returns the ARIA attributes that connect an input with its hint and its error. */
export function described({ id, hint, error }: Omit<Labelled, 'label'>) {
  const ids = [hint ? hintId(id) : '', error ? errorId(id) : ''].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined }
}

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

/** Renders the error below an input, or nothing if `error` is undefined. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <p className="field-error" id={errorId(id)}>
      <Text>{error}</Text>
    </p>
  ) : null
}

interface PlainFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /**
   * Called when the user submits the form. Without scripts, the browser posts the form to the page's own
   * address instead.
   */
  onSend: (form: HTMLFormElement) => void
}

/** Renders a small form that works without React too. */
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

// E-mail fields do not have the type `email`. Browsers change the text in such a field, and refuse letters of
// many languages before the @.
const EMAIL = { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

/** Renders a text input. Its label ends with "(optional)" unless the field is `required`. */
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

/**
 * Ref for a checkbox that React controls. React does not know of a click before hydration, so this function
 * repeats the click.
 */
export function keepCheckedState(box: HTMLInputElement | null): void {
  if (!box || box.checked === box.defaultChecked) return
  // In a group of radio buttons, only the selected button needs to be clicked again.
  if (box.type === 'radio' && !box.checked) return
  box.checked = box.defaultChecked
  box.click()
}

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  id: string
  error?: string | undefined
  children: ReactNode
}

/** Renders a checkbox with its label next to it. */
export function CheckField({ error, children, ...input }: CheckFieldProps) {
  return (
    <div className={`field ${error ? 'field-wrong' : ''}`}>
      <div className="field-check">
        <input ref={keepCheckedState} type="checkbox" {...input} {...described({ id: input.id, error })} />
        <label htmlFor={input.id}>{keepAmounts(children)}</label>
      </div>
      <FieldError id={input.id} error={error} />
    </div>
  )
}

interface SelectFieldProps extends Labelled, Omit<ComponentProps<'select'>, 'id' | 'children'> {
  /**
   * Values and labels of the options, in the order of display. If the values are numbers, use a `Map`,
   * because JavaScript sorts the numeric keys of an object.
   */
  options: Readonly<Record<string, string>> | Map<string, string>
}

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
  /** The selected day. The hint above the input shows it in words. */
  chosen: string
}

/** Renders the browser's date input. The hint shows the selected day in words, or 'Not set' (R11.5). */
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
