/**
 * The bar over every page that an admin sees: the ways around the house, and out. A chunk of its own with a stylesheet
 * of its own, which `Shell` asks for once it knows that an admin looks: nobody else loads any of it.
 */
import { NavLink, useMatch } from 'react-router'
import { LogOut } from '#features/access/ui/log-out.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { paths } from '../paths.ts'
import sheet from './admin-bar.css?url'

const links = [
  { href: paths.admin, label: 'Today' },
  { href: paths.events, label: 'Events' },
  { href: paths.calendar, label: 'Calendar' },
  { href: paths.family, label: 'Family' },
  { href: paths.system, label: 'System' },
]

export default function AdminBar() {
  const bare = useMatch(paths.innerCreative)
  if (bare) return null
  return (
    <div className="admin-bar on-ground" data-hydrate>
      <Stylesheet href={sheet} />
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
  )
}
