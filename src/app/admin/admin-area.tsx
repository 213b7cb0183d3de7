/**
 * The layout of all admin pages, with their shared header and filter form. Only staff can open these pages (R14.5),
 * and each page `requires` a permission. The API checks access on its own.
 */
import type { ReactNode } from 'react'
import { data, Outlet, redirectDocument, Form, type MiddlewareFunction } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { paths } from '#app/paths.ts'
import { type SiteInfo, siteContext } from '#app/server-context.ts'
import { type Permission, ROLE_WORDS } from '#shared/roles.ts'
import type { Route } from './+types/admin-area'
import sheet from './admin-area.css?url'

/**
 * Sends visitors who are not signed in to the sign-in page. Shows a 403 page to signed-in people who do not work here.
 */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context, url }) => {
    const site = context.get(siteContext)
    const { staff, signedIn } = site
    if (staff) return
    if (signedIn === null) throw data({ site }, 503)
    if (!signedIn) throw redirectDocument(paths.login(url.pathname + url.search))
    throw refused(site, {
      heading: 'This page is for staff only.',
      text: 'You are signed in, but you have no role here. Ask an owner to invite you, or log out to sign in with another account.',
    })
  },
]

/**
 * Returns the middleware of an admin page that needs a permission. Staff without it get a 403 page. Each page of this
 * layout exports `middleware = [requires(…)]`, and a test checks that none is forgotten.
 */
export const requires =
  (permission: Permission): MiddlewareFunction =>
  ({ context }) => {
    const site = context.get(siteContext)
    if (!site.staff || site.staff.permissions.includes(permission)) return
    throw refused(site, {
      heading: 'Your role does not include this page.',
      text: `You are signed in as ${ROLE_WORDS[site.staff.role].label.toLowerCase()}. An owner can change your role.`,
    })
  }

/**
 * Returns the 403 page. The root loader does not run after this error. So the error carries the site's data
 * (`SiteInfo`), which the header of the error page needs.
 */
const refused = (site: SiteInfo, words: { heading: string; text: string }) =>
  data({ ...words, logOut: true, site }, 403)

/**
 * A route with a loader makes the router call the server on every navigation. So the middleware above checks
 * access each time.
 */
export const loader = () => null

export default function AdminArea() {
  return (
    <>
      <Stylesheet href={sheet} />
      <div className="desk-page">
        <Outlet />
      </div>
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

/**
 * Renders the header of an admin page. Its `data-hydrate` makes the page start React immediately, and not at
 * the first touch.
 */
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
  name: string
  label: string
  options: readonly (readonly [value: string | number, words: string])[]
  chosen: string | number
}

interface FilterFormProps {
  action: string
  choices: Choice[]
  /** True if the filter's labels are only for screen readers, and are hidden on the screen. */
  quiet?: boolean
}

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

/** Parses an id from a query or path parameter. Returns null if it is invalid. */
export const idIn = (text: string | null | undefined): number | null =>
  text != null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** The status and the text of the error page for an event that does not exist. */
export const EVENT_NOT_FOUND = {
  404: { heading: 'Event Not Found', text: 'It may have been renamed or deleted.' },
}
