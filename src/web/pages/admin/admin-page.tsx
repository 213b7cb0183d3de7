/** What the pages of the admin area are made of: their head, and the choice of what they show. */
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'

interface AdminHeadProps {
  title: ReactNode
  note: ReactNode
  eyebrow?: string
  className?: string
  /** Further ways, below the note. */
  children?: ReactNode
}

/** The head of a page; the page starts React at once. */
export function AdminHead({ title, note, eyebrow, className = '', children }: AdminHeadProps) {
  return (
    <header className={`history-head column ${className}`} data-hydrate>
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <h1>{title}</h1>
      <p className="note">{note}</p>
      {children}
    </header>
  )
}

interface Choice {
  /** Of the address's query. */
  name: string
  label: string
  /** Values and their words. */
  options: readonly (readonly [value: string | number, words: string])[]
  chosen: string | number
}

interface FilterFormProps {
  action: string
  choices: Choice[]
  /** The labels are for screen readers alone. */
  quiet?: boolean
}

/** A plain form that asks for the same page: it needs no script. */
export function FilterForm({ action, choices, quiet = false }: FilterFormProps) {
  return (
    <Form
      method="get"
      action={action}
      className="event-filter"
      key={choices.map(({ chosen }) => chosen).join(' ')}
    >
      {choices.map(({ name, label, options, chosen }) => [
        !quiet && (
          <label key={`${name}-label`} htmlFor={`choice-${name}`}>
            {label}
          </label>
        ),
        <select
          key={name}
          id={`choice-${name}`}
          name={name}
          aria-label={quiet ? label : undefined}
          defaultValue={chosen}
        >
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>,
      ])}
      <Button type="submit" look="plain">
        Show
      </Button>
    </Form>
  )
}

/** A number of ours in an address, which may say anything; null: it is none. */
export const idIn = (text: string | null | undefined): number | null =>
  text != null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
