/**
 * The layout of all admin pages, which only admins can open (R14.5), with their shared head and filter form. The
 * API checks access on its own.
 */
import type { ReactNode } from 'react'
import { data, Outlet, redirectDocument, Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { paths } from '#app/paths.ts'
import { siteContext } from '#app/server-context.ts'
import type { Route } from './+types/admin-area'
import sheet from './admin-area.css?url'

/** Sends anonymous visitors to the sign-in and back. Shows a 403 page to users who are not admins. */
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
        // Throws this error as a 403 page. The root loader no longer runs after it, so the error carries the
        // site's data for the page's frame.
        site,
      },
      403,
    )
  },
]

/** Makes the router ask the server on every navigation, so that the access check above always runs. */
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

/** Renders the head of an admin page, and makes the page hydrate immediately. */
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
  /** Name of the filter's query parameter. */
  name: string
  label: string
  /** The filter's values and their labels. */
  options: readonly (readonly [value: string | number, words: string])[]
  chosen: string | number
}

interface FilterFormProps {
  action: string
  choices: Choice[]
  /** True to show the filters' labels only to screen readers. */
  quiet?: boolean
}

/** Renders a plain form that reloads the page with other filters, without scripts. */
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

/** Returns the id in a query or path parameter, or null if it is invalid. */
export const idIn = (text: string | null | undefined): number | null =>
  text != null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** The text of the error page for an event that does not exist; the argument of `dataOf`. */
export const EVENT_NOT_FOUND = {
  404: { heading: 'Event Not Found', text: 'It may have been renamed or deleted.' },
}
