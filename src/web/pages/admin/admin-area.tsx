/**
 * What all pages for admins share: nobody else gets in (R14.5).
 * The calls behind the pages decide for themselves as well; this is what people see of it.
 */
import { data, Outlet, redirectDocument } from 'react-router'
import { paths } from '#web/paths.ts'
import { siteContext } from '#web/server-context.ts'
import { Stylesheet } from '#ui/stylesheet.tsx'
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
