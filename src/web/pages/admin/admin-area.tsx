/**
 * The area of the pages for admins, where nobody else gets in (R14.5); and the parts of its pages: their head, and the form
 * that chooses what they show. The calls behind the pages decide for themselves as well.
 */
import type { ReactNode } from 'react'
import { data, Outlet, redirectDocument, Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { paths } from '#web/paths.ts'
import { siteContext } from '#web/server-context.ts'
import type { Route } from './+types/admin-area'
import sheet from './admin.css?url'

/** Anonymous visitors sign in first and come back; whoever is signed in and no admin is told so. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, url }) => {
    const site = context.get(siteContext)
    const { admin, signedIn } = site
    if (admin) return
    if (signedIn === null) throw data({ site }, 503)
    if (!signedIn) throw redirectDocument(paths.login(url.pathname + url.search))
    throw data(
      {
        heading: 'This page is for admins only.',
        text: 'You are signed in, but not as an admin. Log out to sign in with another account.',
        logOut: true,
        // The root's loader does not run any more.
        site,
      },
      403,
    )
  },
]

/** Here so that going from page to page asks the server, which runs the guard. */
export const loader = () => null

export default function AdminArea() {
  return (
    <>
      <Stylesheet href={sheet} />
      <Outlet />
    </>
  )
}

interface AdminHeadProps {
  title: ReactNode
  note: ReactNode
  eyebrow?: string
  className?: string
  children?: ReactNode
}

/** The head of a page; the page starts React at once. */
export function AdminHead({ title, note, eyebrow, className = '', children }: AdminHeadProps) {
  return (
    <header className={`page-head history-head column ${className}`} data-hydrate>
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
      className="event-filter screen-only"
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
          className="field-input"
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

/** The id in an address, which may say anything; null: it is none. */
export const idIn = (text: string | null | undefined): number | null =>
  text != null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** The error page's words for an event that is not there (`dataOf`). */
export const EVENT_NOT_FOUND = {
  404: { heading: 'Event Not Found', text: 'It may have been renamed or deleted.' },
}
