/**
 * What all pages for admins share: nobody else gets in (R14.5), and a bar of links.
 * The calls behind the pages decide for themselves as well; this is what people see of it.
 */
import { data, NavLink, Outlet, redirectDocument } from 'react-router'
import { LogOut } from '#features/access/ui/log-out.tsx'
import { paths } from '#web/paths.ts'
import { siteContext } from '#web/server-context.ts'
import type { Route } from './+types/admin-area'
import './admin-area.css'

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

const links = [
  { href: paths.admin, label: 'Admin' },
  { href: paths.events, label: 'Events' },
  { href: paths.createEvent, label: 'Create Event' },
]

export default function AdminArea() {
  return (
    <>
      <div className="admin-bar on-ground" data-hydrate>
        <div className="admin-bar-row column">
          <nav aria-label="Admin">
            <ul>
              {links.map(({ href, label }) => (
                <li key={href}>
                  <NavLink to={href} end>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <LogOut />
        </div>
      </div>
      <Outlet />
    </>
  )
}
