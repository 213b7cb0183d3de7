import { Link } from 'react-router'
import { venue } from '#shared/venue.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.ts'
import './footer.css'

const links = [
  { href: paths.theCenter, label: 'The Center' },
  { href: paths.ourHistory, label: 'Our History' },
  { href: paths.packingList, label: 'Packing List' },
  { href: paths.directions, label: 'Directions' },
  { href: paths.termsOfStay, label: 'Terms of Stay' },
]

/** The end of every page. */
export function Footer() {
  const site = useSite()
  return (
    <footer className="footer on-ground">
      <div className="footer-row column">
        <p className="footer-name">
          {venue.name}
          <span>{venue.locationNote}.</span>
        </p>
        <nav aria-label="More pages">
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link to={href}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        {site?.demo && <p className="footer-demo">Demo: no real cards, no real email.</p>}
      </div>
    </footer>
  )
}
