import { Link } from 'react-router'
import words from '#content/home.json'
import { paths } from '#web/paths.ts'
import { Picture } from '#web/ui/picture.tsx'
import './tiles.css'

type TilePage = 'retreatSpace' | 'theLand' | 'sustainableRanching' | 'events'

/** Home's four tiles (R16.4). */
export function Tiles() {
  return (
    <nav className="tiles column" aria-label="Around the ranch">
      <ul>
        {words.tiles.map(({ page, label, picture, focus }) => (
          <li key={page} style={{ '--focus-at': focus }}>
            <Link to={paths[page as TilePage]}>
              <Picture src={picture} alt="" sizes="(width >= 64rem) 23vw, (width >= 30rem) 46vw, 92vw" />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
